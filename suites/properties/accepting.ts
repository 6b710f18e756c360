/** Plain requests that the contract's words cover are accepted: the body of a check for each operation. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import {
  type Check,
  fileArbitrary,
  generatedAccepted,
  generatedAnswered,
  type Kind,
  property,
  type Reply,
  requestArbitrary,
  requestCases,
  type World,
} from '../../harness/index.ts'
import { vary } from '../messaging/variations.ts'
import { optionsFor, type Params, ready, send } from './requests.ts'
import { type Accepting, runs } from './shares.ts'

/** Only this much of acceptance is a must; with any number of parameters at once the outcome is observed. */
const OPEN = 'any parameters'

export function accepts(operation: Accepting): Check['run'] {
  return async world => {
    if (world.generation.path === null)
      world.claim(await smallest(world, operation)).keeps(generatedAccepted, { sent: 'the smallest request' })
    const count = runs(world, `accepts ${operation}`)
    if (count === 0 && world.generation.path === null) return
    await property(world, {
      ...(await kinds(world, operation)),
      runs: count,
      shareOfFirst: 0.6,
      deed: async (params, label) => {
        const reply = await send(world, operation, await ready(world, operation, params))
        const predicate = label.endsWith(OPEN) ? generatedAnswered : generatedAccepted
        return { replies: [reply], predicate, args: { sent: label } }
      },
    })
  }
}

/** Files under names of any script, with brackets and spaces. */
export const acceptsFiles: Check['run'] = async world => {
  if (world.generation.path === null)
    world.claim(await smallest(world, 'uploadFile')).keeps(generatedAccepted, { sent: 'the smallest request' })
  await property(world, {
    first: [],
    others: [{ label: 'uploadFile: a name', arbitrary: () => fileArbitrary() }],
    runs: runs(world, 'accepts uploadFile'),
    deed: async (file, label) => {
      const reply = await vary(world, 'uploadFile', {}, { files: [file] })
      return { replies: [reply], predicate: generatedAccepted, args: { sent: label } }
    },
  })
}

const smallest = (world: World, operation: Accepting): Promise<Reply> =>
  world.once(`control of ${operation}`, () => vary(world, operation, {}))

async function kinds(
  world: World,
  operation: MessagingOperationId,
): Promise<Record<'first' | 'others', Kind<Params>[]>> {
  const options = await optionsFor(world, operation)
  const first = requestCases(operation, options).map(({ label, arbitrary }) => ({ label, arbitrary: () => arbitrary }))
  const others = (
    [
      ['one', 'one parameter more than needed'],
      ['any', OPEN],
      ['one', 'one parameter more than needed'],
      ['none', 'no more parameters than needed'],
    ] as const
  ).map(([presence, label]) => ({
    label: `${operation}: ${label}`,
    arbitrary: () => requestArbitrary(operation, options, presence),
  }))
  return { first, others }
}
