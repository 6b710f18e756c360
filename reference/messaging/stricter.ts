/** What the contract leaves a deployment free to refuse, one variant each. */
import { type Call, type Reply, refuse } from './call.ts'
import { isObject } from './params.ts'

interface Stricter {
  /** The variant that refuses it. */
  readonly variant: string
  readonly operations: readonly string[]
  readonly when: (call: Call) => boolean
  readonly msg: string
}

const texts = (call: Call): string[] =>
  Object.values(Object(call.params.raw('field_data'))).map(choice =>
    isObject(choice) ? String(choice['text']).trim().toLowerCase() : '',
  )
const orders = (call: Call): string[] =>
  Object.values(Object(call.params.raw('field_data'))).map(choice => (isObject(choice) ? String(choice['order']) : ''))
const repeats = (list: readonly string[]): boolean => new Set(list).size < list.length

const hasEmptySetting = ({ params }: Call): boolean =>
  [...params.names()].some(name => {
    const value = params.raw(name)
    return (
      /^can_.*_group$/.test(name) &&
      isObject(value) &&
      Object.values(value).some(one => Array.isArray(one) && one.length === 0)
    )
  })

const named = (call: Call, list: Iterable<Readonly<Record<string, unknown>>>): boolean =>
  call.params.has('name') &&
  [...list].some(one => String(one['name']).toLowerCase() === call.params.text('name').toLowerCase())

const table: readonly Stricter[] = [
  {
    variant: 'settings.no-empty-lists',
    operations: ['createUserGroup', 'createChannel'],
    when: hasEmptySetting,
    msg: 'A setting names somebody',
  },
  {
    variant: 'profile-fields.distinct-choices',
    operations: ['createProfileField'],
    when: call => repeats(texts(call)) || repeats(orders(call)),
    msg: 'Two choices are alike',
  },
  {
    variant: 'playgrounds.names-once',
    operations: ['addPlayground'],
    when: call => named(call, call.org.playgrounds.values()),
    msg: 'A playground of that name exists',
  },
  {
    variant: 'navigation.names-once',
    operations: ['addNavigationView'],
    when: call => named(call, call.org.navigationViews.values()),
    msg: 'A view of that name exists',
  },
]

/** The refusal of a deployment that is stricter than it has to be; undefined where it is not. */
export function strictRefusal(call: Call): Reply | undefined {
  const found = table.find(
    ({ variant, operations, when }) =>
      operations.includes(call.operation) && call.uses(`messaging.${variant}`) && when(call),
  )
  return found && refuse(call, 'strict', found.msg)
}
