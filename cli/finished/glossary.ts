/** What the catalogue and the descriptions add to a report: titles, levels, the sentences of open points. */
import { areas, openPoints, requirements } from '../../generated/catalogue.ts'
import { type OperationData, operations } from '../../generated/operations.ts'
import type { Glossary } from '../../reports/index.ts'

export function glossary(): Glossary {
  const known: readonly OperationData[] = Object.values(operations)
  return {
    areas: Object.fromEntries(areas.map(({ id, title }) => [id, title])),
    levels: Object.fromEntries(
      requirements.map(({ id, since, until }) => [
        id,
        { ...(since !== undefined && { since }), ...(until !== undefined && { until }) },
      ]),
    ),
    openPoints: Object.fromEntries(openPoints.map(({ id, sentence }) => [id, sentence])),
    operations: known.map(({ id, api, method, path, parameters }) => ({
      ...{ id, api, method, path },
      parameters: parameters.map(({ name }) => name),
    })),
  }
}
