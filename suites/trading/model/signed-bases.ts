/** Signed requests with many features each: one mistake in them is combined with most of what a request may be like. */
import type { Parameter, Row } from '../../../harness/index.ts'
import type { Venue } from '../venue.ts'
import { CLIENT_HEADERS, NAMES, type Planned, VALUES } from './signed-requests.ts'

export interface Base {
  readonly sent: string
  readonly planned: (venue: Venue) => Omit<Planned, 'row'>
  /** The combinations that this request covers. */
  readonly rows: readonly Row[]
}

const stamped = (where: (count: number) => number, all: readonly Parameter[]) => (timestamp: string) =>
  all.toSpliced(where(all.length), 0, ['timestamp', timestamp])

/** No capitals and no decomposed accents, so that the mistakes about these have an effect. */
const RICH: readonly Parameter[] = [
  ['myassaynote', 'one'],
  ['my_assay', ''],
  ['4assay', ":/?#[]@!$&'()+,;="],
  ['__assay_1', 'بیتکوین'],
  ['my_assay_2', 'a=1&timestamp=2&b=3'],
  ['my3assay', 'καφές'],
  ['my_assay_4', '100%-1'],
  ['my_assay_5', '1.50'],
  ['myassaylast', '比特币𠀀é'],
]

const special = (venue: Venue): string | null => venue.probeParameters[0]?.[0] ?? null

const rich: Base = {
  sent: 'values and names of every kind, the timestamp first',
  planned: ({ probeParameters }) => ({
    pairs: stamped(() => 0, [...RICH, ...probeParameters]),
    special: 'myassaynote',
    headers: CLIENT_HEADERS,
  }),
  rows: ['first', 'middle', 'last'].flatMap(place =>
    Object.keys(VALUES).flatMap(value =>
      Object.keys(NAMES)
        .filter(name => name !== 'capitals')
        .map(name => ({ timestamp: 'first', headers: "a client's", added: 'many', value, name, place })),
    ),
  ),
}

/** The values, in a row, of the factors that only matter if parameters are added. */
const NONE_ADDED = { value: 'plain', name: 'letters', place: 'first' }

const oneAdded: Base = {
  sent: 'one parameter more, the timestamp between',
  planned: ({ probeParameters }) => ({
    pairs: stamped(count => Math.ceil(count / 2), [...probeParameters, ['myassaynote', 'one50%']]),
    special: 'myassaynote',
    headers: {},
  }),
  rows: [{ timestamp: 'between', headers: 'none', added: 'one', ...NONE_ADDED, value: 'reserved' }],
}

const ownParameters = (
  sent: string,
  timestamp: 'first' | 'last',
  headers: 'none' | "a client's",
  where: (count: number) => number,
): Base => ({
  sent,
  planned: venue => ({
    pairs: stamped(where, venue.probeParameters),
    special: special(venue),
    headers: headers === 'none' ? {} : CLIENT_HEADERS,
  }),
  rows: [{ timestamp, headers, added: 'none', ...NONE_ADDED }],
})

const lean = ownParameters('its own parameters alone, the timestamp last', 'last', 'none', count => count)
const leanClient = ownParameters('its own parameters alone, the timestamp first', 'first', "a client's", () => 0)

/** Richest first. If the probe tolerates no additional parameters, only its own are sent. */
export const basesFor = ({ probe }: Venue): readonly Base[] =>
  probe?.extraParams === true ? [rich, oneAdded, lean, leanClient] : [leanClient, lean]
