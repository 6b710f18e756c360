/** Profile fields in the profile summary: messaging contract, display_in_profile_summary and its limit. */
import { type CheckOptions, elementsWhere, type Reply, Undecided, valueAt } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { numberIn } from '../controls/controls.ts'
import { type Changes, control } from '../controls/variations.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { createField, listOfMade, type MadeField, optionsField, plainFields } from './profile-field-makers.ts'
import { type Choices, choicesKept, fitForSummary, listsFields, twoInSummary } from './profile-fields.predicates.ts'

const MOST = 2
const LONG_TEXT = 2
const PERSON = 6
const UNFIT = [LONG_TEXT, PERSON]

const inSummary = (list: Reply): number =>
  elementsWhere(valueAt(list.json, '/custom_fields'), { display_in_profile_summary: true }).length

/** The reply to creating a field of this type in the summary. */
const createdInSummary = shared(
  (world, field_type: number): Promise<Reply> => createField(world, { field_type, display_in_profile_summary: true }),
)

/** The summary was full before, so nothing about a free place can be judged. */
const isFullAlready = (): Undecided => new Undecided('fixture-missing', 'the summary is full already', false)

/** Claims that a field of this type, otherwise accepted, is refused in the summary even if a place is free. */
const refusesInSummary =
  (field_type: number) =>
  async (world: World): Promise<void> => {
    if (inSummary(await listOfMade(world)) >= MOST) throw isFullAlready()
    const accepted = (await plainFields(world)).find(({ sent }) => sent['field_type'] === field_type)?.reply
    if (!accepted) return world.cannotJudge(`no field of type ${field_type} was created`)
    world.requireAccepted(accepted)
    world
      .claim(await createdInSummary(world, field_type))
      .against(accepted)
      .isRefused()
  }

/** The number of places taken, including fields that should have been refused. */
const placesTaken = async (world: World): Promise<number> => {
  const before = inSummary(await listOfMade(world))
  const wrongly = [await createdInSummary(world, LONG_TEXT), await createdInSummary(world, PERSON)]
  return before + wrongly.filter(reply => outcomeOf(reply) === 'success').length
}

/** Types other than short text that may be in the summary. */
const ANY_PLACE = [4, 5, 8]

/** Fields accepted outside the summary: a list of options and one of those types in turn; then short text. */
async function candidates(world: World): Promise<readonly MadeField[]> {
  const isFit = ({ sent, reply }: MadeField): boolean =>
    outcomeOf(reply) === 'success' && !UNFIT.includes(sent['field_type'] as number)
  const options = await optionsField(world)
  const fields = (await plainFields(world)).filter(isFit)
  const from = world.generation.seed % Math.max(fields.length, 1)
  const accepted = await control(world, 'createProfileField')
  const text = { sent: {}, reply: accepted }
  const typed = [options, ...fields.slice(from), ...fields.slice(0, from)].filter(isFit)
  return [...typed.slice(0, MOST), ...Array<MadeField>(MOST).fill(text)]
}

interface Placed {
  readonly sent: Changes
  readonly reply: Reply
  /** The reply to the same field outside the summary. */
  readonly accepted: Reply
  readonly isText: boolean
}

/** Fills the remaining places of the summary, then tries one field too many, and reads the list. */
const fullSummary = shared(async world => {
  await control(world, 'createProfileField')
  const made: Placed[] = []
  let taken = await placesTaken(world)
  for (const { sent, reply: accepted } of await candidates(world)) {
    if (taken >= MOST) break
    const name = world.name('summary')
    const placed = { ...sent, name, display_in_profile_summary: true }
    const reply = await createField(world, placed)
    made.push({ sent: placed, reply, accepted, isText: sent['field_type'] === undefined })
    if (outcomeOf(reply) === 'success') taken++
  }
  const name = world.name('third')
  const third = await createField(world, { name, display_in_profile_summary: true })
  return { made, name, third, list: await world.admin.getProfileFields() }
})

type Full = Awaited<ReturnType<typeof fullSummary>>

/** Whether another client freed a place meanwhile: the fields made here still have theirs, but the summary is not full. */
function othersFreedPlace({ made, name, list }: Full): boolean {
  const shown = elementsWhere(valueAt(list.json, '/custom_fields'), { display_in_profile_summary: true })
  const isShown = (wanted: unknown): boolean => elementsWhere(shown, { name: wanted }).length > 0
  const before = shown.length - (isShown(name) ? 1 : 0)
  return before < MOST && made.filter(isAccepted).every(({ sent }) => isShown(sent['name']))
}

const isAccepted = ({ reply }: Placed): boolean => outcomeOf(reply) === 'success'

/** Whether this field was refused although a later one was accepted: then a place was free. */
const wasFree = (made: readonly Placed[], at: number): boolean =>
  made[at] !== undefined && !isAccepted(made[at]) && made.slice(at + 1).some(isAccepted)

const isDecided = (made: readonly Placed[], at: number): boolean =>
  made[at] !== undefined && (isAccepted(made[at]) || wasFree(made, at))

/** The organization has only two places, so no other check may use them meanwhile. */
const OF_THE_SUMMARY: CheckOptions = { isolation: 'exclusive', resource: 'summary' }

export default area('messaging.profile-fields', ({ always, check }) => [
  always(
    'messaging.profile-fields.summary-at-most-two',
    'No list of profile fields has more than two with display_in_profile_summary true',
    listsFields,
    twoInSummary,
  ),
  always(
    'messaging.profile-fields.summary-fit-types',
    'No list of profile fields has a long text or person picker field with display_in_profile_summary true',
    listsFields,
    fitForSummary,
  ),

  check(
    'messaging.profile-fields.summary-long-text',
    'A long text field with display_in_profile_summary true is refused',
    refusesInSummary(LONG_TEXT),
    OF_THE_SUMMARY,
  ),

  check(
    'messaging.profile-fields.summary-person',
    'A person picker field with display_in_profile_summary true is refused',
    refusesInSummary(PERSON),
    OF_THE_SUMMARY,
  ),

  check(
    'messaging.profile-fields.summary-false',
    'A field created with display_in_profile_summary false is not listed as shown in the summary',
    async world => {
      const made = (await plainFields(world)).filter(({ sent }) => sent['display_in_profile_summary'] === false)
      if (made.length === 0) return world.cannotJudge('no such field was created')
      const list = await listOfMade(world)
      for (const { reply } of made)
        world.claim(list).listsNo('/custom_fields', { id: numberIn(reply, 'id'), display_in_profile_summary: true })
    },
  ),

  check(
    'messaging.profile-fields.summary-kept',
    'A field created with display_in_profile_summary true is listed so',
    async world => {
      const { made, list } = await fullSummary(world)
      if (made.length === 0) throw isFullAlready()
      for (const [at, { sent, reply }] of made.entries()) {
        const type = sent['field_type']
        const shown = { display_in_profile_summary: true, name: sent['name'], ...(type !== undefined && { type }) }
        if (wasFree(made, at)) continue
        if (outcomeOf(reply) === 'error' && inSummary(list) >= MOST)
          return world.cannotJudge('others had come into the summary meanwhile')
        world.claim(reply).succeeds()
        const id = numberIn(reply, 'id')
        world.claim(list).lists('/custom_fields', { id }, shown)
        const choices = sent['field_data'] as Choices | undefined
        if (choices) world.claim(list).keeps(choicesKept, { id, choices })
      }
    },
    OF_THE_SUMMARY,
  ),

  check(
    'messaging.profile-fields.summary-types',
    'A date, link, pronouns or options field with display_in_profile_summary true is accepted while a place is free',
    async world => {
      const { made } = await fullSummary(world)
      const typed = made.filter(({ isText }) => !isText)
      if (made.length === 0) throw isFullAlready()
      if (typed.length === 0) return world.cannotJudge('no such field was created')
      for (const { reply, accepted } of typed.filter(one => isDecided(made, made.indexOf(one))))
        world.claim(reply).against(accepted).succeeds()
    },
    OF_THE_SUMMARY,
  ),

  check(
    'messaging.profile-fields.summary-third',
    'A third field with display_in_profile_summary true is refused',
    async world => {
      const accepted = await control(world, 'createProfileField')
      const full = await fullSummary(world)
      const { third } = full
      if (outcomeOf(third) === 'success' && othersFreedPlace(full))
        return world.cannotJudge('others had left the summary meanwhile')
      world.claim(third).against(accepted).isRefused()
      if (world.budget === 'quick') return
      for (const field_type of ANY_PLACE)
        world
          .claim(await createField(world, { field_type, display_in_profile_summary: true }))
          .against(accepted)
          .isRefused()
    },
    OF_THE_SUMMARY,
  ),

  check(
    'messaging.profile-fields.summary-third-not-listed',
    'A third field refused for the profile summary is not in the list',
    async world => {
      const { third, name, list } = await fullSummary(world)
      if (outcomeOf(third) !== 'error') return world.cannotJudge('the third was not refused')
      world.claim(list).listsNo('/custom_fields', { name })
    },
    OF_THE_SUMMARY,
  ),
])
