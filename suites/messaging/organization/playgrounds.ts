/** Code playgrounds: messaging contract, "Organization settings", POST /realm/playgrounds. */
import type { Reply } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { acceptedLexer, HOST } from '../controls/controls-organization.ts'
import {
  type Changes,
  control,
  controlReply,
  refusedAmong,
  sentOnce,
  vary,
  withoutParameter,
} from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { ANY_NAME } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { differsFromEachOther } from '../membership.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { sentIn } from '../sent-in.ts'
import type { World } from '../world.ts'

/** With the quick budget the first template, otherwise all. */
const some = (world: World, templates: readonly string[]): readonly string[] =>
  world.tries(templates, 1).map(template => `${HOST}${template}`)

/** Claims that the control is refused with each of these templates. */
const refusesTemplates =
  (...templates: readonly string[]) =>
  async (world: World): Promise<void> => {
    const accepted = await control(world, 'addPlayground')
    for (const url_template of some(world, templates))
      world
        .claim(await sentOnce(world, 'addPlayground', { url_template }))
        .against(accepted)
        .isRefused()
  }

const together = unsupportedCarrier('addPlayground', async (world, besides) => {
  const changes = { name: world.name(ANY_NAME), url_template: `${HOST}{?code}`, ...besides }
  return { reply: await vary(world, 'addPlayground', changes) }
})

/**
 * The reply that shows whether a change is accepted: to a request with the change alone or, to save exchanges, to one request
 * with all changes, if that is accepted.
 */
async function evidenceFor(world: World, change: Changes): Promise<Reply> {
  const { reply } = world.budget === 'thorough' ? { reply: null } : await together(world)
  return reply && outcomeOf(reply) === 'success' ? reply : vary(world, 'addPlayground', change)
}

export default area('messaging.playgrounds', ({ check, visit, watch }) => [
  visit('addPlayground', { actors: ['admin'], allow: 'write' }, async world => {
    await control(world, 'addPlayground')
  }),

  check(
    'messaging.playgrounds.added',
    'A playground with a name, a known lexer and a template of one variable named code is accepted',
    async world => {
      world.claim(await controlReply(world, 'addPlayground')).succeeds()
      world.claim(await evidenceFor(world, { name: world.name(ANY_NAME) })).succeeds()
    },
    { plans: { 'messaging.playgrounds.added': 2 } },
  ),

  check(
    'messaging.playgrounds.common-lexer',
    'A playground for one of the common languages is accepted',
    async world => {
      world.claim((await acceptedLexer(world, world.admin)).reply).succeeds()
    },
  ),

  check(
    'messaging.playgrounds.name-required',
    'Adding a playground without a name is refused',
    withoutParameter('addPlayground', 'name'),
  ),

  check(
    'messaging.playgrounds.language-required',
    'Adding a playground without a lexer is refused',
    withoutParameter('addPlayground', 'pygments_language'),
  ),

  check(
    'messaging.playgrounds.template-required',
    'Adding a playground without a URL template is refused',
    withoutParameter('addPlayground', 'url_template'),
  ),

  check(
    'messaging.playgrounds.template-forms',
    'The variable may stand in any form of expression that RFC 6570 knows',
    async world => {
      await control(world, 'addPlayground')
      const forms = ['{?code}', '{#code}', '{/code}', '{;code}', '/a{.code}', '/?a=1{&code}', '/{code*}']
      const [first, ...others] = some(world, forms)
      world.claim(await evidenceFor(world, { url_template: first })).succeeds()
      for (const url_template of others) world.claim(await vary(world, 'addPlayground', { url_template })).succeeds()
    },
  ),

  check(
    'messaging.playgrounds.template-no-variable',
    'A URL template with no variable is refused',
    refusesTemplates('/?source=code'),
  ),

  check(
    'messaging.playgrounds.template-two-variables',
    'A URL template with two variables is refused',
    refusesTemplates('/{language}?source={code}', '/{?code,language}', '/{code}{/a,b}'),
  ),

  check(
    'messaging.playgrounds.template-other-variable',
    'A URL template whose one variable is not named code is refused',
    refusesTemplates('/?source={Code}', '/?source={codes}', '/?source={source}', '/?source={source_code}'),
  ),

  check(
    'messaging.playgrounds.template-malformed',
    'A URL template that is not RFC 6570 is refused',
    refusesTemplates('/?source={code}&more={', '/?source={code}&more={}', '/?source={code}}', '/?source={{code}}'),
  ),

  check(
    'messaging.playgrounds.ids-distinct',
    'Playgrounds added one after the other, or at once, have different ids',
    async world => {
      const second = world.budget === 'quick' ? (await together(world)).reply : null
      const isMade = second !== null && outcomeOf(second) === 'success'
      const replies = [await control(world, 'addPlayground'), isMade ? second : await vary(world, 'addPlayground', {})]
      const more = world.tries([1, 2, 3], 0)
      replies.push(...(await Promise.all(more.map(() => vary(world, 'addPlayground', {})))))
      for (const reply of replies) world.requireAccepted(reply)
      world.claim(...replies).keeps(differsFromEachOther, { pointer: '/id' })
    },
  ),

  check(
    'messaging.playgrounds.refused-name-free',
    'A playground that was refused can be added under the same name',
    async world => {
      await control(world, 'addPlayground')
      const wrong = { url_template: `${HOST}/?source=code` }
      const [refused] = await refusedAmong(world, 'addPlayground', [wrong])
      if (!refused) return world.cannotJudge('the template was not refused')
      world.claim(await vary(world, 'addPlayground', { name: sentIn(refused, 'name') })).succeeds()
    },
  ),

  watch(
    'open-points',
    async world => {
      const tried = (changes: Readonly<Record<string, unknown>>) =>
        vary(world, 'addPlayground', changes, { observed: true })
      const lexer = await tried({ pygments_language: 'no such lexer' })
      world.observe('messaging.playgrounds.lexers', `an unknown lexer: ${inWords(lexer)}`, lexer)
      const twice = await tried({ url_template: `${HOST}/{code}?again={code}` })
      world.observe('messaging.playgrounds.template-repeated-variable', `code twice: ${inWords(twice)}`, twice)
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),
])
