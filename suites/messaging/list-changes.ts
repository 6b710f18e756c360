/** How requests change the lists of the contract: created objects are listed, deactivated ones are no longer active. */
import {
  elementsWhere,
  integerIn,
  isObject,
  type ListChanges,
  type ListedChange,
  type Reply,
  valueAt,
} from '../../harness/index.ts'
import { numberAt } from './controls.ts'
import { outcomeOf } from './outcome.ts'

const GROUPS = '/user_groups'
const FIELDS = '/custom_fields'

/** Whether the reply has the list: if not, there is nothing to wait for. */
const isList = ({ json }: Reply, list: string): boolean => Array.isArray(valueAt(json, list))

const created = (list: ListedChange['list'], pointer: string, id: number | null): ListedChange | null =>
  id === null
    ? null
    : {
        ...{ list, thing: String(id) },
        isShownBy: reply => !isList(reply, pointer) || elementsWhere(valueAt(reply.json, pointer), { id }).length > 0,
      }

const isActive = (group: unknown): boolean => isObject(group) && group['deactivated'] !== true

const deactivated = (id: number): ListedChange => ({
  ...{ list: 'getUserGroups', thing: String(id) },
  isShownBy: ({ json }) => !elementsWhere(valueAt(json, GROUPS), { id }).some(isActive),
})

export const listChanges: ListChanges = (operation, sent, reply) => {
  if (outcomeOf(reply) !== 'success') return null
  if (operation === 'createUserGroup') return created('getUserGroups', GROUPS, numberAt(reply, 'group_id'))
  if (operation === 'createProfileField') return created('getProfileFields', FIELDS, numberAt(reply, 'id'))
  if (operation === 'deactivateUserGroup') return deactivated(integerIn(String(sent['user_group_id'])))
  return null
}
