/** Walks the table of endpoints: find the route, read, authorise, check, handle, answer. */
import type { Behaviour } from '../behaviour.ts'
import { mutate } from '../mutate.ts'
import { type Circumstances, originOf, steadyText, steadyValues } from '../operations/circumstances.ts'
import type { Answered, Asked } from '../wire.ts'
import { type Call, type Moment, momentOf, type Reply, refuse, scriptOf, succeed } from './call.ts'
import { checkParameters } from './check-parameters.ts'
import { type Credentials, credentials, type Knock } from './credentials.ts'
import { entrance } from './entrance.ts'
import type { Ledger } from './ledger.ts'
import { reached } from './levels.ts'
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
import { standInFor } from './stand-in.ts'
import { strictRefusal } from './stricter.ts'

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
  if (!route || !existsAt(moment, route)) return { reply: refuse(moment, 'endpoint', 'No such endpoint', 'NOT_FOUND') }
  const { org, origin } = visit
  const open = route.access === 'anyone' && moment.keeps('api-key.without-credentials')
  const caller = open ? nobody : callerOf(moment, visit, sent.parameters)
  if ('result' in caller) {
    const named = org.userByEmail(credentialsIn(moment, org, visit.request)?.email ?? '')
    if (named) keepRefused(moment, org, sent.parameters, named, 'credentials')
    if (!named?.active || moment.keeps('credentials.refused-is-nothing')) return { reply: caller }
    answer(behaviour, moment, { ...visit, request: signedBy(named, visit.request) }, route, sent)
    return { reply: caller }
  }
  const about = aroundRequest(moment.operation, caller, sent.parameters)
  const known = momentOf(behaviour, about, { role: roleName(caller) })
  const barred = known.deployed(entrance).refusal({ ...known, org, endpoint: route, sent: sent.parameters, caller }) as
    | Refusal
    | undefined
  const refused = barred === undefined ? undefined : refusalReply(known, barred)
  if (refused && known.keeps(`${moment.operation}.access-unchanged`)) {
    keepRefused(known, org, sent.parameters, caller, 'access')
    return { reply: refused, caller }
  }
  const nowMs = behaviour.clock.now()
  const { files, parameters } = sent
  const { ledger } = visit
  const times = { nowMs, now: Math.floor(nowMs / 1000) }
  const unread = {
    ...known,
    ...times,
    org,
    caller,
    sent: parameters,
    params: new Params(new Map()),
    files,
    origin,
  }
  const early: Call = { ...unread, about: ledger.about(route, unread, visit.beside) }
  const checked = checkParameters(known, route, parameters, standInFor(org, caller))
  if ('result' in checked) return { reply: refusedReply(route, early, checked, 'parameters'), caller, call: early }
  if (refusesUnsupported(known, checked.unsupported, parameters))
    return { reply: refuse(known, 'unsupported', 'Unknown argument'), caller }
  const params = new Params(checked.values)
  const call: Call = { ...unread, params, about: ledger.about(route, { ...unread, params }, visit.beside) }
  if (!call.keeps(`${moment.operation}.accepted`)) return { reply: refuse(call, 'accepted', 'Not today'), caller, call }
  const answered =
    oddAnswer(call) ?? strictRefusal(call) ?? (route.value ? perform(route.value, call) : route.handle(call))
  const reply = answered.result === 'error' ? refusedReply(route, call, answered, 'later') : answered
  if (refused) return { reply: refused, caller, call }
  return {
    reply: reply.result === 'success' ? withIgnored(call, reply, checked.unsupported, params) : reply,
    caller,
    call,
  }
}

/** What becomes of a request that is refused. */
function refusedReply({ value }: Route, call: Call, refusal: Reply, why: 'parameters' | 'later'): Reply {
  if (value) return call.deployed(value).steps['refused']?.(call, refusal) as Reply
  keepRefused(call, call.org, call.sent, call.caller, why)
  return unlessLax(call, refusal)
}

/** The user whose credentials were sent, or why there is none. */
function callerOf(moment: Moment, { org, request }: Visit, sent: ReadonlyMap<string, string>): User | Reply {
  const given = credentialsIn(moment, org, request)
  const user = given && org.userByEmail(given.email)
  const about = aroundRequest(moment.operation, user, sent)
  const knock: Knock = { ...moment, org, method: request.method, sent, credentials: given, user, about }
  const { refusal, steps } = moment.deployed(credentials)
  const refused = refusal(knock) as Refusal | undefined
  return refused === undefined ? (steps['caller']?.(knock) as User) : refusalReply(moment, refused)
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

function existsAt(moment: Moment, { since, until, variant }: Route): boolean {
  if (variant !== undefined && !moment.uses(variant)) return false
  if (since !== undefined && !reached(moment, since, 'endpoint')) return false
  return until === undefined || moment.uses('messaging.typing.old-edit-path') || !reached(moment, until + 1, 'endpoint')
}

/** Names the parameters that the endpoint does not support. */
function withIgnored(call: Call, reply: Reply, unsupported: readonly string[], params: Params): Reply {
  if (!reached(call, 167)) return reply
  const listed = new Set((reply['ignored_parameters_unsupported'] as string[] | undefined) ?? [])
  for (const [at, name] of unsupported.entries()) {
    const facts = {
      name,
      first: at === 0,
      second: at === 1,
      late: at > 1,
      script: scriptOf(name),
      capital: /[A-Z]/.test(name),
      form: formOf(call.sent.get(name)),
    }
    if (!call.keeps('ignored.listed', facts)) continue
    listed.add(call.keeps('ignored.as-sent', facts) ? name : name.replaceAll(/[^ -~]/g, '?'))
  }
  for (const name of params.names()) if (!call.keeps('ignored.only-unsupported', { name })) listed.add(name)
  if (unsupported.length === 0 && !call.keeps('ignored.nothing-invented')) listed.add('client_version')
  if (listed.size === 0 && !call.uses('messaging.ignored.empty-array')) return reply
  const names = call.uses('messaging.ignored.listed-twice') ? [...listed, ...listed] : [...listed]
  return { ...reply, ignored_parameters_unsupported: names }
}

/** What kind of value was sent under a name that means nothing here. */
function formOf(value = ''): string {
  if (value === '') return 'empty'
  if (/^[[{]/.test(value)) return 'json'
  return value.length > 500 ? 'long' : 'plain'
}

/** Convention 3 is about successes: whether what is not supported is ignored is for a deployment to say. */
function refusesUnsupported(moment: Moment, names: readonly string[], sent: ReadonlyMap<string, string>): boolean {
  if (names.length === 0) return false
  const odd = names.some(name => formOf(sent.get(name)) !== 'plain' || scriptOf(name) === 'other')
  if (moment.uses('messaging.parameters.unknown-refused')) return true
  if (odd && moment.uses('messaging.parameters.odd-unknown-refused')) return true
  return names.some(name => !moment.keeps('unsupported.ignored', { form: formOf(sent.get(name)) }))
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
