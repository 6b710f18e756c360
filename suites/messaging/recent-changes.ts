/** What requests and fixtures change, and where it is read afterwards. */
import {
  elementsWhere,
  type FixtureValue,
  integerIn,
  isObject,
  type RecentChange,
  type RecentChanges,
  type Reply,
  valueAt,
} from '../../harness/index.ts'
import { numberAt } from './controls/controls.ts'
import { outcomeOf } from './outcome.ts'

type Values = Readonly<Record<string, unknown>>

const GROUPS = '/user_groups'
const FIELDS = '/custom_fields'

/** Whether what was read has the list: if not, there is nothing to wait for. */
const isList = (shown: unknown, list: string): boolean => Array.isArray(valueAt(shown, list))

const integerOrNull = (id: unknown): number | null => (typeof id === 'number' && Number.isInteger(id) ? id : null)

const created = (readBy: string, list: string, id: number | null): RecentChange | null =>
  id === null
    ? null
    : {
        ...{ readBy, thing: String(id) },
        isShownBy: shown => !isList(shown, list) || elementsWhere(valueAt(shown, list), { id }).length > 0,
      }

const isActive = (group: unknown): boolean => isObject(group) && group['deactivated'] !== true

const deactivated = (id: number): RecentChange => ({
  ...{ readBy: 'getUserGroups', thing: String(id) },
  isShownBy: shown => !elementsWhere(valueAt(shown, GROUPS), { id }).some(isActive),
})

/** Text as sent, except for blanks around it. */
const isText = (shown: unknown, sent: unknown): boolean => String(shown).trim() === String(sent).trim()

function draftsCreated({ drafts }: Values, by: string): RecentChange | null {
  const contents = Array.isArray(drafts)
    ? drafts.map(draft => draft?.content).filter(one => typeof one === 'string')
    : []
  if (contents.length === 0) return null
  return {
    ...{ readBy: 'drafts-of', thing: `${by} ${contents[0]}` },
    concerns: ({ as }) => as === by,
    isShownBy(shown) {
      const found = valueAt(shown, '/drafts')
      if (!Array.isArray(found)) return true
      return contents.every(content => found.some(draft => isText(draft?.content, content)))
    },
  }
}

const defaultChannelAdded = ({ stream_id }: Values): RecentChange => ({
  ...{ readBy: 'default-channels', thing: String(stream_id) },
  isShownBy: shown => {
    const ids = valueAt(shown, '/ids')
    return !Array.isArray(ids) || ids.map(Number).includes(Number(stream_id))
  },
})

/** Nobody's messages are unread once all are marked; then a fixture makes some unread again. */
const unread = (email: string, isCounted: (count: number) => boolean): RecentChange => ({
  ...{ readBy: 'unread-of', thing: email },
  concerns: ({ as }) => as === email,
  isShownBy: shown => isCounted(Number(valueAt(shown, '/count'))),
})

const HOUR = 3600

/** What shows a part of a scheduled message, and whether it is as sent, as far as the contract says how it is shown. */
const PARTS_SHOWN: readonly (readonly [
  part: string,
  shownAs: string,
  (shown: unknown, sent: unknown, state: Values) => boolean,
])[] = [
  ['type', 'type', (shown, sent) => isForChannel(shown) === isForChannel(sent)],
  ['content', 'content', isText],
  // The empty topic has several spellings.
  ['topic', 'topic', (shown, sent, { type }) => !isForChannel(type) || isTopic(shown, sent)],
  ['to', 'to', (shown, sent) => idsIn(shown) === idsIn(sent)],
  ['scheduled_delivery_timestamp', 'deliverAt', (shown, sent) => Math.abs(Number(shown) - Number(sent)) < HOUR],
]
const idsIn = (to: unknown): string =>
  [to]
    .flat()
    .map(Number)
    .toSorted((one, other) => one - other)
    .join()
const isForChannel = (type: unknown): boolean => type === 'stream' || type === 'channel'
const isTopic = (shown: unknown, sent: unknown): boolean =>
  isText(shown, sent) || [shown, sent].every(one => ['', '(no topic)'].includes(String(one)))

function scheduledMessageEdited(sent: Values): RecentChange {
  const { scheduled_message_id: id } = sent
  return {
    ...{ readBy: 'scheduled-state', thing: String(id) },
    concerns: read => read['id'] === id,
    isShownBy: state =>
      !isObject(state) ||
      PARTS_SHOWN.every(
        ([part, as, isShown]) =>
          sent[part] === undefined || state[as] === undefined || isShown(state[as], sent[part], state),
      ),
  }
}

/** How snapshots name what an edit names. */
const IN_SNAPSHOTS = { content: 'content', topic: 'topic', channelId: 'stream' } as const

/** The empty topic has several spellings, so an edit to it is not looked for. */
function messageEdited({ messageId, ...edit }: FixtureValue): RecentChange | null {
  const looked = Object.entries(IN_SNAPSHOTS).filter(([name]) => edit[name] !== undefined && edit[name] !== '')
  if (looked.length === 0) return null
  return {
    ...{ readBy: 'getMessageHistory', thing: String(messageId) },
    concerns: ({ message_id }) => message_id === messageId,
    isShownBy(shown) {
      const snapshots = valueAt(shown, '/message_history')
      if (!Array.isArray(snapshots)) return true
      return looked.every(([name, member]) => snapshots.some(one => isText(one?.[member], edit[name])))
    },
  }
}

function changedBy(operation: string, sent: Values, reply: Reply, by: string): RecentChange | null {
  switch (operation) {
    case 'createUserGroup':
      return created('getUserGroups', GROUPS, numberAt(reply, 'group_id'))
    case 'createProfileField':
      return created('getProfileFields', FIELDS, numberAt(reply, 'id'))
    case 'deactivateUserGroup':
      return deactivated(integerIn(String(sent['user_group_id'])))
    case 'createDrafts':
      return draftsCreated(sent, by)
    case 'addDefaultChannel':
      return defaultChannelAdded(sent)
    case 'updateScheduledMessage':
      return scheduledMessageEdited(sent)
    case 'markAllAsRead':
      return valueAt(reply.json, '/complete') === false ? null : unread(by, count => count === 0)
    default:
      return null
  }
}

export const recentChanges: RecentChanges = {
  ofRequest: (operation, sent, reply, by) =>
    outcomeOf(reply) === 'success' ? changedBy(operation, sent, reply, by) : null,
  ofFixture(kind, withWhat, value) {
    if (kind === 'linkifier') return created('getLinkifiers', '/linkifiers', integerOrNull(value['id']))
    if (kind === 'edit') return messageEdited(withWhat)
    if (kind === 'unread') return unread(String(withWhat['as']), count => count >= Number(withWhat['count']))
    return null
  },
}
