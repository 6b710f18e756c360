/** Who is served: messaging contract, "Authentication". */
import { type MessagingOperationId, type OperationData, operations } from '../../generated/operations.ts'
import { area, outcomeOf, type Reply, Undecided, type World } from '../../harness/index.ts'
import { controlOf } from './variations.ts'

const READING = [
  'getLinkifiers',
  'getProfileFields',
  'getPresence',
  'getUserGroups',
  'getMessageHistory',
  'checkMessagesMatchNarrow',
] as const
const WRITING = [
  'createDrafts',
  'addNavigationView',
  'uploadFile',
  'setTypingStatus',
  'setMessageEditTypingStatus',
  'updateScheduledMessage',
  'removeReaction',
  'deleteEventQueue',
  'removeApnsToken',
  'sendTestPush',
  'markAllAsRead',
] as const
const ADMINISTERING = [
  'createUserGroup',
  'createChannel',
  'createChannelFolder',
  'addDefaultChannel',
  'createProfileField',
  'addPlayground',
  'sendInvites',
  'createReusableInviteLink',
  'deactivateUserGroup',
  'revokeReusableInviteLink',
] as const

const existsAt = (operation: MessagingOperationId, level: number): boolean =>
  ((operations[operation] as OperationData).since ?? 0) <= level

/** Each request is first accepted with credentials, then sent without. What cannot be had here is left out. */
async function refusesWithout(world: World, candidates: readonly MessagingOperationId[]): Promise<void> {
  const there = candidates.filter(operation => existsAt(operation, world.level))
  for (const operation of world.budget === 'quick' ? world.random.sample(there, 2) : there) {
    const pair = await withAndWithout(world, operation)
    if (pair) world.claim(pair.without).against(pair.control).isRefused()
  }
}

async function withAndWithout(
  world: World,
  operation: MessagingOperationId,
): Promise<{ control: Reply; without: Reply } | null> {
  const { who, params, options } = controlOf(operation)
  try {
    const control = await world.once(`control of ${operation}`, async () =>
      who(world).sends(operation, (await params(world)) as Record<string, unknown>, options),
    )
    if (outcomeOf(control) !== 'success') return null
    return {
      control,
      without: await world.nobody.sends(operation, (await params(world)) as Record<string, unknown>, options),
    }
  } catch (error) {
    if (error instanceof Undecided && !error.planned) return null
    throw error
  }
}

const WRONG_KEY = 'assayWrongKey0000000000000000000'

export default area('messaging.credentials', ({ check, watch }) => [
  check('basic', 'A user is served with HTTP Basic credentials of email and API key', async ({ user, claim }) => {
    claim(await user.getLinkifiers()).succeeds()
    claim(await user.getProfileFields()).succeeds()
  }),

  check('bot', 'A bot is served with HTTP Basic credentials of its email and API key', async ({ bot, claim }) => {
    claim(await bot.getLinkifiers()).succeeds()
  }),

  check(
    'wrong-key',
    'A request with the email of a user and a wrong API key is refused',
    async ({ user, claim, once, requireAccepted, budget }) => {
      const control = await once('credentials: an accepted request', () => user.getProfileFields())
      requireAccepted(control)
      const shortened = user.apiKey.slice(0, -1)
      for (const apiKey of budget === 'quick' ? [WRONG_KEY] : [WRONG_KEY, shortened]) {
        claim(await user.withCredentials('user with a wrong key', { email: user.email, apiKey }).getProfileFields())
          .against(control)
          .isRefused()
      }
      if (budget === 'quick') return
      const wrong = { getLinkifiers: `${user.apiKey}0`, getPresence: WRONG_KEY, getUserGroups: '' } as const
      for (const read of ['getLinkifiers', 'getPresence', 'getUserGroups'] as const) {
        const served = await user[read]()
        requireAccepted(served)
        const stranger = user.withCredentials('user with a wrong key', { email: user.email, apiKey: wrong[read] })
        claim(await stranger[read]())
          .against(served)
          .isRefused()
      }
    },
  ),

  check(
    'key-of-another',
    'A request with the email of one user and the API key of another is refused',
    async ({ user, second, claim, once, requireAccepted }) => {
      const control = await once('credentials: an accepted request', () => user.getProfileFields())
      requireAccepted(control)
      const mixed = { email: user.email, apiKey: second.apiKey }
      claim(await user.withCredentials('user with the key of another', mixed).getProfileFields())
        .against(control)
        .isRefused()
    },
  ),

  check(
    'unknown-email',
    'A request with an email that belongs to nobody is refused',
    async ({ user, claim, once, requireAccepted, inviteDomain }) => {
      const control = await once('credentials: an accepted request', () => user.getProfileFields())
      requireAccepted(control)
      const stranger = user.withCredentials('stranger', { email: `nobody@${inviteDomain}`, apiKey: user.apiKey })
      claim(await stranger.getProfileFields())
        .against(control)
        .isRefused()
    },
  ),

  check(
    'none-reading',
    'A request without credentials to an endpoint that reads is refused, API key fetching aside',
    world => refusesWithout(world, READING),
  ),

  check('none-writing', 'A request without credentials to an endpoint that writes is refused', world =>
    refusesWithout(world, WRITING),
  ),

  check(
    'none-administering',
    "A request without credentials to an endpoint that needs an administrator's permission is refused",
    world => refusesWithout(world, ADMINISTERING),
  ),

  watch(
    'refusals',
    async ({ user, nobody, observe }) => {
      const none = await nobody.getLinkifiers()
      const wrong = await user
        .withCredentials('user with a wrong key', { email: user.email, apiKey: WRONG_KEY })
        .getLinkifiers()
      const code = (reply: Reply): string => String((reply.json as { code?: unknown } | undefined)?.code)
      observe('messaging.credentials.refusal-code', `none: ${code(none)}; a wrong key: ${code(wrong)}`, none, wrong)
    },
    { needs: { actors: ['user'] } },
  ),
])
