/** The two envelopes, judged on every exchange: messaging contract, "Conventions shared by all endpoints". */
import { bodyOf, broken, type Exchange, holds, predicate } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { envelopeOf } from '../outcome.ts'

/** `/tus` uses another protocol; every other operation that a check judges replies with these envelopes. */
const ofAnEndpoint = (exchange: Exchange): boolean =>
  exchange.api === 'messaging' && exchange.operation !== null && exchange.operation !== 'probeResumableUpload'

const oneOfTwo = predicate('messaging.one-of-two-envelopes', exchanges => {
  const wrong = exchanges.find(exchange => envelopeOf(exchange) === 'neither')
  return wrong ? broken("a JSON object with result 'success' or 'error'", bodyOf(wrong)) : holds
})

export default area('messaging.envelope', ({ everywhere, visit, watch }) => [
  visit('getLinkifiers', { actors: ['user'] }, async ({ user }) => void (await user.getLinkifiers())),
  visit('getProfileFields', {}, async ({ nobody }) => void (await nobody.getProfileFields())),

  everywhere(
    'messaging.envelope.one-of-two',
    'Every reply of an endpoint is a JSON object that is either a success or an error envelope',
    ofAnEndpoint,
    oneOfTwo,
  ),

  watch(
    'statuses',
    async ({ user, nobody, observe }) => {
      const [good, bad] = [await user.getProfileFields(), await nobody.getProfileFields()]
      observe(
        'messaging.envelope.http-status',
        `success with ${good.status}, missing credentials with ${bad.status}`,
        good,
        bad,
      )
      observe('messaging.envelope.content-type', String(good.headers['content-type'] ?? 'none'), good)
      const contradicts = good.status >= 400 || bad.status < 400
      observe(
        'messaging.envelope.status-contradiction',
        contradicts ? 'a status says another thing than its envelope' : 'none seen',
        good,
        bad,
      )
    },
    { needs: { actors: ['user'] } },
  ),
])
