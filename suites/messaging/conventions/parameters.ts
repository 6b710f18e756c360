/** How parameters are encoded, and unsupported parameters: messaging contract, "Conventions shared by all endpoints". */
import { verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { control, controlReply, vary } from '../controls/variations.ts'
import { together, unaddressed } from '../drafts/draft-makers.ts'
import { registered, scheduledToOneself, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { newDirect, stateIfReadable } from '../scheduled-messages/scheduled-message-makers.ts'
import { isSuccess, listsNoneOf, listsNothing, listsUnsupported, supportedNames } from './parameters.predicates.ts'
import { claimListed, controlAgain, ignoresUnsupported, requireIgnored, withUnsupported } from './unsupported.ts'
import { LISTED_FROM, UNSUPPORTED } from './unsupported-names.ts'

export default area('messaging.parameters', ({ check, each, everywhere, visit, watch }) => [
  visit('getLinkifiers', { actors: ['user'] }, async world => {
    if (world.level >= LISTED_FROM) await withUnsupported(world, 'getLinkifiers')
  }),

  check('messaging.parameters.form-post', 'A POST takes its parameters from an urlencoded form body', async world => {
    world.claim(await control(world, 'createDrafts')).holdsIntegers('/ids', 1)
  }),

  check('messaging.parameters.form-patch', 'A PATCH takes its parameters from an urlencoded form body', async world => {
    const content = world.name('read from the form')
    const scheduled_message_id =
      (await newDirect(world).catch(unlessMissing)) ?? (await scheduledToOneself(world, world.user))
    const reply = await vary(world, 'updateScheduledMessage', { scheduled_message_id, content })
    world.requireAccepted(reply)
    const state = await stateIfReadable(world, scheduled_message_id)
    if (state?.['content'] === content) return void world.claim(reply).isShown('the edited message', state, { content })
    world
      .claim(await vary(world, 'updateScheduledMessage', { type: 'nonsense' }))
      .against(await control(world, 'updateScheduledMessage'))
      .isRefused()
  }),

  check(
    'messaging.parameters.form-delete',
    'A DELETE takes its parameters from an urlencoded form body',
    async world => {
      world.claim(await controlAgain(world, 'deleteEventQueue')).succeeds()
    },
  ),

  check('messaging.parameters.query-get', 'A GET takes its parameters from the query string', async world => {
    world.claim(await controlAgain(world, 'checkMessagesMatchNarrow')).succeeds()
  }),

  check('messaging.parameters.json-lists', 'A list parameter is read from a JSON-encoded string', async world => {
    const quick = world.budget === 'quick' ? await together(world) : null
    if (quick && outcomeOf(quick.reply) === 'success')
      return void world.claim(quick.reply).holdsIntegers('/ids', quick.sent.length)
    const drafts = [1, 2, 3].map(() => unaddressed(world))
    // Clients in other languages write JSON with spaces between its elements.
    const spaced = verbatim(JSON.stringify(drafts, null, 1).replaceAll(/\n */g, ' '))
    world.claim(await vary(world, 'createDrafts', { drafts: spaced })).holdsIntegers('/ids', 3)
  }),

  check(
    'messaging.parameters.empty-topic-display-name',
    'The register settings hold the display name of the empty topic as a string',
    async world => {
      const name = await registered(world, 'realm_empty_topic_display_name')
      world.claim().isShown('the display name', { kind: typeof name }, { kind: 'string' })
    },
  ),

  everywhere(
    'messaging.parameters.supported-not-listed',
    'No success reply lists a parameter that the endpoint supports as unsupported',
    isSuccess,
    listsNoneOf,
    ({ operation }, { level }) => ({ supported: supportedNames(operation ?? '', level) }),
  ),

  everywhere(
    'messaging.parameters.nothing-to-list',
    'Where every parameter sent is supported, the list of unsupported ones is absent or empty',
    (exchange, { level }) => {
      if (!isSuccess(exchange)) return false
      const supported = supportedNames(exchange.operation ?? '', level)
      return (exchange.request.sent ?? []).every(name => supported.includes(name))
    },
    listsNothing,
  ),

  check(
    'messaging.parameters.unsupported-ignored',
    'A parameter that the endpoint does not support is ignored whatever its value: the request is accepted as without it',
    ignoresUnsupported,
  ),

  check(
    'messaging.parameters.unsupported-ahead',
    'Before feature level 167 a success reply lists no unsupported parameters',
    async world => {
      const reply = await world.user.sends('getLinkifiers', { [UNSUPPORTED]: 'x' })
      await requireIgnored(world, reply, () => controlReply(world, 'getLinkifiers'))
      world.claim(reply).keeps(listsNothing, {})
    },
  ),

  each(
    {
      'messaging.parameters.unsupported-set-typing-status': [
        'An unsupported parameter sent when setting the typing status is listed in the success reply',
        'setTypingStatus',
      ],
      'messaging.parameters.unsupported-set-message-edit-typing-status': [
        'An unsupported parameter sent when setting the typing status of a message edit is listed in the success reply',
        'setMessageEditTypingStatus',
      ],
      'messaging.parameters.unsupported-update-scheduled-message': [
        'An unsupported parameter sent when editing a scheduled message is listed in the success reply',
        'updateScheduledMessage',
      ],
      'messaging.parameters.unsupported-create-channel': [
        'An unsupported parameter sent when creating a channel is listed in the success reply',
        'createChannel',
      ],
      'messaging.parameters.unsupported-create-channel-folder': [
        'An unsupported parameter sent when creating a channel folder is listed in the success reply',
        'createChannelFolder',
      ],
      'messaging.parameters.unsupported-add-default-channel': [
        'An unsupported parameter sent when adding a default channel is listed in the success reply',
        'addDefaultChannel',
      ],
      'messaging.parameters.unsupported-check-messages-match-narrow': [
        'An unsupported parameter sent when matching messages against a narrow is listed in the success reply',
        'checkMessagesMatchNarrow',
      ],
      'messaging.parameters.unsupported-get-message-history': [
        'An unsupported parameter sent when reading the history of a message is listed in the success reply',
        'getMessageHistory',
      ],
      'messaging.parameters.unsupported-remove-reaction': [
        'An unsupported parameter sent when removing a reaction is listed in the success reply',
        'removeReaction',
      ],
      'messaging.parameters.unsupported-create-drafts': [
        'An unsupported parameter sent when creating drafts is listed in the success reply',
        'createDrafts',
      ],
      'messaging.parameters.unsupported-send-invites': [
        'An unsupported parameter sent when sending invitations is listed in the success reply',
        'sendInvites',
      ],
      'messaging.parameters.unsupported-create-reusable-invite-link': [
        'An unsupported parameter sent when creating a reusable link is listed in the success reply',
        'createReusableInviteLink',
      ],
      'messaging.parameters.unsupported-revoke-reusable-invite-link': [
        'An unsupported parameter sent when revoking a reusable link is listed in the success reply',
        'revokeReusableInviteLink',
      ],
      'messaging.parameters.unsupported-create-profile-field': [
        'An unsupported parameter sent when creating a profile field is listed in the success reply',
        'createProfileField',
      ],
      'messaging.parameters.unsupported-get-profile-fields': [
        'An unsupported parameter sent when listing profile fields is listed in the success reply',
        'getProfileFields',
      ],
      'messaging.parameters.unsupported-add-playground': [
        'An unsupported parameter sent when adding a playground is listed in the success reply',
        'addPlayground',
      ],
      'messaging.parameters.unsupported-get-linkifiers': [
        'An unsupported parameter sent when listing linkifiers is listed in the success reply',
        'getLinkifiers',
      ],
      'messaging.parameters.unsupported-get-presence': [
        'An unsupported parameter sent when reading presence is listed in the success reply',
        'getPresence',
      ],
      'messaging.parameters.unsupported-create-user-group': [
        'An unsupported parameter sent when creating a user group is listed in the success reply',
        'createUserGroup',
      ],
      'messaging.parameters.unsupported-get-user-groups': [
        'An unsupported parameter sent when listing user groups is listed in the success reply',
        'getUserGroups',
      ],
      'messaging.parameters.unsupported-deactivate-user-group': [
        'An unsupported parameter sent when deactivating a user group is listed in the success reply',
        'deactivateUserGroup',
      ],
      'messaging.parameters.unsupported-add-navigation-view': [
        'An unsupported parameter sent when adding a navigation view is listed in the success reply',
        'addNavigationView',
      ],
      'messaging.parameters.unsupported-fetch-api-key': [
        'An unsupported parameter sent when fetching an API key is listed in the success reply',
        'fetchApiKey',
      ],
      'messaging.parameters.unsupported-remove-apns-token': [
        'An unsupported parameter sent when removing an APNs token is listed in the success reply',
        'removeApnsToken',
      ],
      'messaging.parameters.unsupported-send-test-push': [
        'An unsupported parameter sent when sending a test notification is listed in the success reply',
        'sendTestPush',
      ],
      'messaging.parameters.unsupported-upload-file': [
        'An unsupported parameter sent when uploading a file is listed in the success reply',
        'uploadFile',
      ],
      'messaging.parameters.unsupported-delete-event-queue': [
        'An unsupported parameter sent when deleting an event queue is listed in the success reply',
        'deleteEventQueue',
      ],
    },
    claimListed,
  ),

  check(
    'messaging.parameters.unsupported-mark-all-as-read',
    'An unsupported parameter sent when marking all as read is listed in the success reply',
    claimListed('markAllAsRead'),
  ),
  check(
    'messaging.parameters.unsupported-deactivate-own-account',
    'An unsupported parameter sent when deactivating the own account is listed in the success reply',
    async world => {
      const leaver = await world.fresh('member')
      const reply = await leaver.sends('deactivateOwnAccount', { [UNSUPPORTED]: 'x' })
      await requireIgnored(world, reply, () => leaver.deactivateOwnAccount())
      world.claim(reply).keeps(listsUnsupported, { name: UNSUPPORTED })
    },
  ),

  watch(
    'carriers',
    async world => {
      for (const [carrier, point] of [
        ['multipart', 'messaging.parameters.other-encodings'],
        ['query', 'messaging.parameters.query-on-post'],
      ] as const) {
        const reply = await vary(world, 'createDrafts', {}, { observed: true, carrier })
        const ids = (reply.json as { ids?: unknown } | undefined)?.ids
        const read = outcomeOf(reply) === 'success' && Array.isArray(ids) && ids.length === 1
        world.observe(point, `${carrier} on a POST is ${read ? 'read' : 'not read'}`, reply)
      }
      const digits = await vary(
        world,
        'createDrafts',
        { drafts: [{ type: 'private', to: [String(world.user.userId)], topic: '', content: world.name('draft') }] },
        { observed: true },
      )
      world.observe(
        'messaging.parameters.digits-as-text',
        outcomeOf(digits) === 'success' ? 'accepted' : 'refused',
        digits,
      )
    },
    { needs: { actors: ['user'], allow: 'write' } },
  ),
])
