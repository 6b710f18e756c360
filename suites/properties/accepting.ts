/** The body of the checks that plain requests the contract covers are accepted, one check for each operation. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import {
  counterexampleOf,
  fileArbitrary,
  type Kind,
  property,
  type Reply,
  type RequestOptions,
  type Tried,
} from '../../harness/index.ts'
import { stillWorking } from '../messaging/account/push-service.ts'
import { controlReply, vary } from '../messaging/controls/variations.ts'
import { outcomeOf } from '../messaging/outcome.ts'
import type { Run, World } from '../messaging/world.ts'
import { requestArbitrary, requestCases } from './arbitraries.ts'
import { generatedAccepted, generatedAnswered } from './generated.predicates.ts'
import { optionsFor, type Params, ready, send } from './requests.ts'
import { type Accepting, runs } from './shares.ts'
import { takingApart } from './taking-apart.ts'
import { weightOf } from './weight.ts'

/** With several optional parameters at once, a refusal is open. */
const SEVERAL = { all: 'all parameters', any: 'any parameters' } as const

export function accepts(operation: Accepting): Run {
  return async world => {
    if (operation === 'getUserGroups' && (await world.someone('moderator'))?.email === world.user.email)
      return void world.cannotJudge('whether moderators may list the user groups is open')
    const whole = counterexampleOf(world.generation) === null
    if (whole) world.claim(await smallest(world, operation)).keeps(generatedAccepted, { sent: 'the smallest request' })
    const count = runs(world, `accepts ${operation}`)
    if (count === 0 && whole) return
    const options = await optionsFor(world, operation)
    const sent = async (params: Params): Promise<Reply> =>
      unlessPushIsDown(operation, await send(world, operation, await ready(world, operation, params)))
    const weigh = (params: Params) => weightOf(operation, params, world.level)
    const several = severalAtOnce(operation, options, sent, weigh)
    await property(world, {
      ...kinds(operation, options),
      runs: count,
      shareOfFirst: 0.5,
      action: async (params, label) =>
        Object.values(SEVERAL).some(words => label.endsWith(words))
          ? several(params, label)
          : accepted(await sent(params), label, weigh(params)),
    })
  }
}

type Weight = 'must' | 'should'

const accepted = (reply: Reply, sent: string, weight: Weight = 'must'): Tried => ({
  replies: [reply],
  predicate: generatedAccepted,
  args: { sent },
  weight,
})

/** The reply has one of the two envelopes. If it is an error, each parameter has to be accepted alone. */
function severalAtOnce(
  operation: Accepting,
  options: RequestOptions,
  sent: (params: Params) => Promise<Reply>,
  weigh: (params: Params) => Weight,
): (params: Params, label: string) => Promise<Tried | null> {
  const { refusedPart, suspects } = takingApart(operation, options, sent)
  return async (params, label) => {
    const reply = suspects() ? null : await sent(params)
    const part = reply && outcomeOf(reply) !== 'error' ? null : await refusedPart(params)
    if (part) return accepted(part.reply, `${operation}: ${part.name} alone`, weigh(part.params))
    return reply && { replies: [reply], predicate: generatedAnswered, args: { sent: label } }
  }
}

/** Files under names of any script, with brackets and spaces. */
export const acceptsFiles: Run = async world => {
  if (counterexampleOf(world.generation) === null)
    world.claim(await smallest(world, 'uploadFile')).keeps(generatedAccepted, { sent: 'the smallest request' })
  await property(world, {
    first: [],
    others: [{ label: 'uploadFile: a name', arbitrary: fileArbitrary }],
    runs: runs(world, 'accepts uploadFile'),
    action: async (file, label) => accepted(await vary(world, 'uploadFile', {}, { files: [file] }), label),
  })
}

const smallest = async (world: World, operation: Accepting): Promise<Reply> =>
  unlessPushIsDown(operation, await controlReply(world, operation))

/** A test notification proves nothing if push is not configured, or if the device was forgotten meanwhile. */
const unlessPushIsDown = (operation: Accepting, reply: Reply): Reply =>
  operation === 'sendTestPush' ? stillWorking(reply) : reply

function kinds(operation: MessagingOperationId, options: RequestOptions): Record<'first' | 'others', Kind<Params>[]> {
  const first = requestCases(operation, options).map(({ label, arbitrary }) => ({ label, arbitrary: () => arbitrary }))
  const others = (
    [
      ['all', SEVERAL.all],
      ['one', 'one parameter more than needed'],
      ['any', SEVERAL.any],
      ['none', 'no more parameters than needed'],
      ['one', 'one parameter more than needed'],
    ] as const
  ).map(([presence, label]) => ({
    label: `${operation}: ${label}`,
    arbitrary: () => requestArbitrary(operation, options, presence),
  }))
  return { first, others }
}
