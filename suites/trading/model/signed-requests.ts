/** Signed requests as combinations: kinds of parameters, place of the timestamp, headers. */
import type { Combinations, Factor, Parameter, Row } from '../../../harness/index.ts'
import type { Venue } from '../venue.ts'
import { mistakes } from './signed-mistakes.ts'

const factor = (name: string, ...values: readonly string[]): Factor => ({
  name,
  values: values.map(value => ({ name: value })),
})

/** Values on which form encoding and RFC 3986 agree; the values of one kind take turns. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  plain: ['one'],
  empty: [''],
  reserved: [":/?#[]@!$&'()+,;=", '100%-%41%2B+1', '{"side":"buy","ids":[1,2]}', 'a=1&timestamp=2&b=3'],
  'another script': ['بیتکوین', '比特币', 'νόμισμα', 'биткоин', 'बिटकॉइन', '비트코인', 'e\u0301é', '𐐀𠀀'],
}

export const NAMES: Readonly<Record<string, string>> = {
  letters: 'assayNote',
  capitals: 'ASSAY_NOTE',
  'digits first': '4assay',
  underscores: '__assay_1',
}

const COUNTS: Readonly<Record<string, number>> = { none: 0, one: 1, many: 12 }

/** Headers that a client may add: the contract requires two others, and forbids none. */
export const CLIENT_HEADERS = {
  accept: 'application/json',
  'accept-language': 'fa-IR,fa;q=0.9',
  'cache-control': 'no-cache',
} as const

const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  "a client's": CLIENT_HEADERS,
}

const featureFactors = (extra: boolean): readonly Factor[] => [
  factor('timestamp', 'last', 'first', 'between'),
  factor('headers', ...Object.keys(HEADERS)),
  ...(extra
    ? [
        factor('added', ...Object.keys(COUNTS)),
        factor('value', ...Object.keys(VALUES)),
        factor('name', ...Object.keys(NAMES)),
        factor('place', 'first', 'middle', 'last'),
      ]
    : []),
]

export const signedCombinations = (venue: Venue): Combinations => {
  const extra = venue.probe?.extraParams === true
  const unadded = (row: Row): boolean => (row['added'] ?? 'none') === 'none'
  const special = ['value', 'name', 'place']
  return {
    operation: 'signedProbe',
    factors: [
      ...featureFactors(extra),
      {
        name: 'mistake',
        values: [{ name: 'none' }, ...mistakes.map(({ name, refusedBy }) => ({ name, refusedBy }))],
      },
    ],
    constraints: [
      {
        reason: 'no parameter is added that could be special',
        excludes: row => row['added'] === 'none' && special.some(name => !isPlainest(name, row[name])),
      },
      {
        reason: 'a single parameter has no middle and no end',
        excludes: row => row['added'] === 'one' && !isPlainest('place', row['place']),
      },
      {
        reason: 'the probe has no parameter but the timestamp',
        excludes: row =>
          /^a parameter (changed|removed)/.test(row['mistake'] ?? '') &&
          (!extra || row['added'] !== undefined) &&
          unadded(row) &&
          venue.probeParameters.length === 0,
      },
    ],
    risky: ['timestamp', 'added', 'value'],
  }
}

const PLAINEST: Readonly<Record<string, string>> = { value: 'plain', name: 'letters', place: 'first' }
const isPlainest = (name: string, value: string | undefined): boolean => value === undefined || value === PLAINEST[name]

/** The content of a row's request, except for its timestamp and signature. */
export interface Planned {
  readonly row: Row
  readonly pairs: (timestamp: string) => readonly Parameter[]
  /** The parameter that mistakes change: the row's special one, else the probe's first; null if there is neither. */
  readonly special: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** `turn` selects one of the values of a kind. */
export function planned(venue: Venue, row: Row, turn: number): Planned {
  const own = venue.probeParameters
  const count = COUNTS[row['added'] ?? 'none'] ?? 0
  const added = Array.from({ length: count }, (_, index): Parameter => [`assay_${index}`, String(index * index)])
  const at = row['place'] === 'last' ? count - 1 : row['place'] === 'middle' ? Math.floor(count / 2) : 0
  const values = VALUES[row['value'] ?? 'plain'] ?? []
  const name = NAMES[row['name'] ?? 'letters'] ?? ''
  if (count > 0) added[at] = [name, values[turn % values.length] ?? '']
  return {
    row,
    special: count > 0 ? name : (own[0]?.[0] ?? null),
    headers: HEADERS[row['headers'] ?? 'none'] ?? {},
    pairs: timestamp => {
      const all = [...own, ...added]
      const where = { first: 0, between: Math.ceil(all.length / 2), last: all.length }
      return all.toSpliced(where[row['timestamp'] as keyof typeof where] ?? all.length, 0, ['timestamp', timestamp])
    },
  }
}
