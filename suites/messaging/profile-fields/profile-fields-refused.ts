/** Refused profile fields: who may not create them, and that they are not created. */
import { verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { refusedTo, refusedToThese, triedBy } from '../authentication/administrators-only.ts'
import { type Changes, control, refusedAmong } from '../controls/variations.ts'
import { outcomeOf } from '../outcome.ts'
import { sentIn } from '../sent-in.ts'

/** Changes that are each refused for a different reason. */
const refusable: readonly Changes[] = [
  { field_type: undefined },
  { field_type: '1abc' },
  { field_type: 9 },
  { display_in_profile_summary: 'yes' },
  { required: 'yes' },
  { editable_by_user: 'yes' },
  { field_type: 3, field_data: verbatim('text') },
  { field_type: 3, field_data: { a: { order: '1' } } },
]

export default area('messaging.profile-fields', ({ check }) => [
  check(
    'messaging.profile-fields.member-refused',
    'A member who creates a profile field is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo('createProfileField', 'member', 'UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST'),
  ),

  check(
    'messaging.profile-fields.member-not-listed',
    'A profile field that a member was refused to create is not in the list',
    async world => {
      const reply = await triedBy(world, 'createProfileField', 'member')
      if (outcomeOf(reply) !== 'error') return world.cannotJudge('the member was not refused')
      world.claim(await world.admin.getProfileFields()).listsNo('/custom_fields', { name: sentIn(reply, 'name') })
    },
  ),

  check(
    'messaging.profile-fields.moderator-refused',
    'A moderator who creates a profile field is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo('createProfileField', 'moderator', 'UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST'),
  ),

  check(
    'messaging.profile-fields.guest-refused',
    'A guest who creates a profile field is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo('createProfileField', 'guest', 'UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST'),
  ),

  check(
    'messaging.profile-fields.bot-refused',
    'A bot that creates a profile field is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo('createProfileField', 'bot', 'UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST'),
  ),

  check(
    'messaging.profile-fields.others-not-listed',
    'A profile field that a moderator, a guest or a bot was refused to create is not in the list',
    async world => {
      const refused = await refusedToThese(world, 'createProfileField', ['moderator', 'guest', 'bot'])
      if (refused.length === 0) return world.cannotJudge('nobody was refused')
      const list = await world.admin.getProfileFields()
      for (const reply of refused) world.claim(list).listsNo('/custom_fields', { name: sentIn(reply, 'name') })
    },
  ),

  check(
    'messaging.profile-fields.refused-not-listed',
    'A profile field whose creation was refused is not in the list',
    async world => {
      await control(world, 'createProfileField')
      const refused = await refusedAmong(world, 'createProfileField', refusable)
      if (refused.length === 0) return world.cannotJudge('nothing was refused')
      const list = await world.admin.getProfileFields()
      for (const reply of refused) world.claim(list).listsNo('/custom_fields', { name: sentIn(reply, 'name') })
    },
  ),
])
