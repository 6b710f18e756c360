/** Credentials that are accepted or refused: messaging contract, "Authentication". */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import { type Reply, Undecided } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { NOTHING_DONE } from '../controls/nothing-done.ts'
import { byPermitted } from '../controls/variations.ts'
import { codeOf } from '../conventions/envelope-heads.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import {
  type AcceptedCaller,
  type AcceptedOperation,
  ADMINISTERING,
  acceptedCaller,
  acceptedOperations,
  guarded,
  keyOfAnother,
  nearlyRightKeys,
  READING,
  sentByImpostor,
  WRITING,
  wrongKeys,
} from './impostors.ts'

type Attempts = (world: World, operation: MessagingOperationId, known: AcceptedCaller) => AsyncIterable<Reply>

async function all(replies: AsyncIterable<Reply>): Promise<Reply[]> {
  const gathered: Reply[] = []
  for await (const reply of replies) gathered.push(reply)
  return gathered
}

/** Claims that requests are refused with these credentials; each was accepted with correct ones. Unavailable ones are skipped. */
async function refuses(world: World, requests: AsyncIterable<AcceptedOperation>, tries: Attempts): Promise<void> {
  for await (const [operation, known] of requests)
    for await (const reply of tries(world, operation, known)) world.claim(reply).against(known.control).isRefused()
}

const without: Attempts = async function* (world, operation, known) {
  yield sentByImpostor(world, operation, known, 'none', { name: 'nobody', credentials: null })
}

const withKeys = (keys: typeof wrongKeys): Attempts =>
  async function* (world, operation, known) {
    const { email, name } = known.person
    for (const apiKey of keys(world, operation, known.person)) {
      const impostor = { name: `${name} with a wrong key`, credentials: { email, apiKey } }
      yield sentByImpostor(world, operation, known, keys.name, impostor)
    }
  }

const withWrongKeys = withKeys(wrongKeys)

/** Few enough wrong keys that the account is not locked. */
const fewWrongKeys: typeof wrongKeys = (...given) => wrongKeys(...given).slice(0, 2)
const withFewWrongKeys = withKeys(fewWrongKeys)

const withKeyOfAnother: Attempts = async function* (world, operation, known) {
  const { email, name } = known.person
  const credentials = { email, apiKey: await keyOfAnother(world, known.person) }
  yield sentByImpostor(world, operation, known, 'another', { name: `${name} with the key of another`, credentials })
}

const asStranger: Attempts = async function* (world, operation, known) {
  const credentials = { email: `nobody@${world.inviteDomain}`, apiKey: known.person.apiKey }
  yield sentByImpostor(world, operation, known, 'stranger', { name: 'stranger', credentials })
}

/** One request for each operation, at every budget: no other request detects an endpoint that serves anybody. */
const refusesWithout = (world: World, candidates: readonly MessagingOperationId[]): Promise<void> =>
  refuses(world, acceptedOperations(world, candidates, candidates.length), without)

/** Claims that the refused requests had no effect; a request that was accepted violates another requirement. */
async function claimNoEffect(world: World): Promise<void> {
  let looked = false
  for await (const [operation, known] of acceptedOperations(
    world,
    Object.keys(NOTHING_DONE) as MessagingOperationId[],
    2,
  )) {
    const refused = await all((world.budget === 'quick' ? withFewWrongKeys : withWrongKeys)(world, operation, known))
    if (refused.some(reply => outcomeOf(reply) !== 'error')) continue
    looked = (await NOTHING_DONE[operation]?.(world, known, await known.next(wrongKeys.name), refused)) || looked
  }
  if (!looked) throw new Undecided('fixture-missing', 'nothing shows what became of a refused request', false)
}

/** Lists that are nobody's own: a deployment may close each of them to bots. */
const LISTS = ['getLinkifiers', 'getProfileFields', 'getPresence'] as const

/** A list as a bot reads it: the first that it may read, unless another is refused to it as if it had no credentials. */
async function readByBot(world: World): Promise<Reply> {
  const [first, ...others] = LISTS
  const reply = await world.bot[first]()
  if (outcomeOf(reply) !== 'error') return reply
  const unknown = await world.nobody[first]({}, { observed: true })
  const code = codeOf(reply.body)
  if (code !== 'BAD_REQUEST' && code === codeOf(unknown.body)) return reply
  for (const list of others) {
    const other = await world.bot[list]()
    if (outcomeOf(other) === 'success') return other
  }
  return reply
}

export default area('messaging.credentials', ({ check, watch }) => [
  check(
    'messaging.credentials.basic',
    'A user is served with HTTP Basic credentials of email and API key',
    async world => {
      for (const operation of ['getLinkifiers', 'getProfileFields'] as const) {
        const reply = await world.user[operation]()
        const permitted = outcomeOf(reply) === 'error' ? await byPermitted(world, operation, {}) : null
        world.claim(permitted?.reply ?? reply).succeeds()
      }
    },
  ),

  check(
    'messaging.credentials.bot',
    'A bot is served with HTTP Basic credentials of its email and API key',
    async world => {
      world.claim(await readByBot(world)).succeeds()
    },
  ),

  check(
    'messaging.credentials.wrong-key',
    'A request with the email of a user and a wrong API key is refused',
    async world => {
      await refuses(world, guarded(world), withWrongKeys)
    },
  ),

  check(
    'messaging.credentials.key-to-the-letter',
    'A request with blanks around the API key, or with a key of one letter case in the other case, is refused',
    async world => {
      const requests = world.budget === 'quick' ? acceptedOperations(world, READING, 1) : guarded(world)
      await refuses(world, requests, withKeys(nearlyRightKeys))
    },
  ),

  check(
    'messaging.credentials.key-of-another',
    'A request with the email of one user and the API key of another is refused',
    async world => {
      await refuses(world, guarded(world), withKeyOfAnother)
    },
  ),

  check(
    'messaging.credentials.unknown-email',
    'A request with an email that belongs to nobody is refused',
    async world => {
      await refuses(world, guarded(world), asStranger)
    },
  ),

  check(
    'messaging.credentials.none-reading',
    'A request without credentials to an endpoint that reads is refused, API key fetching aside',
    world => refusesWithout(world, READING),
  ),

  check(
    'messaging.credentials.none-writing',
    'A request without credentials to an endpoint that writes is refused',
    world => refusesWithout(world, WRITING),
  ),

  check(
    'messaging.credentials.none-administering',
    "A request without credentials to an endpoint that needs an administrator's permission is refused",
    world => refusesWithout(world, ADMINISTERING),
  ),

  check(
    'messaging.credentials.refused-does-nothing',
    'A writing request that is refused for its credentials changes nothing',
    claimNoEffect,
  ),

  check(
    'messaging.credentials.own-account',
    'An account is deactivated neither without credentials, nor with a wrong API key, the key of another or an unknown email',
    async world => {
      const leaver = await world.fresh('member')
      const known = { person: leaver, next: async () => ({}), control: await leaver.getProfileFields() }
      world.requireAccepted(known.control)
      const ways = [withKeys(fewWrongKeys), withKeyOfAnother, asStranger, without]
      const replies = await Promise.all(ways.map(tries => all(tries(world, 'deactivateOwnAccount', known))))
      for (const reply of replies.flat()) world.claim(reply).against(known.control).isRefused()
      world.claim(await leaver.deactivateOwnAccount()).succeeds()
    },
    { isolation: 'last' },
  ),

  watch(
    'refusals',
    async world => {
      const known = await acceptedCaller(world, 'getLinkifiers')
      if (!known) return
      const [none] = await all(without(world, 'getLinkifiers', known))
      const [wrong] = await all(withWrongKeys(world, 'getLinkifiers', known))
      if (!none || !wrong) return
      const code = (reply: Reply): string => String((reply.json as { code?: unknown } | undefined)?.code)
      const observed = `none: ${code(none)}; a wrong key: ${code(wrong)}`
      world.observe('messaging.credentials.refusal-code', observed, none, wrong)
    },
    { needs: { actors: ['user'] } },
  ),
])
