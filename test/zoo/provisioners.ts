/** Misbehaviour of provisioners: none of it may lead to a failure of the target. */
import type { ServerResponse } from 'node:http'

export interface Asked {
  readonly fixture: string
  /** What the provisioner should answer. */
  readonly good: string
}

export interface ProvisionerBehaviour {
  readonly id: string
  readonly about: string
  /** Unverified: nothing fails, and requirements that need the fixture do not pass. Any: a false answer may go undetected. */
  readonly kind: 'unverified' | 'any'
  readonly does: (response: ServerResponse, asked: Asked) => void
}

const answers =
  (make: (asked: Asked) => unknown, status = 200): ProvisionerBehaviour['does'] =>
  (response, asked) => {
    const made = make(asked)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof made === 'string' ? made : JSON.stringify(made))
  }

/** The correct answer with changed members. */
const changed =
  (change: (member: unknown) => unknown): ((asked: Asked) => unknown) =>
  ({ good }) => {
    const { value } = JSON.parse(good) as { value?: Record<string, unknown> }
    if (value === undefined) return good
    return { value: Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)])) }
  }

const one = (
  kind: ProvisionerBehaviour['kind'],
  id: string,
  about: string,
  does: ProvisionerBehaviour['does'],
): ProvisionerBehaviour => ({ kind, id, about, does })

export const provisionerBehaviours: readonly ProvisionerBehaviour[] = [
  one('unverified', 'hangs', 'never answers', () => {}),
  one('unverified', 'exits', 'closes the connection in the middle of its answer', (response, { good }) => {
    response.writeHead(200, { 'content-length': '9999' })
    response.write(good.slice(0, 5))
    setTimeout(() => response.destroy(), 5)
  }),
  one('unverified', 'resets', 'closes the connection without an answer', response => void response.destroy()),
  one(
    'unverified',
    'garbage',
    'answers with noise',
    answers(() => '\u0000\u0001 not JSON <html>'),
  ),
  one(
    'unverified',
    'empty',
    'answers with nothing',
    answers(() => ''),
  ),
  one(
    'unverified',
    'null',
    'answers null',
    answers(() => null),
  ),
  one(
    'unverified',
    'list',
    'answers with a list',
    answers(() => []),
  ),
  one(
    'unverified',
    'no-value',
    'answers an empty object',
    answers(() => ({})),
  ),
  one(
    'unverified',
    'null-value',
    'a value that is null',
    answers(() => ({ value: null })),
  ),
  one(
    'unverified',
    'text-value',
    'a value that is a text',
    answers(() => ({ value: 'channel 7' })),
  ),
  one(
    'unverified',
    'empty-value',
    'a value without members',
    answers(() => ({ value: {} })),
  ),
  one(
    'unverified',
    'odd-excuse',
    'an excuse that is no text',
    answers(() => ({ unavailable: { because: 7 } })),
  ),
  one(
    'unverified',
    'long-excuse',
    'an excuse of a megabyte with escapes',
    answers(() => ({
      unavailable: `\u001b[2J</script>${'x'.repeat(1_000_000)}`,
    })),
  ),
  one(
    'unverified',
    'huge',
    'an answer of 20 MB',
    answers(() => `{"value":{"pad":"${'x'.repeat(20_000_000)}"}}`),
  ),
  one(
    'unverified',
    'deep',
    'an answer of a million levels',
    answers(() => `{"value":${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}}`),
  ),
  one(
    'unverified',
    'error',
    'answers 500',
    answers(() => ({ value: {} }), 500),
  ),
  one('unverified', 'elsewhere', 'a redirect, which is not followed', (response, _asked) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/provision' })
    response.end()
  }),
  one(
    'unverified',
    'wrong-types',
    'numbers for texts and texts for numbers',
    answers(changed(member => (typeof member === 'number' ? `no ${member}` : 7))),
  ),
  one('unverified', 'lists', 'a list for each member', answers(changed(() => []))),
  one('unverified', 'nulls', 'null for each member', answers(changed(() => null))),
  one(
    'unverified',
    'fractions',
    'ids that are no integers',
    answers(changed(member => (typeof member === 'number' ? member + 0.5 : member))),
  ),
  one(
    'any',
    'negative-ids',
    'negative ids',
    answers(changed(member => (typeof member === 'number' ? -member : member))),
  ),
  one(
    'any',
    'huge-ids',
    'ids that nothing has',
    answers(changed(member => (typeof member === 'number' ? Number.MAX_SAFE_INTEGER - 1 : member))),
  ),
  one(
    'unverified',
    'endless-ids',
    'ids of thirty digits',
    answers(({ good }) => good.replaceAll(/:(\d+)/g, (_, digits) => `:${digits.padEnd(30, '9')}`)),
  ),
  one(
    'any',
    'same-ids',
    'the same id each time',
    answers(changed(member => (typeof member === 'number' ? 1 : member))),
  ),
  one(
    'unverified',
    'hostile-texts',
    'texts with line breaks, nulls and markup',
    answers(changed(member => (typeof member === 'string' ? `${member}\r\nX-Evil: 1\u0000<script>` : member))),
  ),
  one(
    'any',
    'prototype',
    'members called __proto__ and constructor',
    answers(({ good }) => good.replace(/"value":\{/, '"value":{"__proto__":{"id":1},"constructor":2,')),
  ),
  one(
    'any',
    'other-origin',
    'another origin, which is not contacted',
    answers(({ good }) => good.replace(/"value":\{/, '"value":{"baseUrl":"http://127.0.0.1:1/api/v1",')),
  ),
]
