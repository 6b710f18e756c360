/** Answers a request: finds the operation, reads, authenticates, checks parameters, performs, responds. */
import type { Behaviour } from '../behaviour.ts'
import { mutate } from '../mutate.ts'
import { type Circumstances, originOf, steadyText, steadyValues } from '../operations/circumstances.ts'
import type { Traffic } from '../traffic.ts'
import type { Answered, Asked } from '../wire.ts'
import { type Call, type Moment, momentOf, nobodyAsking, type Reply, stepsOf } from './call.ts'
import { checkParameters } from './check-parameters.ts'
import { credentials, type Knock } from './credentials.ts'
import { endpoints } from './endpoints.ts'
import { entrance, type Visitor } from './entrance.ts'
import type { Ledger } from './ledger.ts'
import { type AnyOperation, perform, type Refusal, refusalReply } from './operation.ts'
import type { Organization, User } from './organization.ts'
import { Params } from './params.ts'
import { type Read, reading, readRequest } from './read-request.ts'
import { type Leaving, respond, response } from './respond.ts'
import { roleName } from './roles.ts'
import { findRoute } from './routes.ts'
import { unsupportedParameters, type WithUnsupported, withUnsupported } from './unsupported-parameters.ts'

export interface Visit {
  readonly request: Asked
  readonly org: Organization
  readonly path: string
  readonly query: string
  readonly origin: string
  readonly traffic: Traffic<Asked, Reply>
  readonly ledger: Ledger
  /** Whether a similar request was being answered when this one arrived. */
  readonly beside?: boolean
}

export async function dispatch(behaviour: Behaviour, visit: Visit): Promise<Answered> {
  const { request, path, query } = visit
  const found = findRoute(request.method, path)
  const operation = found?.route.id ?? 'unknown'
  const read = await readRequest({ request, query, org: visit.org, ...momentOf(behaviour, nobodyAsking(operation)) })
  const bare = read.parameters.size === 0
  const parameters = new Map([...read.parameters, ...(found?.inPath ?? [])])
  const moment = momentOf(behaviour, aroundRequest(operation, undefined, parameters))
  const flight = visit.traffic.enter(operation, request, likenessOf(behaviour, operation, request, parameters))
  if (flight.likeness !== '') await visit.traffic.hold()
  const sent = { ...read, parameters }
  const {
    reply: own,
    caller,
    call,
  } = answer(behaviour, moment, { beside: flight.beside, ...visit }, found?.route, sent)
  const leaving: Leaving = { org: visit.org, sent: parameters, ...moment, about: call?.about ?? moment.about }
  const reply = stepsOf(leaving, response).reply(leaving, own)
  visit.traffic.leave(flight)
  const error = reply.result === 'error' ? reply : undefined
  const facts = { role: caller ? roleName(caller) : 'nobody', code: error?.['code'], method: request.method, bare }
  const mutations = behaviour.mutations(operation, error ? 'error' : 'success', facts, call?.about)
  if (call && found) visit.ledger.note(found.route, call, error ? 'refused' : 'accepted')
  return respond(leaving, mutate(reply, mutations), error)
}

/** What overlapping requests of one check and caller have in common; empty if no active change depends on it. */
function likenessOf(
  behaviour: Behaviour,
  operation: string,
  request: Asked,
  sent: ReadonlyMap<string, string>,
): string {
  const asked = behaviour.changes.some(
    ({ stage, when }) => when.overlapping && (stage === operation || stage === response.id),
  )
  const origin = asked ? originOf([...sent.values()].join()) : ''
  return origin === '' ? '' : `${operation} ${request.header('authorization')} ${origin}`
}

function answer(
  behaviour: Behaviour,
  moment: Moment,
  visit: Visit,
  route: AnyOperation | undefined,
  sent: Read,
): { reply: Reply; caller?: User; call?: Call } {
  if (!route || !stepsOf(moment, endpoints).offered(moment, route))
    return { reply: refusalReply(moment, { msg: 'No such endpoint', code: 'NOT_FOUND', uncoded: true }) }
  const { org, origin, ledger } = visit
  const { files, parameters } = sent
  const knock = knockOf(moment, visit, parameters, behaviour.clock.now())
  const known = stepsOf(moment, endpoints).open(moment, route) ? nobody : callerOf(knock)
  if ('result' in known) {
    if (knock.user?.active && !stepsOf(knock, credentials).obeyed(knock))
      answer(behaviour, moment, { ...visit, request: signedBy(knock.user, visit.request) }, route, sent)
    return { reply: known }
  }
  const caller = known
  const nowMs = behaviour.clock.now()
  const unread = {
    org,
    endpoint: route,
    sent: parameters,
    caller,
    files,
    origin,
    nowMs,
    now: Math.floor(nowMs / 1000),
    params: NO_PARAMS,
    ...momentOf(behaviour, aroundRequest(moment.operation, caller, parameters)),
  }
  const early: Call & Visitor = { ...unread, about: ledger.about(route, unread, visit.beside) }
  const barred = early.deployed(entrance).refusal(early) as Refusal | undefined
  const refused = barred === undefined ? undefined : refusalReply(early, barred)
  if (refused && stepsOf(early, entrance).obeyed(early)) return { reply: refused, caller, call: early }
  const checked = checkParameters(early, route)
  if ('refusal' in checked) {
    const reply = refusalReply(early, checked.refusal)
    return { reply: refused ?? refusedReply(route, early, reply), caller, call: early }
  }
  const params = new Params(checked.values)
  const { unsupported } = checked
  const about = ledger.about(route, { ...unread, params }, visit.beside)
  const call: WithUnsupported = { unsupported, ...unread, params, about }
  const unknown = call.deployed(unsupportedParameters).refusal(call) as Refusal | undefined
  if (unknown !== undefined) return { reply: refusalReply(call, unknown), caller, call }
  const answered = perform(route, call)
  if (refused) return { reply: refused, caller, call }
  if (answered.result === 'error') return { reply: refusedReply(route, call, answered), caller, call }
  return { reply: withUnsupported(call, answered), caller, call }
}

const NO_PARAMS = new Params(new Map())

/** The reply to a refused request, as the operation's step `refused` makes it. */
const refusedReply = (route: AnyOperation, call: Call, refusal: Reply): Reply =>
  call.deployed(route).steps['refused']?.(call, refusal) as Reply

/** A request whose caller is not yet known. */
function knockOf(
  moment: Moment,
  { org, request, query }: Visit,
  sent: ReadonlyMap<string, string>,
  nowMs: number,
): Knock {
  const given = stepsOf(moment, reading).credentials({ org, request, query, ...moment })
  const user = given && org.userByEmail(given.email)
  const about = aroundRequest(moment.operation, user, sent)
  return { org, method: request.method, sent, credentials: given, user, nowMs, ...moment, about }
}

/** The user whose credentials were sent, or the refusal. */
function callerOf(knock: Knock): User | Reply {
  const { refusal, steps } = knock.deployed(credentials)
  const refused = refusal(knock) as Refusal | undefined
  return refused === undefined ? (steps['caller']?.(knock) as User) : refusalReply(knock, refused)
}

/** The circumstances of a request before its parameters are read. */
function aroundRequest(operation: string, caller: User | undefined, sent: ReadonlyMap<string, string>): Circumstances {
  return {
    operation,
    role: caller ? roleName(caller) : 'nobody',
    caller: steadyText(caller?.email ?? ''),
    get steady() {
      return steadyValues(sent)
    },
    earlier: [],
  }
}

/** The same request with the right credentials of a user. */
const signedBy = ({ email, apiKey }: User, request: Asked): Asked => ({
  ...request,
  header: name =>
    name === 'authorization' ? `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` : request.header(name),
})

const nobody: User = {
  id: 0,
  email: '',
  name: 'nobody',
  role: 600,
  bot: false,
  apiKey: '',
  password: '',
  active: false,
  unread: new Set(),
  apnsTokens: new Set(),
  pushDevices: new Set(),
}
