/** Tells which links of the catalogue lead to no field and no parameter. */
import type { Catalogue } from './catalogue-entry.ts'
import type { FieldRules } from './field-rules.ts'
import type { OperationData } from './operation-data.ts'

export function checkLinks(catalogue: Catalogue, rules: FieldRules, operations: readonly OperationData[]): string[] {
  const parameters = new Set(operations.flatMap(({ id, parameters }) => parameters.map(({ name }) => `${id}/${name}`)))
  const where = (id: string): string => catalogue.where.get(id) ?? id
  return [
    ...rules.dangling.map(({ requirement, link }) => `${where(requirement)}: ${link} is no field of any reply`),
    ...catalogue.requirements.flatMap(({ id, parameter }) =>
      parameter === undefined || parameters.has(parameter) ? [] : [`${where(id)}: ${parameter} is no parameter`],
    ),
  ]
}
