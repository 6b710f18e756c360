/** Two reads agree with each other, and with deactivations between them. */
import {
  type Concluded,
  elementsWhere,
  integerIn,
  listed,
  type Predicate,
  type Sequence,
  type TrafficStep,
  unlisted,
  valueAt,
} from '../../../harness/index.ts'
import { inOrder } from '../messages/history.predicates.ts'
import { sameOrder } from '../organization/linkifiers.predicates.ts'
import { follows, isFaultless, mayBeBehind, organizationOf, Recent, succeeded } from './quiet.ts'
import { idsAreReadable, isReadable } from './readable.ts'

const orderStable: Sequence = {
  requirements: ['messaging.linkifiers.order-stable'],
  start: () => {
    const last = new Recent(20)
    return step => {
      if (step.exchange.operation !== 'getLinkifiers' || !succeeded(step)) return []
      const before = last.get(organizationOf(step))
      last.set(organizationOf(step), step)
      if (!before || !follows(step, before)) return []
      const exchanges = [before.exchange, step.exchange]
      return [
        {
          requirement: 'messaging.linkifiers.order-stable',
          predicate: sameOrder as unknown as Predicate,
          args: {},
          exchanges,
        },
      ]
    }
  },
}

const contentsOf = (step: TrafficStep): unknown[] => {
  const list = valueAt(step.exchange.json, '/message_history')
  return Array.isArray(list) ? list.map(one => valueAt(one, '/content')) : []
}

const areDistinct = (values: readonly unknown[]): boolean =>
  values.every(value => typeof value === 'string') && new Set(values).size === values.length

/** Contents missing from the first read are newer, so they come after the others. */
const oldestFirst: Sequence = {
  requirements: ['messaging.history.oldest-first'],
  start: () => {
    const last = new Recent(200)
    return step => {
      const { operation, request } = step.exchange
      if (operation !== 'getMessageHistory' || !succeeded(step)) return []
      const key = `${step.caller} ${request.url}`
      const before = last.get(key)
      last.set(key, step)
      const [old, now] = [before ? contentsOf(before) : [], contentsOf(step)]
      if (!before || step.sentAt < before.receivedAt || !areDistinct(old) || !areDistinct(now)) return []
      if (!old.every(content => now.includes(content)) || now.length === old.length) return []
      const values = [...old, ...now.filter(content => !old.includes(content))]
      return [
        {
          requirement: 'messaging.history.oldest-first',
          predicate: inOrder as unknown as Predicate,
          args: { field: 'content', values },
          exchanges: [step.exchange],
          control: before.exchange,
        },
      ]
    }
  },
}

/** The group id in the path, mapped as ids in replies are, however large it is. */
const groupOf = ({ request }: TrafficStep): number => integerIn(request?.texts.get('user_group_id') ?? 'none')

/** A group that was just deactivated is hidden in plain lists, and included in full ones. */
const deactivated: Sequence = {
  requirements: ['messaging.user-groups.deactivated-hidden', 'messaging.user-groups.deactivated-included'],
  start: () => {
    const gone = new Recent(100)
    return step => {
      const { operation } = step.exchange
      const id = groupOf(step)
      if (operation === 'deactivateUserGroup' && succeeded(step) && Number.isInteger(id))
        gone.set(`${organizationOf(step)} ${id}`, step)
      if (operation !== 'getUserGroups' || !succeeded(step) || !isFaultless(step.request)) return []
      const { texts } = step.request
      const isPlain = !texts.has('include_deactivated_groups') && !texts.has('allow_deactivated')
      const isWhole = texts.get('include_deactivated_groups') === 'true' && step.level >= 294
      if (!isPlain && !isWhole) return []
      const shown = isPlain ? deactivatedIn(step) : []
      const known = [...gone.values()].flatMap(before => {
        if (organizationOf(before) !== organizationOf(step)) return []
        const where = { id: groupOf(before) }
        const list = '/user_groups'
        const all = valueAt(step.exchange.json, list)
        const args = isPlain ? { list, where } : { list, where, has: { deactivated: true } }
        const isMissing = elementsWhere(all, where).length === 0
        const isActive = elementsWhere(all, { ...where, deactivated: false }).length > 0
        if (isActive && mayBeBehind(step, before)) return []
        return [
          {
            requirement: `messaging.user-groups.deactivated-${isPlain ? 'hidden' : 'included'}`,
            predicate: (isPlain ? unlisted : listed) as unknown as Predicate,
            args,
            isOpen: !follows(step, before) || (isMissing ? !idsAreReadable(all) : !isReadable(all, where.id, args)),
            exchanges: [step.exchange],
            control: before.exchange,
          },
        ]
      })
      return [...known, ...shown]
    }
  },
}

/** Deactivated groups in a plain list; open, since it is unknown who deactivated them and whether the flag is right. */
const deactivatedIn = (step: TrafficStep): Concluded[] =>
  elementsWhere(valueAt(step.exchange.json, '/user_groups'), { deactivated: true })
    .slice(0, 1)
    .map(() => ({
      requirement: 'messaging.user-groups.deactivated-hidden',
      predicate: unlisted as unknown as Predicate,
      args: { list: '/user_groups', where: { deactivated: true } },
      isOpen: true,
      exchanges: [step.exchange],
    }))

export const readsAgree: readonly Sequence[] = [orderStable, oldestFirst, deactivated]
