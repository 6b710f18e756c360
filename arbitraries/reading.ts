/** What `specs/requests/` adds to the schemas of requests, looked up by place. */
import type { Json } from './json.ts'

/** How one place of a request is generated and broken. */
export interface Reading {
  readonly since?: number
  readonly until?: number
  /** Kind of the thing whose id or name this is; it must exist in the target. */
  readonly names?: string
  /** Valid values also satisfy this schema; values outside it are open. */
  readonly within?: Json
  /** Register setting that states the maximum length. */
  readonly limit?: string
  readonly text?: 'line' | 'emails'
  readonly time?: 'future'
  /** Two requests never share this value. */
  readonly unique?: boolean
  /** Always sent: without it a request is open. */
  readonly needed?: boolean
  /** Never sent. */
  readonly omit?: boolean
  /** May be sent and is ignored: breaking its rules is open; `whatever`: any value of the right type is accepted. */
  readonly ignored?: boolean | 'whatever'
  /** A form that is only observed: neither generated nor broken. */
  readonly observed?: boolean
  /** Keywords that are not broken here, because the result is open; `required`: leaving this out is open. */
  readonly open?: readonly string[]
  /** Values outside the enumeration that a deployment may accept nevertheless. */
  readonly openValues?: readonly unknown[]
  /** Values that break a keyword, used instead of generated ones. */
  readonly broken?: Readonly<Record<string, readonly unknown[]>>
  /** An object that matches one of these is open, so it is not generated. */
  readonly avoid?: readonly Json[]
  /** Further members that may be sent. */
  readonly also?: Json
}

export type Readings = Readonly<Record<string, Readonly<Record<string, Reading | readonly Reading[]>>>>

/** A place in a request: the path of the value, and the named schemas on the way with the depth at which each begins. */
export interface Place {
  readonly path: readonly string[]
  readonly anchors: readonly { readonly name: string; readonly depth: number }[]
  /** Title of the innermost form that was chosen. */
  readonly form?: string
}

export const root = (operation: string): Place => ({ path: [], anchors: [{ name: operation, depth: 0 }] })

export const inside = (place: Place, segment: string): Place => ({ ...place, path: [...place.path, segment] })

export const named = (place: Place, ...names: readonly string[]): Place => ({
  ...place,
  anchors: [...place.anchors, ...names.map(name => ({ name, depth: place.path.length }))],
})

export const pointerOf = (segments: readonly string[]): string =>
  segments.map(segment => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

export function readingAt(readings: Readings, place: Place, level: number): Reading {
  const found = place.anchors.flatMap(({ name, depth }) => {
    const entry = readings[name]?.[pointerOf(place.path.slice(depth))]
    return (entry === undefined ? [] : [entry].flat()) as readonly Reading[]
  })
  const applying = found.filter(({ since = 0, until = Infinity }) => since <= level && level <= until)
  return Object.assign({}, ...applying) as Reading
}
