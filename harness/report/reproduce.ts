/** The command line that reproduces a failure: the requirement, and the check that sent the exchange. */
import type { ClaimRecord } from '../../generated/formats.ts'
import type { Api } from '../api.ts'
import type { Scope } from '../plan/plan.ts'
import type { Replies } from '../replies.ts'
import type { Target } from '../target/load-target.ts'

export interface Circumstances {
  readonly target: Target
  readonly scope: Scope
  readonly seed: number
  readonly requests?: number | undefined
}

/** The command that judges the requirement again with everything that demonstrates it. */
export function commandFor(requirement: string, { target, scope, seed, requests }: Circumstances): string {
  const words = ['npx assay run']
  if (target.file) words.push(`--target ${quoted(target.file)}`)
  if (target.claims !== undefined) words.push(`--feature-level ${target.claims}`)
  const own = scope.own.find(({ id }) => id === requirement)
  if (own?.from !== undefined) words.push(`--suites ${quoted(own.from)}`)
  words.push(`--only ${requirement}`, `--seed ${seed}`)
  if (scope.budget !== 'standard') words.push(`--budget ${scope.budget}`)
  if (requests !== undefined) words.push(`--requests ${requests}`)
  if (scope.allow.length > 0 && target.file) words.push(`--allow ${scope.allow.join(',')}`)
  return words.join(' ')
}

/**
 * The command limited to the check that failed, or to the counterexample among generated requests. An exchange of no
 * check, such as one of clean-up, cannot be repeated alone: then the whole command is used.
 */
export function reproducing(
  command: string,
  decisive: ClaimRecord | null,
  claims: readonly ClaimRecord[],
  { wrote, apis }: Pick<Replies, 'wrote' | 'apis'>,
): string {
  const whole = command.replaceAll(/ --(?:check \S+|path \S+|only '[^']*')/g, '')
  if (decisive?.outcome !== 'broken') return whole
  const path = counterexampleIn(decisive)
  const { check, requirement } = decisive
  const words =
    path === null
      ? checkOptions(decisive, claims, wrote, apis)
      : [...(check === requirement ? [] : named(check)), `--path ${path}`]
  return [whole, ...words].join(' ')
}

const MOST_CHECKS = 3

/**
 * The options that name the check that failed. If the check does not always fail or only reads, the failure may depend
 * on other checks: then they name further failed checks, writing ones first, or the whole area if none writes.
 */
function checkOptions(
  { check, requirement }: ClaimRecord,
  claims: readonly ClaimRecord[],
  wrote: Replies['wrote'],
  apis: readonly Api[],
): string[] {
  if (check === requirement || !isCheck(check)) return []
  const first = claims.filter(claim => claim.attempt === 1)
  const alwaysFails = !first.some(claim => claim.outcome === 'holds')
  const isIndependent = (id: string): boolean => wrote(id) || id.includes(':visit-') || isStateless(id, apis)
  if (alwaysFails && isIndependent(check)) return named(check)
  const times = new Map<string, number>()
  for (const claim of first)
    if (claim.outcome === 'broken' && isCheck(claim.check)) times.set(claim.check, (times.get(claim.check) ?? 0) + 1)
  const weight = ([id, count]: readonly [string, number]): number => (isIndependent(id) ? 1000 : 0) + count
  const failedChecks = [...times].sort((a, b) => weight(b) - weight(a)).map(([id]) => id)
  const [best = check] = failedChecks
  if (!isIndependent(best)) return [`--only '${requirement.split('.').slice(0, 2).join('.')}.*'`]
  return alwaysFails ? named(best) : named(...new Set([check, ...failedChecks]))
}

const named = (...checks: readonly string[]): string[] =>
  checks.slice(0, MOST_CHECKS).map(check => `--check ${quoted(check)}`)

/** Whether the check belongs to an API whose checks do not depend on what other checks did. */
const isStateless = (check: string, apis: readonly Api[]): boolean =>
  apis.some(({ name, causes }) => causes?.stateless && check.startsWith(`${name}.`))

/** Checks and visits have dotted ids; other activities of a run, such as clean-up, have plain words. */
const isCheck = (id: string): boolean => id.includes('.')

/** The path of the counterexample among the generated requests; in other claims `path` means something else. */
function counterexampleIn({ args }: ClaimRecord): string | null {
  const path = args['path']
  return typeof path === 'string' && /^\d+(:\d+)*$/.test(path) ? path : null
}

const quoted = (word: string): string => (/^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
