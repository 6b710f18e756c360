/** Creates profile fields of each type, once for all checks. */
import type { Reply } from '../../../harness/index.ts'
import { type Changes, control, vary } from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { ANY_NAME } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

export interface MadeField {
  readonly sent: Changes
  readonly reply: Reply
}

const LINK = 5
const OF_LINK = { required: true, editable_by_user: true }

/** Types that need no field_data, other than the control's; each is sent with some of the optional parameters. */
const PLAIN: readonly (readonly [type: number, others: Changes])[] = [
  [2, { hint: 'راهنما 提示', required: true, editable_by_user: false }],
  [4, { hint: 'A hint of several words', required: false, editable_by_user: true }],
  [LINK, OF_LINK],
  [6, { required: false, editable_by_user: false }],
  [8, { display_in_profile_summary: false }],
]

export const createField = (world: World, changes: Changes): Promise<Reply> =>
  vary(world, 'createProfileField', changes)

const linkField = unsupportedCarrier('createProfileField', async (world, besides): Promise<MadeField> => {
  const sent = { name: world.name(ANY_NAME), field_type: LINK, ...OF_LINK }
  return { sent, reply: await createField(world, { ...sent, ...besides }) }
})

/** A field of each of these types; if it is refused with the optional parameters, another with the type alone. */
export const plainFields = shared(async (world): Promise<readonly MadeField[]> => {
  const made: MadeField[] = []
  for (const [field_type, others] of PLAIN) {
    const name = world.name(others['required'] ? ANY_NAME : 'field')
    const all = { name, field_type, ...others }
    const { sent, reply } =
      field_type === LINK ? await linkField(world) : { sent: all, reply: await createField(world, all) }
    if (outcomeOf(reply) === 'success') made.push({ sent, reply })
    else made.push({ sent: { field_type }, reply: await createField(world, { field_type }) })
  }
  return made
})

const choices = (order: (n: number) => unknown) => ({
  a: { text: 'First', order: order(1) },
  b: { text: 'دوم 第二', order: order(2) },
  c: { text: 'The Third', order: order(3) },
})

/** A list of options. It is open whether the order of a choice is text or a number, so both are tried. */
export const optionsField = shared(async (world): Promise<MadeField> => {
  const sent = { name: world.name('options'), field_type: 3, field_data: choices(String) }
  const reply = await createField(world, sent)
  if (outcomeOf(reply) === 'success') return { sent, reply }
  const numbered = { ...sent, field_data: choices(Number) }
  return { sent: numbered, reply: await createField(world, numbered) }
})

/** The list after all of these fields were created. */
export const listOfMade = shared(async (world): Promise<Reply> => {
  await control(world, 'createProfileField')
  await plainFields(world)
  await optionsField(world)
  return world.admin.getProfileFields()
})
