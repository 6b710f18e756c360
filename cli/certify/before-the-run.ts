/** Before the run of a certification: does the target fit the statement, and what would be missing? */
import { basename } from 'node:path'
import { ConfigurationError, type Plan, planRun, type Target } from '../../harness/index.ts'
import { obstacleLines, obstacles, printable } from '../../reports/index.ts'
import type { Io } from '../process/io.ts'
import type { RunScope } from '../run/run-flags.ts'
import { currentSet, profileNamed } from './certifiable-set.ts'
import type { LocatedStatement } from './statement.ts'

/** Throws unless the target has every API of the profile, at the level that the statement claims. */
export function requireFitting({ statement, at }: LocatedStatement, target: Target): void {
  const ids = profileNamed(currentSet(), statement.profile)?.requirements ?? []
  for (const api of ['trading', 'messaging'] as const)
    if (ids.some(id => id.startsWith(`${api}.`)) && !target[api])
      throw new ConfigurationError(
        `${at('/profile')}: the profile ${statement.profile} covers ${api}, and the target file has no ${api} API`,
      )
  const level = target.messaging?.featureLevel
  const covers = ids.some(id => id.startsWith('messaging.'))
  if (covers && level !== statement.featureLevel)
    throw new ConfigurationError(
      `${at('/featureLevel')}: the statement claims feature level ${statement.featureLevel}, and the target file ${level}`,
    )
}

/** Reasons cite the copy in the bundle; its line numbers differ from those of the vendor's file. */
function aboutCopy(place: string): string[] {
  const file = place.replace(/(?::\d+)+$/, '')
  return basename(file) === 'statement.json' ? [] : [`(statement.json is the copy of ${printable(file)} in the bundle)`]
}

/** Reports what is missing before anything is sent; returns the number of required requirements that are missing. */
export function printMissing({ statement, at }: LocatedStatement, scope: RunScope, io: Io): number {
  const plan = planRun(scope)
  const { vendor, product, profile, featureLevel } = statement
  const level = featureLevel === undefined ? '' : ` at feature level ${featureLevel}`
  const count = (state: Plan['requirements'][number]['state']): Plan['requirements'] =>
    plan.requirements.filter(planned => planned.state === state)
  const [judged, outside, missing] = [count('judged'), count('not-applicable'), count('unverified')]
  const required = missing.filter(({ requirement }) => requirement.level === 'must')
  const lines = (entries: Plan['requirements']): string[] =>
    obstacleLines(
      obstacles(entries.map(({ requirement, reason, why }) => ({ id: requirement.id, reason, why }))),
      io.columns(),
    )
  io.out(
    [
      `Certifying ${printable(product.name)} ${printable(product.version)} by ${printable(vendor)}: profile ${profile}${level}, budget ${scope.budget}`,
      `${judged.length} of ${plan.requirements.length} requirements will be judged; ${outside.length} do not apply; ${missing.length} cannot be judged`,
      ...(outside.length > 0 ? ['', 'Not applicable:', ...lines(outside), ...aboutCopy(at('/profile'))] : []),
      ...(missing.length > 0 ? ['', 'Missing:', ...lines(missing)] : []),
      ...(required.length > 0
        ? ['', `${required.length} required requirements cannot be judged like this: the outcome cannot be conformant.`]
        : []),
      '',
      '',
    ].join('\n'),
  )
  return required.length
}
