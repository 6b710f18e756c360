/** Finds the people a check asks for: in the target file first, then through the provisioner. */
import { type Actor, actor } from './actor.ts'
import { outcomeOf } from './evidence/outcome.ts'
import type { Redactor } from './evidence/redactor.ts'
import type { Client, Reply } from './http/client.ts'
import type { Traces } from './leavings.ts'
import type { FixtureValue, Provisioner } from './provision/provisioner.ts'
import type { Target } from './target/load-target.ts'
import { Undecided } from './undecided.ts'

export interface Person {
  readonly name: string
  readonly role: string
  readonly email: string
  readonly apiKey: string
  readonly userId: number | null
  readonly password: string | null
  /** Where this person's organization is, if not the target's own. */
  readonly baseUrl: string | null
}

/** Which roles may stand in for a word of the catalogue. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  user: ['member', 'admin', 'owner', 'moderator'],
  second: ['member', 'moderator', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  owner: ['owner'],
  moderator: ['moderator'],
  member: ['member'],
  guest: ['guest'],
  bot: ['bot'],
}

export interface Cast {
  /** Whether somebody of this kind could be had at all. */
  offers(word: string): boolean
  person(word: string): Promise<Person>
  /** Somebody of the target file, or somebody provided, by address. */
  byEmail(email: string): Person | undefined
  /** Somebody made for this occasion, who may be deactivated. */
  fresh(kind: 'actor' | 'last-owner' | 'last-user', withWhat: FixtureValue): Promise<Person>
  act(person: Person, client: Client, check: string): Actor
  nobody(client: Client, check: string): Actor
}

export function cast(
  target: Target,
  provisioner: Provisioner,
  redactor: Redactor,
  client: Client,
  traces?: Traces,
): Cast {
  const entries = Object.entries(target.messaging?.actors ?? {}).map(
    ([name, entry]): Person => ({
      name,
      role: entry.role ?? name,
      email: entry.email,
      apiKey: entry.apiKey,
      userId: entry.userId ?? null,
      password: entry.password ?? null,
      baseUrl: null,
    }),
  )
  const found = new Map<string, Promise<Person>>()
  const strangers = new Map<string, Person>()
  const met = (person: Person): Person => {
    strangers.set(person.email, person)
    return person
  }

  const ofRole = (word: string, role: string): Person | undefined => {
    const first = entries.find(person => person.role === role)
    return word === 'second' ? entries.find(person => person.role === role && person !== entryFor('user')) : first
  }
  const entryFor = (word: string): Person | undefined => {
    for (const role of ROLES[word] ?? [word]) {
      const person = ofRole(word, role)
      if (person) return person
    }
    return undefined
  }

  const act: Cast['act'] = (person, through, check) =>
    actor({
      name: person.name,
      baseUrl: person.baseUrl ?? target.messaging?.baseUrl ?? '',
      credentials: { email: person.email, apiKey: person.apiKey },
      userId: person.userId,
      password: person.password,
      client: through,
      check,
      traces,
    })

  const provided = async (word: string): Promise<Person> => {
    const role = ROLES[word]?.[0] ?? word
    if (!provisioner.offers('actor'))
      throw new Undecided('no-credentials', `the target file names no ${word === 'user' ? 'user' : role}`, false)
    return met(personFrom(word, role, await provisioner.provide('actor', { role }), redactor))
  }

  return {
    offers: word => entryFor(word) !== undefined || provisioner.offers('actor'),
    person(word) {
      const known = found.get(word)
      if (known) return known
      const entry = entryFor(word)
      const person = entry ? Promise.resolve(entry) : provided(word)
      const vouchedFor = person.then(async somebody => {
        await vouchFor(act(somebody, client, 'credentials'))
        return somebody
      })
      found.set(word, vouchedFor)
      vouchedFor.catch(error => {
        if (error instanceof Undecided && error.reason !== 'no-credentials') found.delete(word)
      })
      return vouchedFor
    },
    async fresh(kind, withWhat) {
      const role = kind === 'actor' ? String(withWhat['role'] ?? 'member') : 'owner'
      const value = await provisioner.provide(kind, withWhat)
      const person = met(personFrom(kind, role, value, redactor))
      requireListedOrigin(person, target)
      if (provisioner.isLent(value)) await vouchFor(act(person, client, 'credentials'))
      return person
    },
    byEmail: email => entries.find(person => person.email === email) ?? strangers.get(email),
    act,
    nobody: (client, check) =>
      actor({
        name: 'nobody',
        baseUrl: target.messaging?.baseUrl ?? '',
        credentials: null,
        userId: null,
        password: null,
        client,
        check,
        traces,
      }),
  }
}

/** Credentials that two plain reads refuse are not taken: what would follow from them says nothing about the target. */
async function vouchFor(somebody: Actor): Promise<void> {
  const first = await somebody.getLinkifiers({}, { observed: true })
  if (!isRefusal(first)) return
  const second = await somebody.getProfileFields({}, { observed: true })
  if (isRefusal(second))
    throw new Undecided(
      'no-credentials',
      `the target refuses the credentials of ${somebody.name} (exchange ${second.exchange.n})`,
    )
}

/** Credentials go to another origin than the target's only where the target file lists it. */
function requireListedOrigin({ name, baseUrl }: Person, { messaging }: Target): void {
  if (baseUrl === null || !messaging) return
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl
  const listed = [messaging.baseUrl, ...(messaging.origins ?? [])].map(one => new URL(one).origin)
  if (!listed.includes(origin))
    throw new Undecided(
      'fixture-missing',
      `the ${name} lives at ${origin}, which messaging.origins does not list`,
      false,
    )
}

const isRefusal = (reply: Reply): boolean =>
  outcomeOf(reply) === 'error' || reply.status === 401 || reply.status === 403

function personFrom(name: string, role: string, value: FixtureValue, redactor: Redactor): Person {
  const { email, apiKey, userId, password, baseUrl } = value
  if (typeof email !== 'string' || typeof apiKey !== 'string') {
    throw new Undecided('fixture-missing', `the provisioner's ${name} has no email or apiKey`)
  }
  redactor.learn(apiKey)
  if (typeof password === 'string') redactor.learn(password)
  return {
    name,
    role,
    email,
    apiKey,
    userId: typeof userId === 'number' ? userId : null,
    password: typeof password === 'string' ? password : null,
    baseUrl: typeof baseUrl === 'string' ? baseUrl : null,
  }
}
