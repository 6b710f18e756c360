/** What the provisioner really delivers, asked for things that do no harm and are removed again. */
import { type FixtureValue, type Session, Undecided } from '../../harness/index.ts'
import { type Ask, making, reading, STAYING } from './asks.ts'
import { type Finding, good, note, wrong } from './finding.ts'

export interface Tried {
  readonly findings: readonly Finding[]
  /** Kinds that are not to be had, with the reason. */
  readonly lacking: ReadonlyMap<string, string>
  /** Forms of a kind that are not to be had, and the requirements that need them. */
  readonly lackingFor: readonly { readonly only: RegExp; readonly why: string }[]
  /** People who are neither named nor to be had. */
  readonly nobody: ReadonlyMap<string, string>
}

export const BUILT_IN = 'zulip'

export async function fixtures(session: Session, mayWrite: boolean): Promise<Tried> {
  const { provisioner, fixtures: ready = {}, actors = {} } = session.target.messaging ?? {}
  if (provisioner === undefined)
    return { findings: [withoutProvisioner(Object.keys(ready))], lacking: new Map(), lackingFor: [], nobody: new Map() }
  const made = new Map<string, FixtureValue>()
  const lacking = new Map<string, string>()
  const lackingFor: { only: RegExp; why: string }[] = []
  const failed = new Map<string, string>()
  const nobody = new Map<string, string>()
  const lack = ({ kind, only, people }: Ask, why: string): void => {
    for (const word of people ?? []) nobody.set(word, why)
    if (only) lackingFor.push({ only, why })
    else if (!people) lacking.set(kind, why)
  }
  for (const ask of [...reading(actors), ...(mayWrite ? making(actors, session.runId) : [])]) {
    const { kind } = ask
    const withWhat = ask.with(made)
    if (STAYING.includes(kind) && provisioner !== BUILT_IN && !Object.hasOwn(ready, kind)) {
      lack(ask, `${kind} was not tried: what a provisioner makes for it cannot be removed`)
    } else if (withWhat === null) {
      lack(ask, `${kind} was not tried: what it needs is missing`)
    } else {
      try {
        const value = await session.provisioner.provide(kind, withWhat)
        if (!ask.only) made.set(kind, value)
      } catch (error) {
        if (!(error instanceof Undecided)) throw error
        if (error.planned) failed.set(kind, error.message)
        lack(ask, error.message)
      }
    }
  }
  const findings = [...delivered(provisioner, [...made.keys()], failed), ...(mayWrite ? [] : [notMade])]
  return { findings, lacking, lackingFor, nobody }
}

const notMade = note(
  'fixtures',
  'Fixtures that make something were not asked for: writing is not allowed',
  'Try them with --allow write; what is made is removed again.',
)

function withoutProvisioner(ready: readonly string[]): Finding {
  const next = 'Name a provisioner (docs/provisioning.md), or give ready-made fixtures.'
  if (ready.length === 0) return note('fixtures', 'No provisioner and no ready-made fixtures', next)
  return note('fixtures', `No provisioner; ready-made: ${ready.join(', ')}`, next)
}

function delivered(provisioner: string, had: readonly string[], failed: ReadonlyMap<string, string>): Finding[] {
  const first = [...failed.values()][0]
  return [
    ...(had.length > 0 ? [good('fixtures', `the provisioner has ${had.join(', ')}`)] : []),
    ...(first === undefined
      ? []
      : [
          wrong(
            'fixtures',
            `The provisioner fails for ${[...failed.keys()].join(', ')}: ${first}`,
            repair(provisioner),
          ),
        ]),
  ]
}

const repair = (provisioner: string): string =>
  provisioner === BUILT_IN
    ? 'Check that the server is a Zulip server, that its people have these permissions, and what its log says.'
    : `Repair the provisioner (${provisioner}), or let it answer {"unavailable": "why"} for what it cannot make.`
