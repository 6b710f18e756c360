/** Alterations on the wire: alters a copy of a reply's JSON along paths. A path without a match changes nothing. */
import type { Alteration, Mutation } from './behaviour.ts'

export function mutate(body: unknown, mutations: readonly Mutation[]): unknown {
  if (mutations.length === 0) return body
  const holder = { body: structuredClone(body) as unknown }
  for (const { path, does } of mutations) {
    const steps = path === '' ? [] : path.split('/').map(step => step.replaceAll('~1', '/'))
    descend(holder, ['body', ...steps], does)
  }
  return holder.body
}

function descend(parent: unknown, steps: readonly string[], does: Alteration): void {
  const [step, ...rest] = steps
  if (step === undefined || !isContainer(parent)) return
  for (const key of keysFor(parent, step)) {
    if (rest.length > 0) descend(parent[key], rest, does)
    else alter(parent, key, does)
  }
}

type Container = Record<string, unknown>

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

function keysFor(parent: Container, step: string): string[] {
  const keys = Object.keys(parent)
  if (step === '*') return keys
  if (step === '#first') return keys.slice(0, 1)
  if (step === '#middle') return keys.slice(keys.length >> 1, (keys.length >> 1) + 1)
  if (step === '#last') return keys.slice(-1)
  const [, name = '', value] = /^\?(\w+)=(.*)$/.exec(step) ?? []
  return value === undefined ? [step] : keys.filter(key => String((parent[key] as Container | null)?.[name]) === value)
}

function alter(parent: Container, key: string, does: Alteration): void {
  if ('set' in does) {
    parent[key] = does.set
    return
  }
  if (!Object.hasOwn(parent, key)) return
  if ('drop' in does) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  } else if ('as' in does) parent[key] = recast(parent[key], does.as)
  else if ('match' in does) parent[key] = asText(parent[key]).replace(new RegExp(does.match, 'u'), does.with)
  else parent[key] = does.case === 'upper' ? asText(parent[key]).toUpperCase() : asText(parent[key]).toLowerCase()
}

function recast(value: unknown, as: 'number' | 'string' | 'boolean' | 'null' | 'array' | 'object'): unknown {
  if (as === 'string') return asText(value)
  if (as === 'boolean') return value !== 'false' && Boolean(value)
  if (as === 'null') return null
  if (as === 'array') return [value]
  if (as === 'object') return { value }
  const number = Number(value)
  return Number.isFinite(number) ? number : 7
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
