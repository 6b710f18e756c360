/** Addresses and headers in the form that requests on the wire need. */
import type http from 'node:http'
import type { Route } from './routes.ts'

export const addressOf = ({ origin }: Route): http.RequestOptions => {
  const { hostname, port, protocol } = new URL(origin)
  return {
    protocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port }),
    setDefaultHeaders: false,
  } as http.RequestOptions
}

export const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))

export const joined = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
