/**
 * Checks of an operation's optional parameters. They are first sent together: if accepted, the request is evidence for each of
 * them. Only those of a refused request are sent alone; with the thorough budget all are.
 */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import { isTransient, type Reply, Undecided } from '../../../harness/index.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { byPermitted, type Changes, vary } from './variations.ts'

type Alternatives = readonly Changes[] | ((world: World) => Promise<readonly Changes[]>)

export interface OptionalParameters<Part extends string> {
  /** Claims that each alternative of a part is accepted; `inWords` describes what is special about it. */
  accepts(part: Part, inWords?: (changes: Changes) => string): (world: World) => Promise<void>
  /** The reply to an alternative of a part, sent once for all checks. */
  reply(world: World, part: Part, alternative?: number): Promise<Reply>
}

interface Bundles {
  readonly requests: readonly Changes[]
  /** The index of the request that contains each alternative. */
  readonly places: ReadonlyMap<string, number>
}

export function optionalParameters<Part extends string>(
  operation: MessagingOperationId,
  parts: Readonly<Record<Part, Alternatives>>,
  /** Whether the first request also carries unsupported parameters. */
  carries = false,
): OptionalParameters<Part> {
  const alternativesOf = async (world: World, part: Part): Promise<readonly Changes[]> => {
    const stated: Alternatives = parts[part]
    return typeof stated === 'function' ? await stated(world) : stated
  }

  const alone = shared(async (world, part: Part, alternative: number) => {
    const changes = (await alternativesOf(world, part))[alternative] ?? {}
    const reply = await vary(world, operation, changes)
    return outcomeOf(reply) === 'error' ? ((await byPermitted(world, operation, changes))?.reply ?? reply) : reply
  })

  const bundles = shared(async (world): Promise<Bundles> => {
    const requests: Changes[] = []
    const places = new Map<string, number>()
    for (const part of Object.keys(parts) as Part[]) {
      for (const [alternative, changes] of (await unlessMissing(alternativesOf(world, part))).entries()) {
        const free = requests.findIndex(request => Object.keys(changes).every(name => !(name in request)))
        const place = free < 0 ? requests.length : free
        requests[place] = { ...requests[place], ...changes }
        places.set(`${part} ${alternative}`, place)
      }
    }
    return { requests, places }
  })

  const sendBundle = async (world: World, place: number, besides: Changes = {}): Promise<Reply> =>
    vary(world, operation, { ...(await bundles(world)).requests[place], ...besides })
  const carrier = carries
    ? unsupportedCarrier(operation, async (world, besides) => ({ reply: await sendBundle(world, 0, besides) }))
    : null
  const bundle = shared(async (world, place: number) =>
    place === 0 && carrier ? (await carrier(world)).reply : sendBundle(world, place),
  )

  const bundled = async (world: World, part: Part, alternative: number): Promise<Reply | null> => {
    const { places } = await bundles(world)
    const place = places.get(`${part} ${alternative}`)
    if (place === undefined) return null
    const reply = await bundle(world, place)
    return outcomeOf(reply) === 'success' ? reply : null
  }

  const reply = async (world: World, part: Part, alternative = 0): Promise<Reply> =>
    (world.budget === 'thorough' ? null : await bundled(world, part, alternative)) ?? alone(world, part, alternative)

  return {
    reply,
    accepts: (part, inWords) => async world => {
      for (const [alternative, changes] of (await alternativesOf(world, part)).entries()) {
        const claim = world.claim(await reply(world, part, alternative))
        if (inWords) claim.sending(inWords(changes))
        claim.succeeds()
      }
    },
  }
}

/** The alternatives, or none if they are unavailable, so that the other parts can still be sent. */
async function unlessMissing(alternatives: Promise<readonly Changes[]>): Promise<readonly Changes[]> {
  try {
    return await alternatives
  } catch (error) {
    if (error instanceof Undecided && !isTransient(error)) return []
    throw error
  }
}
