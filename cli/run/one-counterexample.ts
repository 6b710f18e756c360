/** `--path` sends one counterexample: of one requirement, which generated requests demonstrate. */
import { ConfigurationError, planRun } from '../../harness/index.ts'
import { propertySuites } from '../../suites/properties/index.ts'
import type { RunScope } from './run-flags.ts'

export function requireOneGenerated({ checks: _, ...scope }: RunScope): void {
  const [one, ...others] = planRun(scope).requirements.map(({ requirement }) => requirement)
  if (!one || others.length > 0)
    throw new ConfigurationError(
      `--path is about one requirement, and --only ${scope.only.join(' ')} matches ${others.length + 1}`,
    )
  // What a check of the user's own generates is not known here.
  if (scope.own.some(({ id }) => id === one.id)) return
  const ofProperties = new Set(propertySuites.flatMap(({ items }) => items))
  const isGenerated = [...scope.areas, ...propertySuites]
    .flatMap(({ items }) => items)
    .some(
      item =>
        item.does === 'check' &&
        item.requirements.includes(one.id) &&
        (item.combines === true || ofProperties.has(item)),
    )
  if (!isGenerated)
    throw new ConfigurationError(`--path names a generated request, and no generated request demonstrates ${one.id}`)
}
