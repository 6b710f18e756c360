/** Whether each kind of fixture is available, and if not, why. Tries only harmless fixtures, which are removed again. */
import { type FixtureValue, type Reason, reasonInWords, type Session, Undecided } from '../../harness/index.ts'
import { fixtureKinds, isLasting } from '../../suites/messaging/fixture-kinds.ts'
import { type FixtureRequest, makingRequests, NOT_REMOVABLE, readingRequests } from './fixture-requests.ts'

export interface FixtureFinding {
  readonly kind: string
  /** The form of the fixture, if the kind has others. */
  readonly form?: string
  readonly available: boolean
  /** Why it is not available; null if it is. */
  readonly because: Reason | null
  readonly why: string | null
}

export interface Tried {
  readonly fixtures: readonly FixtureFinding[]
  /** Kinds that are not available, with the reason. */
  readonly lacking: ReadonlyMap<string, Reason>
  /** Forms of a kind that are not available, with the requirements that need them. */
  readonly lackingFor: readonly { readonly only: RegExp; readonly because: Reason }[]
  /** People who are neither named in the target file nor available as fixtures, by role. */
  readonly nobody: ReadonlyMap<string, Reason>
}

export const BUILT_IN = 'zulip'

export const NOTHING_TRIED: Tried = { fixtures: [], lacking: new Map(), lackingFor: [], nobody: new Map() }

/** `discard` removes fixtures; no check needs it. */
const KINDS = Object.keys(fixtureKinds).filter(kind => kind !== 'discard')

export async function fixtures(session: Session, mayWrite: boolean): Promise<Tried> {
  const { provisioner, actors = {} } = session.target.messaging ?? {}
  const found: FixtureFinding[] = []
  const lacking = new Map<string, Reason>()
  const lackingFor: { only: RegExp; because: Reason }[] = []
  const nobody = new Map<string, Reason>()
  const requests =
    provisioner === undefined
      ? []
      : [...readingRequests(actors), ...(mayWrite ? makingRequests(actors, session.runId) : [])]
  const made = new Map<string, FixtureValue>()
  for (const request of requests) {
    const because = await requestFixture(request, session, made)
    for (const word of request.people ?? []) if (because) nobody.set(word, because)
    if (because && request.only) lackingFor.push({ only: request.only, because })
    else if (because && !request.people) lacking.set(request.kind, because)
    found.push(finding(request.kind, because, request.people ? `role ${request.people.join(', ')}` : request.form))
  }
  const asked = new Set(requests.map(({ kind }) => kind))
  for (const kind of KINDS.filter(one => !asked.has(one))) found.push(untried(kind, session, mayWrite))
  return { fixtures: found, lacking, lackingFor, nobody }
}

/** Not tried because the fixture could not be removed. A run tries it. */
export const isUntried = ({ because }: Pick<FixtureFinding, 'because'>): boolean =>
  because?.kind === 'fixture-not-tried' && because.needs === null

/** The cause without the name of the kind, because several kinds may have the same cause. */
export function causeOf(because: Reason): string {
  switch (because.kind) {
    case 'fixture-unavailable':
      return because.says
    case 'provisioning-error':
      return `the provisioner failed: ${because.fault}`
    case 'making-not-allowed':
      return 'the provisioner would create it, and writing is not allowed'
    case 'provisioner-missing':
      return because.unfit ? 'each check needs one of its own: no provisioner' : 'no provisioner and no ready-made one'
    case 'fixture-not-tried':
      return because.needs === null ? 'what is made cannot be removed; a run tries it' : `it needs ${because.needs}`
    default:
      return reasonInWords(because)
  }
}

const finding = (kind: string, because: Reason | null, form?: string): FixtureFinding => ({
  kind,
  ...(form !== undefined && { form }),
  available: because === null,
  because,
  why: because && reasonInWords(because),
})

/** Null if the fixture was provided. */
async function requestFixture(
  request: FixtureRequest,
  session: Session,
  made: Map<string, FixtureValue>,
): Promise<Reason | null> {
  const { kind } = request
  const { provisioner, fixtures: ready = {} } = session.target.messaging ?? {}
  if (NOT_REMOVABLE.includes(kind) && provisioner !== BUILT_IN && !Object.hasOwn(ready, kind))
    return { kind: 'fixture-not-tried', fixture: kind, needs: null }
  const withWhat = request.with(made)
  if (typeof withWhat === 'string') return { kind: 'fixture-not-tried', fixture: kind, needs: withWhat }
  try {
    const value = await session.provisioner.provide(kind, withWhat)
    if (!request.only && !request.people) made.set(kind, value)
    return null
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    return error.because
  }
}

/** A kind that was not requested: it is ready-made, it may not be made, or nobody is named for whom to make it. */
function untried(kind: string, session: Session, mayWrite: boolean): FixtureFinding {
  const { provisioner, fixtures: ready = {}, actors = {} } = session.target.messaging ?? {}
  if (Object.hasOwn(ready, kind) && isLasting(kind)) return finding(kind, null, 'ready-made')
  if (provisioner === undefined)
    return finding(kind, { kind: 'provisioner-missing', fixture: kind, unfit: Object.hasOwn(ready, kind) })
  if (!mayWrite && fixtureKinds[kind]?.makes) return finding(kind, { kind: 'making-not-allowed', fixture: kind })
  const needs = Object.keys(actors).length === 0 ? 'an actor under messaging.actors' : 'an admin under messaging.actors'
  return finding(kind, { kind: 'fixture-not-tried', fixture: kind, needs })
}
