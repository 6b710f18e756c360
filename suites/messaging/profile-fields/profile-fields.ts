/** Custom profile fields: messaging contract, "Custom profile field" and /realm/profile_fields. */
import { elementsWhere, type Reply, shown, valueAt, verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { numberAt, numberIn } from '../controls/controls.ts'
import {
  control,
  controlReply,
  refusesKinds,
  refusesNoBoolean,
  sentOnce,
  vary,
  withoutParameter,
} from '../controls/variations.ts'
import { ANY_NAME } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { differsFromEachOther, idsDiffer } from '../membership.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import { createField, listOfMade, optionsField, plainFields } from './profile-field-makers.ts'
import { type Choices, choicesKept, dataEmpty, dataIsJson, listsFields } from './profile-fields.predicates.ts'

/** The control, accepted or not. */
const first = (world: World): Promise<Reply> => controlReply(world, 'createProfileField')

/** Claims that every field made with such a parameter is listed with its value; if there is none, one is made with it alone. */
const keepsParameter =
  (parameter: string, value: unknown, suchAs: (sent: unknown) => boolean = sent => sent !== undefined) =>
  async (world: World): Promise<void> => {
    const list = await listOfMade(world)
    const made = (await plainFields(world)).filter(({ sent }) => suchAs(sent[parameter]))
    for (const { sent, reply } of made)
      world.claim(list).lists('/custom_fields', { id: numberIn(reply, 'id') }, { [parameter]: sent[parameter] })
    if (made.length > 0) return
    const alone = await createField(world, { [parameter]: value })
    world.claim(alone).succeeds()
    const after = await world.admin.getProfileFields()
    world.claim(after).lists('/custom_fields', { id: numberIn(alone, 'id') }, { [parameter]: value })
  }

export default area('messaging.profile-fields', ({ always, check, visit, watch }) => [
  visit('getProfileFields', { actors: ['user'] }, async world => {
    await control(world, 'getProfileFields')
  }),
  visit(['createProfileField', 'getProfileFields'], { actors: ['admin'], allow: 'write' }, async world => {
    await listOfMade(world)
  }),

  check(
    'messaging.profile-fields.created',
    'An administrator creates a profile field with a name and a type',
    async world => {
      world.claim(await first(world)).succeeds()
    },
  ),

  check(
    'messaging.profile-fields.types',
    'Short text, long text, date, link, person and pronouns fields can be created',
    async world => {
      world.claim(await first(world)).succeeds()
      for (const { reply } of await plainFields(world)) world.claim(reply).succeeds()
    },
  ),

  check(
    'messaging.profile-fields.options',
    'A field with a list of options is created from a map of choices to text and order',
    async world => {
      await control(world, 'createProfileField')
      world.claim((await optionsField(world)).reply).succeeds()
    },
  ),

  check(
    'messaging.profile-fields.created-listed',
    'A created profile field is in the list under the id answered',
    async world => {
      const made = [await control(world, 'createProfileField'), ...(await plainFields(world)).map(({ reply }) => reply)]
      const list = await listOfMade(world)
      for (const reply of made.filter(reply => outcomeOf(reply) === 'success'))
        world.claim(list).lists('/custom_fields', { id: numberIn(reply, 'id') })
      if (world.budget === 'quick') return
      const newest = await createField(world, {})
      world.requireAccepted(newest)
      world.claim(await world.admin.getProfileFields()).lists('/custom_fields', { id: numberIn(newest, 'id') })
    },
    { isolation: 'exclusive' },
  ),

  check(
    'messaging.profile-fields.name-kept',
    'A created profile field is listed with the name sent, in letters of any script',
    keepsParameter('name', ANY_NAME, name => String(name).includes('Ж')),
  ),

  check(
    'messaging.profile-fields.name-optional',
    'Creating a profile field without a name is accepted',
    async world => {
      await control(world, 'createProfileField')
      world.claim(await createField(world, { name: undefined })).succeeds()
    },
  ),

  check(
    'messaging.profile-fields.hint-kept',
    'A created profile field is listed with the hint sent',
    keepsParameter('hint', 'a hint'),
  ),

  check('messaging.profile-fields.type-kept', 'A created profile field is listed with the type sent', async world => {
    const [first, options] = [await control(world, 'createProfileField'), await optionsField(world)]
    const list = await listOfMade(world)
    const made = [{ sent: { field_type: 1 }, reply: first }, options, ...(await plainFields(world))]
    for (const { sent, reply } of made.filter(({ reply }) => outcomeOf(reply) === 'success'))
      world.claim(list).lists('/custom_fields', { id: numberIn(reply, 'id') }, { type: sent['field_type'] })
  }),

  check(
    'messaging.profile-fields.type-required',
    'Creating a profile field without a type is refused',
    withoutParameter('createProfileField', 'field_type'),
  ),

  check(
    'messaging.profile-fields.type-kind',
    'A field_type that is not an integer is refused',
    refusesKinds('createProfileField', 'field_type', '1abc', 'text', [1]),
  ),

  check('messaging.profile-fields.type-outside', 'A field_type outside 1 to 8 is refused', async world => {
    const accepted = await control(world, 'createProfileField')
    for (const field_type of world.tries([9, 0]))
      world
        .claim(await sentOnce(world, 'createProfileField', { field_type }))
        .against(accepted)
        .isRefused()
  }),

  check(
    'messaging.profile-fields.field-data-kept',
    'A field with a list of options is listed with the choices sent',
    async world => {
      const { sent, reply } = await optionsField(world)
      world.requireAccepted(reply)
      const choices = sent['field_data'] as Choices
      world.claim(await listOfMade(world)).keeps(choicesKept, { id: numberIn(reply, 'id'), choices })
    },
  ),

  check('messaging.profile-fields.field-data-kind', 'A field_data that is not an object is refused', async world => {
    const { reply } = await optionsField(world)
    world.requireAccepted(reply)
    for (const field_data of world.tries([verbatim('text'), ['text'], 7]))
      world
        .claim(await sentOnce(world, 'createProfileField', { field_type: 3, field_data }))
        .against(reply)
        .isRefused()
  }),

  check(
    'messaging.profile-fields.field-data-shape',
    'A choice of a list of options that lacks its text or order, or has another kind of value there, is refused',
    async world => {
      const { sent, reply } = await optionsField(world)
      world.requireAccepted(reply)
      const choices = sent['field_data'] as Readonly<Record<string, { text: unknown; order: unknown }>>
      const [choice] = Object.values(choices)
      const last: readonly [object, ...object[]] = [
        { text: ['the', 'third'], order: choice?.order },
        { text: 'the third' },
        { text: 'the third', order: { at: 3 } },
      ]
      const wrong = [{ a: { order: choice?.order } }, { ...choices, c: world.random.pick(last) }]
      for (const field_data of world.tries(wrong))
        world
          .claim(await sentOnce(world, 'createProfileField', { field_type: 3, field_data }))
          .against(reply)
          .isRefused()
    },
  ),

  check(
    'messaging.profile-fields.choice-kind',
    'A choice of a list of options that is bare text is refused',
    async world => {
      const { sent, reply } = await optionsField(world)
      world.requireAccepted(reply)
      const choices = sent['field_data'] as object
      for (const field_data of world.tries([{ ...choices, c: 'the third' }, { a: 'first' }]))
        world
          .claim(await sentOnce(world, 'createProfileField', { field_type: 3, field_data }))
          .against(reply)
          .isRefused()
    },
  ),

  check(
    'messaging.profile-fields.summary-kind',
    'A display_in_profile_summary that is not a boolean is refused',
    refusesNoBoolean('createProfileField', 'display_in_profile_summary'),
  ),

  check(
    'messaging.profile-fields.required-kept',
    'A created profile field is listed with the value of required sent',
    keepsParameter('required', true),
  ),

  check(
    'messaging.profile-fields.required-kind',
    'A required that is not a boolean is refused',
    refusesNoBoolean('createProfileField', 'required'),
  ),

  check(
    'messaging.profile-fields.editable-kept',
    'A created profile field is listed with the value of editable_by_user sent',
    keepsParameter('editable_by_user', false),
  ),

  check(
    'messaging.profile-fields.editable-kind',
    'An editable_by_user that is not a boolean is refused',
    refusesNoBoolean('createProfileField', 'editable_by_user'),
  ),

  check(
    'messaging.profile-fields.ids-distinct',
    'Profile fields created one after the other, or at once, have different ids',
    async world => {
      const replies = [await control(world, 'createProfileField')]
      for (const { reply } of await plainFields(world)) if (outcomeOf(reply) === 'success') replies.push(reply)
      if (world.budget !== 'quick') replies.push(...(await Promise.all([1, 2, 3].map(() => createField(world, {})))))
      world.claim(...replies).keeps(differsFromEachOther, { pointer: '/id' })
    },
  ),
  always(
    'messaging.profile-fields.list-ids-distinct',
    'No two profile fields of a list have the same id',
    listsFields,
    idsDiffer,
    () => ({
      list: '/custom_fields',
    }),
  ),

  always('messaging.profile-fields.field-data-json', 'A field_data that is not empty is JSON', listsFields, dataIsJson),

  check(
    'messaging.profile-fields.field-data-empty',
    'The field_data of a field that was created without any, of a type that needs none, is empty or absent',
    async world => {
      const made = [await control(world, 'createProfileField')]
      for (const { reply } of await plainFields(world)) if (outcomeOf(reply) === 'success') made.push(reply)
      const ids = made.map(reply => numberAt(reply, 'id'))
      world.claim(await listOfMade(world)).keeps(dataEmpty, { ids })
    },
  ),

  watch(
    'open-points',
    async world => {
      const external = { field_type: 7, field_data: { subtype: 'github' } }
      const reply = await vary(world, 'createProfileField', external, { observed: true })
      world.observe('messaging.profile-fields.external-account', `{"subtype":"github"}: ${inWords(reply)}`, reply)
      const { sent, reply: options } = await optionsField(world)
      world.observe(
        'messaging.profile-fields.choice-order-kind',
        `${shown(sent['field_data'])}: ${inWords(options)}`,
        options,
      )
      const list = await listOfMade(world)
      const id = numberAt(await control(world, 'createProfileField'), 'id')
      const [fewest] = elementsWhere(valueAt(list.json, '/custom_fields'), { id })
      world.observe('messaging.profile-fields.defaults', `made of name and type alone: ${shown(fewest)}`, list)
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),
])
