/** The members ("words") that APIs add to the world of a check; those of an API are made when the first is used. */
import type { Api } from './api.ts'

const MADE = Symbol('the words of each API')

interface Worded {
  readonly [MADE]: (api: Api) => Readonly<Record<string, unknown>>
}

const prototypes = new WeakMap<readonly Api[], object>()

export function withWords<World extends object>(
  world: World,
  apis: readonly Api[],
  words: (api: Api) => object,
): World {
  const made = new Map<Api, Readonly<Record<string, unknown>>>()
  const madeFor = (api: Api): Readonly<Record<string, unknown>> => {
    const known = made.get(api) ?? (words(api) as Readonly<Record<string, unknown>>)
    made.set(api, known)
    return known
  }
  const prototype = prototypes.get(apis) ?? getters(apis, madeFor)
  prototypes.set(apis, prototype)
  return Object.setPrototypeOf(Object.assign(world, { [MADE]: madeFor } satisfies Worded), prototype) as World
}

/** Defined once for each list of APIs, because the names are the same for each check. */
function getters(apis: readonly Api[], madeFor: (api: Api) => object): object {
  const prototype = {}
  for (const api of apis)
    for (const name in madeFor(api))
      Object.defineProperty(prototype, name, {
        get(this: Worded) {
          return this[MADE](api)[name]
        },
      })
  return prototype
}
