/** What makes fixtures for one kind of deployment, in its three forms: HTTP, a module, ready-made. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '../http/client.ts'
import type { Target } from '../target/load-target.ts'
import { Undecided } from '../undecided.ts'

export type FixtureValue = Readonly<Record<string, unknown>>

export interface Provisioner {
  /** Whether it could be asked for this kind at all. */
  offers(kind: string): boolean
  provide(kind: string, withWhat: FixtureValue): Promise<FixtureValue>
}

type ProvisionFunction = (kind: string, withWhat: FixtureValue) => unknown

/** The HTTP form goes through a client, so that its calls are evidence too. */
export function provisionerFor(target: Target, client: Client): Provisioner {
  const messaging = target.messaging
  const named = messaging?.provisioner
  if (named === undefined) return readyMade(messaging?.fixtures ?? {})
  if (/^https?:\/\//.test(named)) return overHttp(named, client)
  return fromModule(resolve(target.folder, named))
}

/** Kinds that read back what has just happened: a value written down beforehand cannot know it. */
const READ_BACK = new Set([
  'events',
  'invitations',
  'scheduled-state',
  'default-channels',
  'channel-named',
  'drafts-of',
  'unread-of',
  'discard',
])

function readyMade(fixtures: Readonly<Record<string, FixtureValue>>): Provisioner {
  return {
    offers: kind => Object.hasOwn(fixtures, kind) && !READ_BACK.has(kind),
    async provide(kind) {
      const value = READ_BACK.has(kind) ? undefined : fixtures[kind]
      if (!value)
        throw new Undecided('fixture-missing', `the target file has no ready-made ${kind} and no provisioner`, false)
      return value
    },
  }
}

function overHttp(url: string, client: Client): Provisioner {
  return {
    offers: () => true,
    async provide(kind, withWhat) {
      const reply = await client.send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fixture: kind, with: withWhat }),
        api: 'messaging',
        operation: kind,
        actor: null,
        check: null,
        via: 'provisioner',
        purpose: 'observed',
      })
      if (reply.status !== 200) throw provisioningError(kind, `it answered ${reply.status}`)
      return answered(kind, reply.json)
    },
  }
}

function fromModule(path: string): Provisioner {
  let loading: Promise<ProvisionFunction> | null = null
  const load = async (): Promise<ProvisionFunction> => {
    const module = (await import(pathToFileURL(path).href)) as { provision?: unknown }
    if (typeof module.provision !== 'function') throw new Error('it exports no function named provision')
    return module.provision as ProvisionFunction
  }
  return {
    offers: () => true,
    async provide(kind, withWhat) {
      let answer: unknown
      try {
        loading ??= load()
        answer = await (await loading)(kind, withWhat)
      } catch (error) {
        throw provisioningError(kind, (error as Error).message)
      }
      return answered(kind, answer)
    },
  }
}

function answered(kind: string, answer: unknown): FixtureValue {
  const { value, unavailable } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    value?: unknown
    unavailable?: unknown
  }
  if (typeof unavailable === 'string')
    throw new Undecided('fixture-missing', `the provisioner has no ${kind}: ${unavailable}`, false)
  if (typeof value !== 'object' || value === null)
    throw provisioningError(kind, 'its answer has neither "value" nor "unavailable"')
  return value as FixtureValue
}

const provisioningError = (kind: string, why: string): Undecided =>
  new Undecided('fixture-missing', `the provisioner failed to make ${kind}: ${why}`)
