/** Turns the catalogue's links to fields into rules: which requirement is about which path of which reply. */
import type { Requirement } from './catalogue-entry.ts'
import { codeOf } from './error-codes.ts'
import { fieldSchema } from './field-schema.ts'
import { asJson, asList, type Json } from './json.ts'
import { narrowed, type ReplyField, replyFields } from './reply-fields.ts'
import { operationsOf } from './spec-operations.ts'

interface FieldRule {
  requirement: string
  api: string
  operation: string
  on: 'success' | 'error'
  /** The error code whose replies have the field; absent if every reply has it. */
  code?: string
  path: string
  schema: number
  required: boolean
  since?: number
  until?: number
}

export interface FieldRules {
  rules: FieldRule[]
  schemas: unknown[]
  /** Links that lead nowhere. */
  dangling: { requirement: string; link: string }[]
}

interface Reply extends Pick<FieldRule, 'api' | 'operation' | 'on' | 'code' | 'since' | 'until'> {
  document: Json
  fields: Map<string, ReplyField>
}

const everywhere = new Set(['Envelope', 'Success', 'Error'])

export function fieldRules(
  documents: Readonly<Record<string, Json>>,
  requirements: readonly Requirement[],
): FieldRules {
  const linked = requirements.filter(requirement => requirement.fields)
  const result: FieldRules = { rules: [], schemas: [], dangling: [] }
  const indexes = new Map<string, number>()
  const found = new Set<string>()
  for (const [api, document] of Object.entries(documents)) {
    const own = linked.filter(requirement => requirement.api === api)
    for (const reply of repliesOf(api, document)) {
      const answeredFor = new Set(
        own.flatMap(requirement => matches(reply, requirement).map(({ field }) => field.path)),
      )
      for (const requirement of own) {
        for (const { link, field } of matches(reply, requirement)) {
          found.add(`${requirement.id} ${link}`)
          for (const one of [...namedAbove(reply, link, field, answeredFor), field]) {
            result.rules.push(rule(reply, requirement, one, indexOf(fieldSchema(reply.document, one))))
          }
        }
      }
    }
  }
  for (const { id, fields = [] } of linked) {
    const lost = fields.filter(link => !found.has(`${id} ${link}`))
    result.dangling.push(...lost.map(link => ({ requirement: id, link })))
  }
  return result

  function indexOf(schema: unknown): number {
    const content = JSON.stringify(schema)
    const index = indexes.get(content) ?? result.schemas.push(schema) - 1
    indexes.set(content, index)
    return index
  }
}

function repliesOf(api: string, document: Json): Reply[] {
  const shared = Object.keys(asJson(asJson(document['components'])['schemas'])).filter(name => everywhere.has(name))
  const envelopes = shared.map((name): Reply => {
    const schema = { $ref: `#/components/schemas/${name}` }
    return {
      api,
      document,
      operation: '*',
      on: name === 'Error' ? 'error' : 'success',
      fields: replyFields(document, schema, '*'),
    }
  })
  const own = operationsOf(document).flatMap(({ id, operation, success, error }): Reply[] => {
    const base = { api, document, operation: id, ...narrowed({}, operation) }
    const successes = success ? [{ ...base, on: 'success' as const, fields: replyFields(document, success, id) }] : []
    const errors = asList(error?.['anyOf']).flatMap(branch => {
      const code = codeOf(document, branch)
      const fields = replyFields(document, asJson(branch), '*')
      return code === undefined ? [] : [{ ...base, on: 'error' as const, code, fields }]
    })
    return [...successes, ...errors]
  })
  return [...envelopes, ...own]
}

/** Fields of the reply that the requirement links to. Fields of every reply are judged once, for all operations. */
function matches(reply: Reply, requirement: Requirement): { link: string; field: ReplyField }[] {
  return (requirement.fields ?? [])
    .filter(link => everywhere.has(link.split('/')[0] ?? '') === (reply.operation === '*'))
    .flatMap(link => [...reply.fields.values()].filter(({ names }) => names.has(link)).map(field => ({ link, field })))
}

/** Objects on the way to the field that no requirement is about: if one of them is missing, so is the field. */
function namedAbove(reply: Reply, link: string, field: ReplyField, answeredFor: ReadonlySet<string>): ReplyField[] {
  const outer = link.slice(0, link.lastIndexOf('/'))
  const parent = reply.fields.get(field.path.slice(0, field.path.lastIndexOf('/')))
  if (!parent?.names.has(outer) || !parent.required || answeredFor.has(parent.path)) return []
  return [...namedAbove(reply, outer, parent, answeredFor), parent]
}

function rule(reply: Reply, requirement: Requirement, field: ReplyField, schema: number): FieldRule {
  const { api, operation, on, code } = reply
  const outer = narrowed(narrowed(reply, { 'x-since': field.since, 'x-until': field.until }), {
    'x-since': requirement.since,
    'x-until': requirement.until,
  })
  const { path, required } = field
  return {
    requirement: requirement.id,
    api,
    operation,
    on,
    ...(code ? { code } : {}),
    path,
    schema,
    required,
    ...outer,
  }
}
