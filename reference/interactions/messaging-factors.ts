/** The factors of a request to the messaging API, derived from its operation. */

import { scriptOf } from '../messaging/call.ts'
import { parse } from '../messaging/kinds.ts'
import { type AnyOperation, aboutNoThing } from '../messaging/operation.ts'
import type { Parameter } from '../messaging/route.ts'
import type { Circumstances } from '../operations/circumstances.ts'
import type { Factor } from './factor.ts'

/** What every stage of the messaging API knows of a request. */
export interface Sent {
  readonly about: Circumstances
  readonly sent: ReadonlyMap<string, string>
}

type SentFactor = Factor<Sent>

const everybody = ['owner', 'admin', 'moderator', 'member', 'guest', 'bot'] as const

/**
 * The roles whose requests succeed: all that the endpoint is for, except that guests and bots neither invite nor create groups,
 * channels or playgrounds.
 */
function callersOf({ id, access }: AnyOperation): readonly string[] {
  if (access === 'anyone') return []
  if (access === 'administrators') return everybody.slice(0, 2)
  if (access === 'no-guests-or-bots' || creatingOrInviting.test(id)) return everybody.slice(0, 4)
  return id === 'deactivateOwnAccount' ? everybody.slice(0, 5) : everybody
}

const creatingOrInviting = /Invite|UserGroup|createChannel|addPlayground/

const dashed = (name: string): string => name.replaceAll('_', '-')

const valued = (parameter: Parameter, word: string, is: (text: string) => boolean): SentFactor => ({
  name: `${dashed(parameter.name)}-${word}`,
  about: [parameter.name],
  when: { where: ({ sent }) => sent.has(parameter.name) && is(sent.get(parameter.name) ?? '') },
})

/** Parameters with free text; others name an existing thing. */
const freeTexts = new Set(['name', 'description', 'hint', 'topic', 'content', 'welcome_message_custom_text'])

/** Names and topics have at most 60 letters; other texts count as long from 200 letters on. */
const isShortText = (name: string): boolean => name === 'name' || name === 'topic'

const lengthOf = (text: string): number => {
  const list = parse(text)
  return Array.isArray(list) ? list.length : 0
}

const isObjectText = (text: string): boolean => text.startsWith('{')

/** Factors for the values, shapes and classes of values of a parameter. */
function valuesOf(parameter: Parameter): SentFactor[] {
  const { kind, values, name } = parameter
  if (values)
    return values
      .map(one => (typeof one === 'object' ? one : { value: one }))
      .filter(one => !('until' in one) || one.until === undefined)
      .map(({ value }) => valued(parameter, `is-${value}`, text => text === String(value)))
  switch (kind) {
    case 'string':
      if (!freeTexts.has(name)) return []
      return [
        valued(parameter, 'of-another-script', text => scriptOf(text) === 'other'),
        valued(parameter, 'beyond-the-basic-plane', text => /[\u{10000}-\u{10ffff}]/u.test(text)),
        valued(parameter, 'with-reserved-characters', text => /[&%+=#?]/.test(text)),
        valued(parameter, 'long', text => [...text].length > (isShortText(name) ? 45 : 200)),
      ]
    case 'boolean':
      return ['true', 'false'].map(value => valued(parameter, `is-${value}`, text => text === value))
    case 'integers':
    case 'objects':
      return [
        valued(parameter, 'of-two', text => lengthOf(text) === 2),
        valued(parameter, 'of-three', text => lengthOf(text) >= 3),
        valued(parameter, 'of-eleven', text => lengthOf(text) >= 11),
      ]
    case 'group-setting':
      return [valued(parameter, 'an-object', isObjectText), valued(parameter, 'a-number', text => !isObjectText(text))]
    case 'integer-or-integers':
      return [
        valued(parameter, 'a-list', text => text.startsWith('[')),
        valued(parameter, 'a-number', text => /^\d+$/.test(text)),
      ]
    default:
      return []
  }
}

/** Whether factors are made of a parameter: web-public channels are up to the deployment. */
const isSupported = ({ name, until, at }: Parameter): boolean =>
  until === undefined && at !== 'path' && name !== 'is_web_public'

function parameterFactors(parameter: Parameter): SentFactor[] {
  const { name, required } = parameter
  const present: SentFactor = { name: `${dashed(name)}-given`, about: [name], when: { where: it => it.sent.has(name) } }
  const absent: SentFactor = {
    name: `${dashed(name)}-left-out`,
    about: [name],
    when: { where: it => !it.sent.has(name) },
  }
  return [...(required ? [] : [present, absent]), ...valuesOf(parameter)]
}

/** Factors for the parameter that is sent first. */
const orderFactors = (parameters: readonly Parameter[]): SentFactor[] =>
  parameters.length < 2
    ? []
    : parameters.map(({ name }) => ({
        name: `${dashed(name)}-sent-first`,
        about: ['order', name],
        when: { where: ({ sent }) => sent.size > 1 && [...sent.keys()][0] === name },
      }))

const before = (name: string, when: SentFactor['when']): SentFactor => ({ name, about: ['before'], when })

/** Factors for earlier requests: about the same object, or from the same caller with the same values. */
const historyFactors = ({ id, thing }: AnyOperation): SentFactor[] =>
  thing === aboutNoThing
    ? [before('second-time', { nth: 2 })]
    : [
        before('second-time', { nth: 2 }),
        before('third-time', { nth: 3 }),
        before('after-a-refusal', { after: { outcome: 'refused' } }),
        before('after-success', { after: { operation: id, outcome: 'accepted' } }),
        before('after-another-person', { after: { by: 'another' } }),
      ]

/** The operation as a factor, for violations that are the same for all operations, such as of a key. */
const itself = ({ id }: AnyOperation): SentFactor => ({ name: `on-${id}`, about: ['operation'], when: {} })

export function factorsOf(operation: AnyOperation): SentFactor[] {
  const parameters = operation.parameters.filter(isSupported)
  return [
    ...callersOf(operation).map(role => ({
      name: `by-${role}`,
      about: ['caller'],
      when: { role },
    })),
    ...parameters.flatMap(parameterFactors),
    ...orderFactors(parameters),
    ...historyFactors(operation),
    itself(operation),
  ]
}
