/** Both descriptions pass the linter and have the operations and schemas that the catalogue refers to. */
import { describe, expect, test } from 'vitest'
import { type Api, lintSpec, loadSpec } from '../../generators/index.ts'
import { asJson } from '../../generators/json.ts'
import { operationsOf } from '../../generators/spec-operations.ts'

const want: Record<Api, { operations: string; schemas: string }> = {
  trading: {
    operations: 'getSwagger ping getTime getExchangeInfo getCoinsInfo getOrderbook',
    schemas: 'Envelope Market Coin Network OrderBook BookEntry SwaggerDocument',
  },
  messaging: {
    operations: `setTypingStatus setMessageEditTypingStatus updateScheduledMessage createChannel createChannelFolder
      addDefaultChannel checkMessagesMatchNarrow getMessageHistory removeReaction markAllAsRead createDrafts sendInvites
      createReusableInviteLink revokeReusableInviteLink createProfileField getProfileFields addPlayground getLinkifiers
      getPresence createUserGroup getUserGroups deactivateUserGroup addNavigationView fetchApiKey deactivateOwnAccount
      removeApnsToken sendTestPush uploadFile probeResumableUpload deleteEventQueue`,
    schemas: 'Draft UserGroup ProfileField Linkifier EditSnapshot PresenceEntry GroupSettingValue Success Error',
  },
}

describe.each(['trading', 'messaging'] as const)('%s', api => {
  test('passes the linter without errors or warnings', async () => {
    expect(await lintSpec(api)).toEqual([])
  })

  test('describes exactly the operations of the contract', async () => {
    const ids = operationsOf(await loadSpec(api)).map(({ id }) => id)
    expect(ids.sort()).toEqual(want[api].operations.split(/\s+/).sort())
  })

  test('names the schemas that the catalogue links to', async () => {
    const schemas = Object.keys(asJson(asJson((await loadSpec(api))['components'])['schemas']))
    expect(schemas).toEqual(expect.arrayContaining(want[api].schemas.split(' ')))
  })
})
