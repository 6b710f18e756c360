/** The models of profile fields and playgrounds: messaging contract, "Organization settings". */
import { elementsWhere, listed, type Row, type Ruling, Undecided, unlisted, valueAt } from '../../../harness/index.ts'
import { numberAt } from '../controls/controls.ts'
import { HOST } from '../controls/controls-organization.ts'
import { controlOf } from '../controls/variations.ts'
import { differsFromEachOther } from '../membership.predicates.ts'
import { optionsField } from '../profile-fields/profile-field-makers.ts'
import { choicesKept, dataEmpty } from '../profile-fields/profile-fields.predicates.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { acceptedAfterwards } from './afterwards.ts'
import { parameters } from './derive.ts'
import { anyOrder, callers, type Done, type OperationModel, type Params, times } from './operation-model.ts'
import { type RequirementId, refused, refusedPreferably } from './rules.ts'
import { inTurn, mayBeCut, names, type RequestContext, texts, value, wrong } from './values.ts'

const LIST = '/custom_fields'
const MOST_IN_SUMMARY = 2

const isOf = (row: Row, ...types: readonly string[]): boolean =>
  row['field_type'] === undefined || types.includes(row['field_type'])

export const createProfileField: OperationModel = {
  operation: 'createProfileField',
  isolation: 'exclusive',
  needs: { actors: ['admin'], allow: 'write' },
  accepted: 'messaging.profile-fields.created',
  decides: [
    'messaging.profile-fields.created-listed',
    'messaging.profile-fields.name-kept',
    'messaging.profile-fields.hint-kept',
    'messaging.profile-fields.type-kept',
    'messaging.profile-fields.required-kept',
    'messaging.profile-fields.editable-kept',
    'messaging.profile-fields.summary-false',
    'messaging.profile-fields.field-data-kept',
    'messaging.profile-fields.field-data-empty',
    'messaging.profile-fields.refused-not-listed',
    'messaging.profile-fields.ids-distinct',
  ],
  factors: level => {
    const administrators = callers('admin', 'owner')
    const others = (['moderator', 'member', 'guest', 'bot'] as const).map(role =>
      wrong(
        role,
        undefined,
        refused(`messaging.profile-fields.${role}-refused`, 'UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST'),
      ),
    )
    return [
      { ...administrators, values: [...administrators.values, ...others] },
      ...parameters('createProfileField', level, {
        name: { values: names('field') },
        hint: { values: [...texts('hint', { most: 40 }).slice(1, 3), ...texts('hint').slice(3)] },
        field_type: {
          values: [1, 2, 4, 5, 6, 8]
            .map(type => value(String(type), type, 'messaging.profile-fields.types'))
            .concat(value('3', 3, 'messaging.profile-fields.options')),
          missing: refusedPreferably('messaging.profile-fields.type-required'),
          kind: refused('messaging.profile-fields.type-kind'),
          more: [
            wrong('outside the set', 9, refused('messaging.profile-fields.type-outside')),
            wrong('zero', 0, refused('messaging.profile-fields.type-outside')),
          ],
        },
        field_data: {
          values: [
            value('choices', async ({ world }: RequestContext) => (await optionsField(world)).sent['field_data']),
          ],
          kind: refused('messaging.profile-fields.field-data-kind'),
        },
        display_in_profile_summary: {
          values: [value('false', false)],
          kind: refused('messaging.profile-fields.summary-kind'),
          more: [
            wrong('true for a third', inFullSummary, refused('messaging.profile-fields.summary-third')),
            wrong('true for long text', inFullSummary, refused('messaging.profile-fields.summary-long-text')),
            wrong('true for a person', inFullSummary, refused('messaging.profile-fields.summary-person')),
          ],
        },
        required: { kind: refused('messaging.profile-fields.required-kind') },
        editable_by_user: { kind: refused('messaging.profile-fields.editable-kind') },
      }),
      anyOrder('createProfileField', level),
      times(),
    ]
  },
  exclusions: [
    {
      reason: 'choices belong to a list of options, which needs them',
      excludes: row =>
        (row['field_data'] === 'absent' && row['field_type'] === '3') ||
        ((row['field_data'] === 'choices' || row['field_data'] === 'of another kind') && !isOf(row, '3')),
    },
    {
      reason: 'each type has its own rule for the profile summary',
      excludes: row =>
        (row['display_in_profile_summary'] === 'true for long text' && !isOf(row, '2')) ||
        (row['display_in_profile_summary'] === 'true for a person' && !isOf(row, '6')) ||
        (row['display_in_profile_summary'] === 'true for a third' && !isOf(row, '1', '3', '4', '5', '8')),
    },
  ],
  risky: ['caller', 'field_type', 'display_in_profile_summary', 'required'],
  beyond: row =>
    ['hint', 'display_in_profile_summary', 'required', 'editable_by_user'].filter(name => row[name] !== 'absent')
      .length,
  review: async (world, all) => [
    ...(await reviewFields(world, all)),
    ...distinctIds(
      'messaging.profile-fields.ids-distinct',
      all.filter(({ row }) => row['time'] === 'first'),
    ),
  ],
  rows: { quick: 0, standard: 104, thorough: 600 },
}

/** Judges that the created objects have different ids. */
function distinctIds(requirement: RequirementId, all: readonly Done[]): Ruling[] {
  const made = all.filter(({ reply }) => numberAt(reply, 'id') !== null)
  const last = made.at(-1)
  if (!last) return []
  const replies = made.map(({ reply }) => reply)
  return [{ requirement, row: last.row, replies, predicate: differsFromEachOther as never, args: { pointer: '/id' } }]
}

/** Returns true after filling the profile summary, so that one more field exceeds it. */
async function inFullSummary({ world }: RequestContext): Promise<boolean> {
  await fillSummary(world)
  return true
}

const fillSummary = shared(async (world): Promise<void> => {
  const admin = world.anyOf('admin', 'owner')
  for (let tries = 0; tries <= MOST_IN_SUMMARY; tries++) {
    const list = await admin.getProfileFields()
    const taken = elementsWhere(valueAt(list.json, LIST), { display_in_profile_summary: true }).length
    if (taken >= MOST_IN_SUMMARY) return
    await admin.createProfileField({ name: world.name('summary'), field_type: 1, display_in_profile_summary: true })
  }
  throw new Undecided('prerequisite-failed', 'the profile summary could not be filled')
})

/** Judges that created fields are listed with every value sent, and that refused ones are not listed. */
async function reviewFields(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const list = await world.anyOf('admin', 'owner').getProfileFields()
  if (!Array.isArray(valueAt(list.json, LIST))) return []
  return all.flatMap(done => {
    const { row, reply, params, outcome } = done
    const on = (requirement: RequirementId, predicate: unknown, args: object): Ruling =>
      ({ requirement, row, replies: [list], predicate, args }) as Ruling
    if (outcome === 'error')
      return typeof params['name'] === 'string'
        ? [on('messaging.profile-fields.refused-not-listed', unlisted, { list: LIST, where: { name: params['name'] } })]
        : []
    const id = numberAt(reply, 'id')
    if (outcome !== 'success' || id === null) return []
    const shows = (requirement: RequirementId, has: object): Ruling =>
      on(requirement, listed, { list: LIST, where: { id }, has })
    return [
      shows('messaging.profile-fields.created-listed', {}),
      ...kept(row, params).map(([requirement, has]) => shows(requirement, has)),
      ...(params['display_in_profile_summary'] === false
        ? [
            on('messaging.profile-fields.summary-false', unlisted, {
              list: LIST,
              where: { id, display_in_profile_summary: true },
            }),
          ]
        : []),
      params['field_data'] === undefined
        ? on('messaging.profile-fields.field-data-empty', dataEmpty, { ids: [id] })
        : on('messaging.profile-fields.field-data-kept', choicesKept, { id, choices: params['field_data'] }),
    ]
  })
}

const KEPT = [
  ['name', 'name', 'messaging.profile-fields.name-kept'],
  ['hint', 'hint', 'messaging.profile-fields.hint-kept'],
  ['field_type', 'type', 'messaging.profile-fields.type-kept'],
  ['required', 'required', 'messaging.profile-fields.required-kept'],
  ['editable_by_user', 'editable_by_user', 'messaging.profile-fields.editable-kept'],
] as const

const kept = (row: Row, params: Params): [RequirementId, object][] =>
  KEPT.flatMap(([parameter, member, requirement]) =>
    params[parameter] === undefined || mayBeCut(row[parameter])
      ? []
      : [[requirement, { [member]: params[parameter] }] as [RequirementId, object]],
  )

const FORMS = 'messaging.playgrounds.template-forms'
const PLAIN_FORM = '/?source={code}'
/** Each of these expressions makes an RFC 6570 template with one variable. */
const OTHER_FORMS = [
  '{?code}',
  '/{+code}',
  '{#code}',
  '{/code}',
  '{;code}',
  '/a{.code}',
  '/?a=1{&code}',
  '/{code*}',
  '/{code:80}',
]

/** Malformed templates: a brace too many, blanks, a brace missing, doubled braces. */
const malformed = inTurn(
  'malformed template',
  () => `${HOST}/?source={code}}`,
  ...['{ code }', '{code', '{{code}}'].map(expression => () => `${HOST}/?source=${expression}`),
)

const twoVariables = inTurn(
  'template of two variables',
  () => `${HOST}/{?code,language}`,
  () => `${HOST}/{code}/{language}`,
  () => `${HOST}/{code}{/language}`,
)

export const addPlayground: OperationModel = {
  operation: 'addPlayground',
  needs: { actors: ['admin'], allow: 'write' },
  accepted: 'messaging.playgrounds.added',
  decides: ['messaging.playgrounds.ids-distinct', 'messaging.playgrounds.refused-name-free'],
  factors: level => [
    callers('admin', 'owner', 'moderator', 'member'),
    ...parameters('addPlayground', level, {
      name: { missing: refusedPreferably('messaging.playgrounds.name-required') },
      pygments_language: {
        values: [value('known', lexer)],
        missing: refusedPreferably('messaging.playgrounds.language-required'),
      },
      url_template: {
        values: [
          value(PLAIN_FORM, `${HOST}${PLAIN_FORM}`, FORMS),
          ...OTHER_FORMS.map(form => ({ ...value(form, `${HOST}${form}`, FORMS), of: 'another form' })),
        ],
        missing: refusedPreferably('messaging.playgrounds.template-required'),
        more: [
          wrong('no variable', `${HOST}/?source=code`, refused('messaging.playgrounds.template-no-variable')),
          wrong('two variables', twoVariables, refused('messaging.playgrounds.template-two-variables')),
          wrong('another variable', `${HOST}/{source_code}`, refused('messaging.playgrounds.template-other-variable')),
          wrong('malformed', malformed, refused('messaging.playgrounds.template-malformed')),
          wrong('empty braces', `${HOST}${PLAIN_FORM}&more={}`, refused('messaging.playgrounds.template-malformed')),
          wrong('in another case', `${HOST}/?source={Code}`, refused('messaging.playgrounds.template-other-variable')),
        ],
      },
    }),
    anyOrder('addPlayground', level),
    times(),
  ],
  review: async (world, all) => [
    ...distinctIds('messaging.playgrounds.ids-distinct', all),
    ...(await addedAfterwards(world, all)),
  ],
  rows: { quick: 0, standard: 64, thorough: 400 },
}

/** Judges that a playground refused for its template can be added with a valid one. */
function addedAfterwards(world: World, all: readonly Done[]): Promise<Ruling[]> {
  // The contract does not limit the name's length.
  const refusals = all.filter(
    ({ row, params }) => BAD_TEMPLATES.includes(row['url_template'] ?? '') && params['name'] && !mayBeCut(row['name']),
  )
  const requirement = 'messaging.playgrounds.refused-name-free'
  return acceptedAfterwards(world, 'addPlayground', requirement, refusals, ({ row, caller, params }) => ({
    // The refused caller may lack a permission.
    by: ['admin', 'owner'].includes(row['caller'] ?? '') ? caller : world.admin,
    params: { ...params, url_template: `${HOST}${PLAIN_FORM}` },
  }))
}

const BAD_TEMPLATES = [
  'missing',
  'no variable',
  'two variables',
  'another variable',
  'malformed',
  'empty braces',
  'in another case',
]

/** The lexer that the control was accepted with: which lexers exist is configuration. */
async function lexer({ world }: RequestContext): Promise<unknown> {
  const { params, who } = controlOf('addPlayground')
  return ((await params(world, who(world))) as Params)['pygments_language']
}
