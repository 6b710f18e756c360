/** Finds links of the catalogue that lead nowhere, or to something that does not exist yet at the requirement's levels. */
import type { Catalogue, Requirement } from './catalogue-entry.ts'
import type { FieldRules } from './field-rules.ts'
import type { OperationData } from './operation-data.ts'

export function checkLinks(
  catalogue: Pick<Catalogue, 'requirements' | 'where'>,
  rules: FieldRules,
  operations: readonly OperationData[],
): string[] {
  const parameters = parameterLevels(operations)
  const fields = fieldLevels(rules)
  const codes = new Set(operations.flatMap(({ id, codes }) => codes.map(code => `${id}/${code}`)))
  const mistakes = catalogue.requirements.flatMap(requirement => [
    ...parameterMistakes(requirement, parameters),
    ...codeMistakes(requirement, codes),
    ...levelMistakes(requirement, 'its field', fields.get(requirement.id) ?? 0),
  ])
  const lost = rules.dangling.map(({ requirement, link }) => ({
    id: requirement,
    text: `${link} is not a field of any reply`,
  }))
  return [...lost, ...mistakes].map(({ id, text }) => `${catalogue.where.get(id) ?? id}: ${text}`)
}

interface Mistake {
  readonly id: string
  readonly text: string
}

function parameterMistakes(requirement: Requirement, parameters: ReadonlyMap<string, number>): Mistake[] {
  const { id, parameter } = requirement
  if (parameter === undefined) return []
  const since = parameters.get(parameter)
  return since === undefined
    ? [{ id, text: `${parameter} is not a parameter` }]
    : levelMistakes(requirement, parameter, since)
}

function codeMistakes({ id, code }: Requirement, codes: ReadonlySet<string>): Mistake[] {
  return code === undefined || codes.has(code) ? [] : [{ id, text: `${code} is not an error code of that operation` }]
}

function levelMistakes({ id, since = 0 }: Requirement, what: string, exists: number): Mistake[] {
  return since >= exists
    ? []
    : [{ id, text: `${what} exists from feature level ${exists}, so since must not be below it` }]
}

/** The first level of each parameter, named `operation/parameter`. */
function parameterLevels(operations: readonly OperationData[]): Map<string, number> {
  return new Map(
    operations.flatMap(operation =>
      operation.parameters.map(
        ({ name, since = 0 }) => [`${operation.id}/${name}`, Math.max(since, operation.since ?? 0)] as const,
      ),
    ),
  )
}

/** The first level at which any field of each requirement exists. */
function fieldLevels({ rules }: FieldRules): Map<string, number> {
  const levels = new Map<string, number>()
  for (const { requirement, since = 0 } of rules) {
    levels.set(requirement, Math.min(levels.get(requirement) ?? since, since))
  }
  return levels
}
