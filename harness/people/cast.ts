/** Finds the people a check asks for: in the target file first, then through the provisioner. */

import type { Api } from '../api.ts'
import type { Clock } from '../clock.ts'
import type { Redactor } from '../evidence/redactor.ts'
import type { Client, Reply } from '../http/client.ts'
import type { FixtureValue } from '../provision/fixture-kind.ts'
import type { Provisioner } from '../provision/provisioner.ts'
import type { Traces } from '../run/inventory.ts'
import { shutOut } from '../run/shut-out.ts'
import { staffedEntryOf } from '../target/api-entry.ts'
import { baseAddress } from '../target/base-address.ts'
import type { Target } from '../target/load-target.ts'
import { Undecided } from '../undecided.ts'
import { settledReads } from '../world/late-reads.ts'
import type { Actor } from './actor.ts'
import { type ActorParts, actor } from './make-actor.ts'
import type { Cast, People, Person } from './people.ts'

export function cast(
  target: Target,
  api: Api | undefined,
  provisioner: Provisioner,
  redactor: Redactor,
  client: Client,
  clock: Clock,
  traces?: Traces,
): Cast {
  const entry = staffedEntryOf(target, api?.name)
  const { roles, other } = api?.people ?? { roles: {} as People['roles'], other: [null, ''] as const }
  const entries = Object.entries(entry.actors ?? {}).map(
    ([name, stated]): Person => ({
      name,
      role: stated.role ?? name,
      email: stated.email,
      apiKey: stated.apiKey,
      userId: stated.userId ?? null,
      password: stated.password ?? null,
      username: stated.username ?? null,
      baseUrl: null,
    }),
  )
  const settled = api?.recentChanges && settledReads(api.recentChanges, clock)
  /** Whether the person was created in another organization, which has other data. */
  const isApart = ({ name }: Person): boolean => api?.fixtures?.kinds[name]?.elsewhere === true
  const peopleByWord = new Map<string, Promise<Person>>()
  /** Whether the target accepts their credentials, by email: several words may name one person. */
  const acceptances = new Map<string, Promise<void>>()
  const providedByEmail = new Map<string, Person>()
  /** People whose credentials the target accepted, by name; they stay the same for the whole run. */
  const acceptedByName = new Map<string, Person>()
  const remembered = (person: Person): Person => {
    providedByEmail.set(person.email, person)
    return person
  }

  const knows = (address: string): boolean =>
    providedByEmail.has(address) || entries.some(({ email }) => email === address)

  const ofRole = (word: string, role: string): Person | undefined => {
    const first = entries.find(person => person.role === role)
    return word === other[0] ? entries.find(person => person.role === role && person !== entryFor(other[1])) : first
  }
  const entryFor = (word: string): Person | undefined => {
    for (const role of roles[word] ?? [word]) {
      const person = ofRole(word, role)
      if (person) return person
    }
    return undefined
  }

  const plainReadRefusal = async (person: Person, isEnough: (reply: Reply) => boolean): Promise<Reply | null> =>
    (await api?.people?.refusalOf(actor(partsOf(person, client, 'credentials')), isEnough)) ?? null
  const shut = shutOut(api, plainReadRefusal, clock)

  const act: Cast['act'] = (person, through, check) =>
    actor({
      saysNothing: shut.saysNothing(person, acceptedByName.get(person.name)?.email === person.email),
      ofWrongKey: shut.ofWrongKey,
      ...partsOf(person, through, check),
    })

  const partsOf = (person: Person, through: Client, check: string): ActorParts => ({
    api: api ?? NO_API,
    name: person.name,
    baseUrl: person.baseUrl ?? entry.baseUrl,
    credentials: { email: person.email, apiKey: person.apiKey },
    userId: person.userId,
    password: person.password,
    username: person.username,
    client: through,
    check,
    traces,
    settled: isApart(person) ? undefined : settled,
  })

  /** Credentials are sent to another origin only if the kind may be elsewhere and the target file lists the origin. */
  const requireListedOrigin = ({ name, baseUrl }: Person, kind: string): void => {
    if (baseUrl === null) return
    const where = URL.canParse(baseUrl) ? new URL(baseUrl) : null
    const origin = where?.origin ?? 'an address that cannot be read'
    const refused = (rule: string): Undecided => new Undecided({ kind: 'origin-refused', actor: name, origin, rule })
    if (!where || `${where.username}${where.password}${where.search}${where.hash}` !== '')
      throw refused('whose baseUrl has to be an http(s) address without user, password, query or fragment')
    if (origin === new URL(entry.baseUrl).origin) return
    if (!api?.fixtures?.kinds[kind]?.elsewhere)
      throw refused(`and a fixture of kind ${kind} lives at the target's own origin`)
    if (!entry.origins?.some(one => new URL(one).origin === origin))
      throw refused(`which ${api.name}.origins does not list`)
  }

  let providedOther: Person | null = null
  /** Whether one account would be two people: the other person, who is somebody else by definition, and a known one. */
  const isTwice = (word: string, { email }: Person): boolean =>
    word === other[0] ? knows(email) : providedOther?.email === email

  const provided = async (word: string): Promise<Person> => {
    const role = roles[word]?.[0] ?? word
    if (!provisioner.offers('actor'))
      throw new Undecided({ kind: 'actor-missing', actor: word === 'user' ? 'user' : role })
    const given = async (withWhat: FixtureValue): Promise<Person> =>
      personFrom(word, role, await provisioner.provide('actor', withWhat), redactor)
    let person = await given({ role })
    // A provisioner may have one account for each role.
    if (isTwice(word, person)) person = await given({ role, fresh: true })
    if (isTwice(word, person))
      throw new Undecided('fixture-missing', 'the provisioner gave somebody known for somebody else', false)
    requireListedOrigin(person, 'actor')
    if (word === other[0]) providedOther = person
    return remembered(person)
  }

  return {
    offers: word => entryFor(word) !== undefined || provisioner.offers('actor'),
    person(word, rank = 0) {
      const known = peopleByWord.get(word)
      if (known) return known
      const stated = entryFor(word)
      const person = stated ? Promise.resolve(stated) : provided(word)
      const acceptedPerson = person.then(async somebody => {
        const acceptance =
          acceptances.get(somebody.email) ??
          requireAccepted(actor(partsOf(somebody, ranked(client, rank), 'credentials')), api)
        acceptances.set(somebody.email, acceptance)
        await acceptance
        acceptedByName.set(somebody.name, somebody)
        return somebody
      })
      peopleByWord.set(word, acceptedPerson)
      acceptedPerson.catch(error => {
        if (!(error instanceof Undecided) || error.reason === 'no-credentials') return
        peopleByWord.delete(word)
        acceptances.clear()
      })
      return acceptedPerson
    },
    async isShutOut(name, refusal) {
      // Somebody created for one check may be deactivated, so somebody else tries: an address that is shut out is so
      // for everybody.
      const person = acceptedByName.get(name) ?? [...acceptedByName.values()][0]
      return person !== undefined && shut.isRefusedAlike(person, refusal)
    },
    keyMayHaveEnded: shut.keyMayHaveEnded,
    reads: (kind, withWhat, provide) => settled?.provide(kind, withWhat, provide) ?? provide(),
    async fresh(kind, withWhat) {
      const role = kind === 'actor' ? String(withWhat['role'] ?? 'member') : 'owner'
      const value = await provisioner.provide(kind, withWhat)
      const person = personFrom(kind, role, value, redactor)
      requireListedOrigin(person, kind)
      // Other checks may have deactivated a known person, or may still need them.
      if (kind === 'actor' && knows(person.email))
        throw new Undecided('fixture-missing', 'the provisioner gave somebody known for somebody new', false)
      remembered(person)
      if (provisioner.isLent(value)) await requireAccepted(act(person, client, 'credentials'), api)
      return person
    },
    byEmail: email => entries.find(person => person.email === email) ?? providedByEmail.get(email),
    act,
    nobody: (client, check) =>
      actor({
        api: api ?? NO_API,
        name: 'nobody',
        baseUrl: entry.baseUrl,
        credentials: null,
        userId: null,
        password: null,
        username: null,
        client,
        check,
        traces,
        settled,
      }),
  }
}

/** The same client; its requests have the rank of the check that they are for. */
const ranked = (client: Client, rank: number): Client => ({ send: sending => client.send({ ...sending, rank }) })

/** Throws if the target refuses the credentials: failures that follow from that say nothing about the target. */
async function requireAccepted(somebody: Actor, api: Api | undefined): Promise<void> {
  const refusal = await api?.people?.refusalOf(somebody)
  if (refusal) throw new Undecided({ kind: 'credentials-refused', actor: somebody.name, exchange: refusal.exchange.n })
}

const NO_API = { name: '', operations: {} }

function personFrom(name: string, role: string, value: FixtureValue, redactor: Redactor): Person {
  const { email, apiKey, userId, password, username, baseUrl } = value
  if (typeof email !== 'string' || typeof apiKey !== 'string') {
    throw new Undecided({ kind: 'provisioning-error', fixture: name, fault: 'it has no email or apiKey' })
  }
  redactor.learnKey(email, apiKey)
  if (typeof password === 'string') redactor.learn(password)
  return {
    name,
    role,
    email,
    apiKey,
    userId: typeof userId === 'number' ? userId : null,
    password: typeof password === 'string' ? password : null,
    username: typeof username === 'string' ? username : null,
    baseUrl: typeof baseUrl === 'string' ? baseAddress(baseUrl) : null,
  }
}
