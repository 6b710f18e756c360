/** What a run is about, and what it would judge. */
import { staffedIn } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area, Budget } from '../check.ts'
import { systemClock } from '../clock.ts'
import { redactor } from '../evidence/redactor.ts'
import { cast as castOf } from '../people/cast.ts'
import { provisionerFor } from '../provision/provisioner-for.ts'
import { ConfigurationError, type Target } from '../target/load-target.ts'
import { type Applicability, type OwnRequirement, type Plan, plan as planOf, type Scope } from './plan.ts'

export interface ScopeOptions {
  readonly target: Target
  readonly only?: readonly string[]
  /** Runs only the checks and visits with these ids; their requirements are judged too. */
  readonly checks?: readonly string[] | undefined
  readonly profile?: string
  readonly budget?: Budget
  readonly allow?: readonly ('write' | 'destructive')[]
  /** Requirements of a vendor's own; their checks are in `areas`. */
  readonly own?: readonly OwnRequirement[]
  /** Says why a requirement does not apply, in place of the target file: for a vendor's statement. */
  readonly applicability?: Applicability
}

/** What a run of these options would judge, without sending anything. */
export function planRun(options: ScopeOptions & { readonly areas: readonly Area[] }): Plan {
  const { target } = options
  const idle = { send: () => Promise.reject(new ConfigurationError('a plan sends nothing')) }
  const scope = scopeOf(options)
  const staffed = staffedIn(apisIn(options.areas))
  const provisioner = provisionerFor(target, {
    api: staffed,
    client: idle,
    through: idle,
    clock: systemClock,
    runId: 'plan',
    learn: () => {},
    mayWrite: scope.allow.includes('write'),
  })
  return planOf(
    target,
    options.areas,
    scope,
    castOf(target, staffed, provisioner, redactor(), idle, systemClock),
    provisioner,
  )
}

/** Combines `allow` of the target file and of the command line: writing needs one of them, destructive actions need both. */
export function allowance(target: Target, words: readonly ('write' | 'destructive')[]): ('write' | 'destructive')[] {
  const file = target.allow ?? []
  const destructive = file.includes('destructive') && words.includes('destructive')
  const write = destructive || file.includes('write') || words.includes('write')
  return [...(write ? (['write'] as const) : []), ...(destructive ? (['destructive'] as const) : [])]
}

export function scopeOf(options: ScopeOptions): Scope {
  return {
    only: options.only ?? [],
    checks: options.checks,
    profile: options.profile ?? 'everything',
    allow: allowance(options.target, options.allow ?? []),
    budget: options.budget ?? 'standard',
    own: options.own ?? [],
    applicability: options.applicability,
  }
}
