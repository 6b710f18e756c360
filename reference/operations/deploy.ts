/** Stages with the active changes applied: the actual behaviour of a deployment. */
import type { Change } from './change.ts'
import type { Circumstances } from './circumstances.ts'
import { holds } from './condition.ts'
import type { AnyPart, AnyStage } from './stage.ts'

type Part = (...given: unknown[]) => unknown

export interface Deployed {
  /** The refusal of the first rule that does not hold. */
  refusal(it: object): unknown
  readonly steps: Readonly<Record<string, Part>>
}

/** The first argument of every part. */
interface Subject {
  readonly about: Circumstances
}

/** Returns a function that gives each stage with the changes applied. */
export function deploying(changes: readonly Change[]): (stage: AnyStage) => Deployed {
  const deployed = new Map<AnyStage, Deployed>()
  return stage => {
    const known =
      deployed.get(stage) ??
      deploy(
        stage,
        changes.filter(one => one.stage === stage.id),
      )
    deployed.set(stage, known)
    return known
  }
}

function deploy(stage: AnyStage, changes: readonly Change[]): Deployed {
  const changed = (name: string | undefined, part: AnyPart): Part =>
    changes.filter(one => one.part === name).reduce<Part>((was, one) => under(one, was), part as Part)
  const table = (rules: AnyStage['rules']): readonly Part[] =>
    Object.entries(rules).map(([name, [right, refusal]]) =>
      changed(name, it => (right(it) ? undefined : typeof refusal === 'function' ? refusal(it) : refusal)),
    )
  const own = table(stage.rules)
  const ofItems = table(stage.each.rules)
  const items = changed('items', stage.each.of) as (it: unknown) => readonly unknown[]
  const more = changed(undefined, () => undefined)
  const steps = Object.fromEntries(
    Object.entries({ ...stage.steps, ...stage.main }).map(([name, part]) => [name, changed(name, part)]),
  )
  return {
    steps,
    refusal(it) {
      const first = firstOf(own, it)
      if (first !== undefined) return first
      if (ofItems.length > 0) {
        for (const [at, item] of items(it).entries()) {
          const refusal = firstOf(ofItems, Object.assign({}, it, { item, at }))
          if (refusal !== undefined) return refusal
        }
      }
      return more(it)
    },
  }
}

function firstOf(rules: readonly Part[], it: object): unknown {
  for (const rule of rules) {
    const refusal = rule(it)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

function under({ when, does }: Change, was: Part): Part {
  const becomes = does(was as AnyPart) as Part
  return (it, ...args) => (holds(when, (it as Subject).about, it, args) ? becomes : was)(it, ...args)
}
