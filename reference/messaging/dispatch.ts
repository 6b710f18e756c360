/** Walks the table of endpoints: find the route, read, authorise, check, handle, answer. */
import type { Behaviour } from '../behaviour.ts'
import { mutate } from '../mutate.ts'
import { type Circumstances, originOf, steadyText, steadyValues } from '../operations/circumstances.ts'
import type { Answered, Asked } from '../wire.ts'
import { type Call, type Moment, momentOf, type Reply, refuse, stepsOf, succeed } from './call.ts'
import { checkParameters } from './check-parameters.ts'
import { type Credentials, credentials, type Knock } from './credentials.ts'
import { endpoints } from './endpoints.ts'
import { entrance, type Visitor } from './entrance.ts'
import type { Ledger } from './ledger.ts'
import { keepRefused, oddAnswer } from './oddities.ts'
import { perform, type Refusal, refusalReply } from './operation.ts'
import type { Organization, User } from './organization.ts'
import { arrived, type ChatTraffic, departing } from './overlap.ts'
import { Params } from './params.ts'
import { readCredentials, readRequest } from './read-request.ts'
import { respond } from './respond.ts'
import { roleName } from './roles.ts'
import type { Route } from './route.ts'
import { findRoute } from './routes.ts'
import { strictRefusal } from './stricter.ts'
import { unsupportedParameters, type WithUnsupported, withUnsupported } from './unsupported-parameters.ts'

export interface Visit {
  readonly request: Asked
  readonly org: Organization
  readonly path: string
  readonly query: string
  readonly origin: string
  readonly traffic: ChatTraffic
  readonly ledger: Ledger
  /** Whether a like request was being answered when this one came. */
  readonly beside?: boolean
}

export async function dispatch(behaviour: Behaviour, visit: Visit): Promise<Answered> {
  const { request, path, query } = visit
  const found = findRoute(request.method, path)
  const operation = found?.route.operation ?? 'unknown'
  const sent = await readRequest(request, query, behaviour)
  const moment = momentOf(behaviour, aroundRequest(operation, undefined, sent.parameters), { method: request.method })
  const bare = sent.parameters.size === 0
  for (const [name, value] of found?.inPath ?? []) sent.parameters.set(name, value)
  const held = behaviour.changes.some(({ stage, when }) => stage === operation && when.overlapping)
  const likeness = held
    ? `${operation} ${request.header('authorization')} ${originOf([...sent.parameters.values()].join())}`
    : ''
  const flight = visit.traffic.enter(operation, request, likeness)
  if (held) await visit.traffic.hold()
  const taken = await arrived(moment, flight, visit.traffic, visit.org)
  const {
    reply: own,
    caller,
    call,
  } = answer(behaviour, moment, { ...visit, request: taken, beside: flight.beside }, found?.route, sent)
  const reply = carriedOver(moment, await departing(moment, flight, visit.traffic, own), visit.org)
  visit.traffic.leave(flight)
  const error = reply.result === 'error' ? reply : undefined
  const facts = { role: caller ? roleName(caller) : 'nobody', code: error?.['code'], method: request.method, bare }
  const mutations = behaviour.mutations(operation, error ? 'error' : 'success', facts, call?.about)
  if (call && found) visit.ledger.note(found.route, call, error ? 'refused' : 'accepted')
  return respond(mutate(worded(reply, moment), mutations), error, variant => behaviour.uses(variant))
}

/** A server that does not clear what it said to whoever was refused before. */
function carriedOver(moment: Moment, reply: Reply, org: Organization): Reply {
  const said = org.lastRefusal
  org.lastRefusal = reply.result === 'error' ? reply.msg : ''
  return said !== '' && reply.result === 'success' && !moment.keeps('envelope.own-words')
    ? { ...reply, msg: said }
    : reply
}

function answer(
  behaviour: Behaviour,
  moment: Moment,
  visit: Visit,
  route: Route | undefined,
  sent: Awaited<ReturnType<typeof readRequest>>,
): { reply: Reply; caller?: User; call?: Call } {
  if (!route || !stepsOf(moment, endpoints).offered(moment, route))
    return { reply: refuse(moment, 'endpoint', 'No such endpoint', 'NOT_FOUND') }
  const { org, origin, ledger } = visit
  const { files, parameters } = sent
  const knock = knockOf(moment, visit, parameters)
  const known = stepsOf(moment, endpoints).open(moment, route) ? nobody : callerOf(knock)
  if ('result' in known) {
    if (knock.user) keepRefused(moment, org, parameters, knock.user, 'credentials')
    if (knock.user?.active && !stepsOf(knock, credentials).obeyed(knock))
      answer(behaviour, moment, { ...visit, request: signedBy(knock.user, visit.request) }, route, sent)
    return { reply: known }
  }
  const caller = known
  const visitor: Visitor = {
    ...momentOf(behaviour, aroundRequest(moment.operation, caller, parameters), { role: roleName(caller) }),
    org,
    endpoint: route,
    sent: parameters,
    caller,
  }
  const barred = visitor.deployed(entrance).refusal(visitor) as Refusal | undefined
  const refused = barred === undefined ? undefined : refusalReply(visitor, barred)
  if (refused && stepsOf(visitor, entrance).obeyed(visitor)) {
    keepRefused(visitor, org, parameters, caller, 'access')
    return { reply: refused, caller }
  }
  const nowMs = behaviour.clock.now()
  const now = Math.floor(nowMs / 1000)
  const unread = { ...visitor, nowMs, now, params: new Params(new Map()), files, origin }
  const early: Call = { ...unread, about: ledger.about(route, unread, visit.beside) }
  const checked = checkParameters(early, route)
  if ('refusal' in checked) {
    const reply = refusalReply(early, checked.refusal)
    return { reply: refused ?? refusedReply(route, early, reply, 'parameters'), caller, call: early }
  }
  const params = new Params(checked.values)
  const { unsupported } = checked
  const about = ledger.about(route, { ...unread, params }, visit.beside)
  const call: WithUnsupported = { ...unread, params, about, unsupported }
  const unknown = call.deployed(unsupportedParameters).refusal(call) as Refusal | undefined
  if (unknown !== undefined) return { reply: refusalReply(call, unknown), caller, call }
  if (!call.keeps(`${moment.operation}.accepted`)) return { reply: refuse(call, 'accepted', 'Not today'), caller, call }
  const answered =
    oddAnswer(call) ?? strictRefusal(call) ?? (route.value ? perform(route.value, call) : route.handle(call))
  if (refused) return { reply: refused, caller, call }
  if (answered.result === 'error') return { reply: refusedReply(route, call, answered, 'later'), caller, call }
  return { reply: withUnsupported(call, answered), caller, call }
}

/** What becomes of a request that is refused. */
function refusedReply({ value }: Route, call: Call, refusal: Reply, why: 'parameters' | 'later'): Reply {
  if (value) return call.deployed(value).steps['refused']?.(call, refusal) as Reply
  keepRefused(call, call.org, call.sent, call.caller, why)
  return unlessLax(call, refusal)
}

/** A request whose caller is not yet known. */
function knockOf(moment: Moment, { org, request }: Visit, sent: ReadonlyMap<string, string>): Knock {
  const given = credentialsIn(moment, org, request)
  const user = given && org.userByEmail(given.email)
  const about = aroundRequest(moment.operation, user, sent)
  return { ...moment, org, method: request.method, sent, credentials: given, user, about }
}

/** The user whose credentials were sent, or why there is none. */
function callerOf(knock: Knock): User | Reply {
  const { refusal, steps } = knock.deployed(credentials)
  const refused = refusal(knock) as Refusal | undefined
  return refused === undefined ? (steps['caller']?.(knock) as User) : refusalReply(knock, refused)
}

/** What is known of a request before its parameters are read. */
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

/** A server that refuses nothing of an endpoint. */
const unlessLax = (moment: Moment, reply: Reply): Reply =>
  reply.result === 'error' && !moment.keeps(`${moment.operation}.refuses`) ? succeed() : reply

/** The same request with the right credentials of somebody. */
const signedBy = ({ email, apiKey }: User, request: Asked): Asked => ({
  ...request,
  header: name =>
    name === 'authorization' ? `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` : request.header(name),
})

/** HTTP Basic, and a bearer key where a deployment takes one. */
function credentialsIn(moment: Moment, org: Organization, request: Asked): Credentials {
  const basic = readCredentials(request)
  if (basic || !moment.uses('messaging.credentials.bearer-keys')) return basic
  const key = /^Bearer (\S+)$/.exec(request.header('authorization') ?? '')?.[1]
  const user = [...org.users.values()].find(one => one.apiKey === key)
  return user && { email: user.email, key: user.apiKey }
}

/** Error texts are free: any language, or none. */
function worded(reply: Reply, moment: Moment): Reply {
  if (reply.result !== 'error') return reply
  if (moment.uses('messaging.wire.foreign-texts')) return { ...reply, msg: 'Ungültige Anfrage 无效请求 😕' }
  return moment.uses('messaging.wire.empty-texts') ? { ...reply, msg: '' } : reply
}

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
