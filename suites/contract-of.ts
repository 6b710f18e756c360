/** The part of the generated contract that is about one API. */
import { areas, catalogueDigest, openPoints, profiles, requirements } from '../generated/catalogue.ts'
import { fieldRules, fieldSchemas } from '../generated/field-rules.ts'
import { schemaOf, sharedSchemas } from '../generated/schemas.ts'
import type { Api } from '../harness/index.ts'
import { statedConstraints } from './properties/arbitraries.ts'

type Operation = Parameters<typeof schemaOf>[0]

const BROKEN_ELSEWHERE = [
  /^updateScheduledMessage .*: (required|minLength|not)$/,
  /^createDrafts drafts.*to \(ChannelDraft\): maxItems$/,
  /^uploadFile file: required$/,
  /^getOrderbook symbol: required$/,
]

export function contractOf(name: 'trading' | 'messaging'): Pick<Api, 'name' | 'catalogue' | 'fields' | 'requests'> {
  const own = <One extends { readonly api: string }>(entries: readonly One[]): One[] =>
    entries.filter(({ api }) => api === name)
  return {
    name,
    catalogue: {
      digest: catalogueDigest,
      areas: own(areas),
      requirements: own(requirements),
      openPoints: own(openPoints),
      profiles,
    },
    fields: { rules: own(fieldRules), schemas: fieldSchemas },
    requests: {
      schemaOf: (operation, level) => schemaOf(operation as Operation, 'request', level),
      shared: sharedSchemas,
      constraintsOf: (operation, level) => statedConstraints(operation as Operation, { level }),
      brokenElsewhere: BROKEN_ELSEWHERE,
      notGenerated: () =>
        name === 'trading' ? 'the effect of its one parameter is open; signed requests are generated instead' : null,
    },
  }
}
