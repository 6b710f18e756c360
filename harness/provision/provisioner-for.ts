/** Finds the provisioner of a target: over HTTP, a module, built in, or the ready-made fixtures of the target file. */
import type { Api } from '../api.ts'
import { restored } from '../exact-integers.ts'
import type { Client, Reply } from '../http/client.ts'
import { TooSlow } from '../run/interruption.ts'
import { staffedEntryOf } from '../target/api-entry.ts'
import type { Target } from '../target/load-target.ts'
import { thrownError } from '../thrown.ts'
import { Undecided } from '../undecided.ts'
import type { BuiltInParts, FixtureKinds, FixtureValue } from './fixture-kind.ts'
import { faultOf } from './fixture-values.ts'
import type { Provisioner } from './provisioner.ts'
import { isAddress, loadProvision, type ProvisionFunction, provisionerModule } from './provisioner-module.ts'
import { readyMade } from './ready-made.ts'

const MAKER = { lends: false, isLent: () => false, offers: () => true, forbids: () => false } as const

export interface ProvisionerParts extends Pick<BuiltInParts, 'clock' | 'runId' | 'learn'> {
  /** The API that has fixtures, if the target has one. */
  readonly api: Api | undefined
  /** The client for a provisioner over HTTP, whose exchanges are evidence too. */
  readonly client: Client
  /** The client for a built-in provisioner, which sends requests to the target under the rate limit of its API. */
  readonly through: Client
  readonly mayWrite: boolean
  /** Waits for a function that is not ours, but not for ever. */
  readonly within?: <T>(what: string, promise: Promise<T>) => Promise<T>
}

/** Without `allow: [write]` nothing is created: ready-made fixtures of the target file are lent, and others are only read. */
export function provisionerFor(target: Target, parts: ProvisionerParts): Provisioner {
  const { provisioner: named, fixtures } = staffedEntryOf(target, parts.api?.name)
  const kinds = parts.api?.fixtures?.kinds ?? {}
  const makes = (kind: string): boolean => kinds[kind]?.makes ?? false
  const readyMadeFixtures = readyMade(kinds, fixtures)
  if (named === undefined) return readyMadeFixtures
  const maker = filledIn(makerNamed(named, target, parts, kinds), readyMadeFixtures)
  if (parts.mayWrite) return maker
  const source = (kind: string): Provisioner => (makes(kind) ? readyMadeFixtures : maker)
  return {
    lends: true,
    isLent: () => true,
    offers: kind => source(kind).offers(kind),
    forbids: kind => makes(kind) && !readyMadeFixtures.offers(kind),
    async provide(kind, withWhat) {
      if (makes(kind) && !readyMadeFixtures.offers(kind))
        throw new Undecided({ kind: 'making-not-allowed', fixture: kind })
      return source(kind).provide(kind, withWhat)
    },
  }
}

/** Lends a ready-made fixture of the target file if the provisioner does not have one or fails to create it. */
function filledIn(maker: Provisioner, readyMadeFixtures: Provisioner): Provisioner {
  const lentValues = new WeakSet<FixtureValue>()
  return {
    ...maker,
    isLent: value => lentValues.has(value),
    async provide(kind, withWhat) {
      try {
        return await maker.provide(kind, withWhat)
      } catch (error) {
        const missing = error instanceof Undecided && error.reason === 'fixture-missing'
        if (!missing || !readyMadeFixtures.offers(kind)) throw error
        const value = await readyMadeFixtures.provide(kind, withWhat)
        lentValues.add(value)
        return value
      }
    },
  }
}

function makerNamed(named: string, target: Target, parts: ProvisionerParts, kinds: FixtureKinds): Provisioner {
  if (isAddress(named)) return overHttp(named, parts, kinds)
  const builtIn = parts.api?.fixtures?.builtIn?.[named]
  if (builtIn) {
    const { provision, madeIn } = builtIn({ ...parts, target, client: parts.through })
    return { ...fromFunction(() => Promise.resolve(provision), kinds), madeIn }
  }
  const path = provisionerModule(named, target, parts.api)
  return fromFunction(() => loadProvision(path), kinds, parts.within)
}

function overHttp(url: string, { client, api }: ProvisionerParts, kinds: FixtureKinds): Provisioner {
  return {
    ...MAKER,
    async provide(kind, withWhat) {
      const repeatable = !kinds[kind]?.once
      const ask = (): Promise<Reply> =>
        client.send({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json' },
          body: restored(JSON.stringify({ fixture: kind, with: withWhat })),
          api: api?.name ?? '',
          operation: kind,
          actor: null,
          check: null,
          via: 'provisioner',
          purpose: 'observed',
          repeatable,
        })
      const first = await ask()
      const reply = first.status >= 500 && repeatable ? await ask() : first
      if (reply.status !== 200) throw provisioningError(kind, `it answered ${reply.status}`)
      if (reply.json === undefined && reply.body !== '')
        throw provisioningError(kind, `its answer is not JSON: "${openingWords(reply.body)}"`)
      return answered(kind, reply.json, kinds)
    },
  }
}

function fromFunction(
  load: () => Promise<ProvisionFunction>,
  kinds: FixtureKinds,
  within: NonNullable<ProvisionerParts['within']> = (_what, promise) => promise,
): Provisioner {
  let loading: Promise<ProvisionFunction> | null = null
  /** The kinds that never came: waiting for each of their fixtures would take a run hours. */
  const neverCame = new Map<string, Error>()
  return {
    ...MAKER,
    async provide(kind, withWhat) {
      try {
        const known = neverCame.get(kind)
        if (known) throw known
        loading ??= load()
        const made = loading.then(provision => provision(kind, withWhat))
        return answered(kind, await within('the provisioner', made), kinds)
      } catch (caught) {
        const error = thrownError(caught)
        if (error instanceof TooSlow) neverCame.set(kind, error)
        throw error instanceof Undecided ? error : provisioningError(kind, error.message)
      }
    },
  }
}

function answered(kind: string, answer: unknown, kinds: FixtureKinds): FixtureValue {
  const { value, unavailable } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    value?: unknown
    unavailable?: unknown
  }
  if (typeof unavailable === 'string')
    throw new Undecided({ kind: 'fixture-unavailable', fixture: kind, says: beginningOf(unavailable) })
  if (typeof value !== 'object' || value === null)
    throw provisioningError(kind, 'its answer has neither "value" nor "unavailable"')
  const fault = faultOf(kinds[kind], value as FixtureValue)
  if (fault) throw provisioningError(kind, fault)
  return value as FixtureValue
}

const provisioningError = (kind: string, why: string): Undecided =>
  new Undecided({ kind: 'provisioning-error', fixture: kind, fault: beginningOf(why) })

/** The beginning of a long text, up to a blank: half of a secret at its end would not be recognised. */
const beginningOf = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/\S*$/, '')}… (${text.length} characters)` : text

const LONGEST = 2000

/** A few whole words of a page that came instead of an answer. */
function openingWords(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length > A_FEW ? `${flat.slice(0, A_FEW).replace(/\S*$/, '')}…` : flat
}

const A_FEW = 60
