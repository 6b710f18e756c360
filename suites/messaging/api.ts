/** The messaging API as a value of the harness's `Api`. */
import { type OperationData, operations } from '../../generated/operations.ts'
import type { Api } from '../../harness/index.ts'
import { contractOf } from '../contract-of.ts'
import { mayNot } from './authentication/permissions.ts'
import { capacity } from './capacity.ts'
import { isNotOffered, isRefused, succeeds } from './conventions/envelope.predicates.ts'
import { refusalOf, wrongEnvelope } from './conventions/envelope-heads.ts'
import { fixtureKinds } from './fixture-kinds.ts'
import { leftovers } from './leftovers.ts'
import { codeOf, intentionOf, outcomeOf } from './outcome.ts'
import { people, wordsForPeople } from './people.ts'
import { recentChanges } from './recent-changes.ts'
import { standInFixtures } from './stand-in-fixtures.ts'
import { traffic } from './traffic/traffic.ts'
import { zulip } from './zulip/zulip.ts'

const all: readonly OperationData[] = Object.values(operations)

/** Requirements about whole groups of requests: for the same violation, a more specific requirement explains it better. */
const FAMILIES = /^messaging\.(?:properties|sequences|parameters|credentials|limits)\./

export const messaging: Api = {
  ...contractOf('messaging'),
  operations: Object.fromEntries(
    all.filter(({ api }) => api === 'messaging').map(operation => [operation.id, operation]),
  ),
  opening: { operation: 'getProfileFields', actor: 'nobody', expects: 'any' },
  replies: {
    outcome: outcomeOf,
    bare: new Set(['probeResumableUpload']),
    carries: (exchange, rule) =>
      (rule.code === undefined || codeOf(exchange) === rule.code) && intentionOf(exchange) === rule.on,
    ...{ succeeds, isRefused, isNotOffered },
    refusal: ({ body }) => refusalOf(body),
    garbled: ({ body }) => wrongEnvelope(body),
  },
  causes: { envelope: /^messaging\.envelope\./, plainness: id => (FAMILIES.test(id) ? 4 : 0) },
  people,
  fixtures: { kinds: fixtureKinds, builtIn: { zulip } },
  standInFixtures,
  ...{ leftovers, recentChanges },
  capacity,
  mayNot,
  traffic,
  words: given => {
    const { featureLevel = 0, inviteDomain = 'assay.invalid' } = given.target.messaging ?? {}
    return Object.assign(wordsForPeople(given), { level: featureLevel, inviteDomain })
  },
  secretNames: { members: ['api_key', 'password', 'token'], links: ['invite_link'] },
  secrets: ({ messaging: entry }) =>
    Object.values(entry?.actors ?? {}).flatMap(({ apiKey, password }) => [apiKey, ...(password ? [password] : [])]),
}
