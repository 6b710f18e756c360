/** What must be known before the first exchange can be judged: the addresses of the APIs and their feature levels. */
import {
  type Api,
  type Bases,
  baseFinder,
  type Captured,
  certain,
  entryOf,
  exchange,
  type LevelRange,
  levelBook,
  parseJson,
  placer,
  readRequest,
  type Target,
} from '../../harness/index.ts'

export interface Circumstances {
  readonly bases: Bases
  readonly ranges: ReadonlyMap<string, LevelRange>
}

export interface LookAhead {
  /** Whether addresses or levels have to be found in the traffic. */
  readonly isNeeded: boolean
  note(captured: Captured): void
  /** Base addresses are found first. Levels are read in a second pass, when it is known which exchanges belong to an API. */
  noteLevel(captured: Captured, bases: Bases): void
  bases(): Bases
  found(bases: Bases): Circumstances
}

export function lookAhead(apis: readonly Api[], target: Target | null, level: number | undefined): LookAhead {
  const finder = baseFinder(apis)
  const books = new Map(apis.filter(({ traffic }) => traffic?.levelIn).map(({ name }) => [name, levelBook()] as const))
  const known = new Map<string, LevelRange>()
  for (const name of books.keys()) {
    const said = level ?? (target && entryOf(target, name)?.featureLevel)
    if (said !== undefined && said !== null) known.set(name, certain(said))
  }
  const given = target && basesOf(apis, target)
  let find: ReturnType<typeof placer> | null = null
  return {
    isNeeded: given === null || [...books.keys()].some(name => (given.get(name) ?? []).length > 0 && !known.has(name)),
    note: captured => {
      if (given === null && !captured.isAside) finder.note(captured)
    },
    noteLevel(captured, bases) {
      find ??= placer(apis, bases)
      const place = find(captured.request.method, captured.request.url)
      const read = place?.api.traffic?.levelIn
      if (!place || !read || known.has(place.api.name) || !captured.response || captured.unusable !== null) return
      const data = place.api.operations[place.operation ?? '']
      const request = data ? readRequest(requestOnly(captured), data, 1000, captured.request.whole) : null
      const { operation } = place
      books.get(place.api.name)?.note(read({ operation, request, json: parseJson(captured.response.body) }))
    },
    bases: () => given ?? finder.found(),
    found: bases => ({
      bases,
      ranges: new Map(
        [...books].flatMap(([name, book]) =>
          (bases.get(name) ?? []).length > 0 ? [[name, known.get(name) ?? book.range()] as const] : [],
        ),
      ),
    }),
  }
}

function basesOf(apis: readonly Api[], target: Target): Bases {
  return new Map(
    apis.flatMap(({ name }) => {
      const base = entryOf(target, name)?.baseUrl
      return base === undefined ? [] : [[name, [base]] as const]
    }),
  )
}

/** An exchange that is complete enough to read its parameters. */
const requestOnly = ({ request }: Captured): ReturnType<typeof exchange> =>
  exchange({
    ...{ n: 1, via: 'target', api: '', operation: null, actor: null, sentAt: '', receivedAt: null },
    request: { method: request.method, url: request.url, headers: { ...request.headers }, body: request.body },
  })
