/** Detects a wrong base URL at once: all paths there get the same reply, even one that cannot exist. */
import type { Api } from '../api.ts'
import { isObject } from '../evidence/exchange.ts'
import type { Reply } from '../http/client.ts'
import { entryOf } from '../target/api-entry.ts'
import { Undecided } from '../undecided.ts'
import { openingOf } from './opening.ts'
import type { Session } from './session.ts'

const MOST_ASKED = 6

/** A message with the URL that was tried and its reply; null if the address may be right. */
export async function wrongAddress(
  session: Pick<Session, 'target' | 'clientOf' | 'open' | 'runId'>,
  api: Api,
): Promise<string | null> {
  const baseUrl = entryOf(session.target, api.name)?.baseUrl
  const paths = plainPaths(api)
  if (baseUrl === undefined || paths.length === 0) return null
  const ask = (path: string): Promise<Reply> =>
    session.clientOf(api.name).send({
      api: api.name,
      operation: null,
      actor: null,
      check: 'address',
      method: 'GET',
      url: baseUrl + path,
      headers: {},
      body: null,
      purpose: 'outside',
      impatient: true,
    })
  try {
    const opening = openingOf(api, baseUrl)
    if (opening) {
      const reply = await session.open(api.name, opening)
      if (api.replies.outcome(reply.exchange) !== 'neither' || !mayBeNowhere(reply)) return null
    }
    const nowhere = await ask(`/assay-${session.runId}-no-such-path`)
    if (!mayBeNowhere(nowhere)) return null
    let first: Reply | null = null
    for (const path of paths) {
      const reply = await ask(path)
      first ??= reply
      const isApi = api.replies.outcome(reply.exchange) !== 'neither'
      if (isApi || reply.throttled || comparable(reply) !== comparable(nowhere)) return null
    }
    const { method, url } = nowhere.exchange.request
    return (
      `${api.name}.baseUrl is wrong: ${method} ${baseUrl}${paths[0]} got ${inWords(first ?? nowhere)}, ` +
      `and so did ${paths.length > 1 ? 'every other path' : 'a path that cannot exist'}, ${url} included`
    )
  } catch (error) {
    if (error instanceof Undecided) return null
    throw error
  }
}

/** Paths that can be requested without knowing any parameter. */
export function plainPaths({ operations }: Api): string[] {
  const plain = Object.values(operations).filter(
    ({ method, path, parameters }) =>
      method === 'GET' && !path.includes('{') && parameters.every(({ required }) => !required),
  )
  return plain.slice(0, MOST_ASKED).map(({ path }) => path)
}

/** Whether a reply may come from a wrong address: it is no JSON object, or a 404, or a redirect; "slow down" proves nothing. */
const mayBeNowhere = ({ status, json, throttled }: Reply): boolean =>
  !throttled && (status < 500 || status === 501) && (!isObject(json) || status === 404 || isRedirect(status))

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** What stays the same for every path: the reply without the path, numbers, and ids of requests. */
function comparable({ status, body, headers, exchange }: Reply): string {
  const { pathname } = new URL(exchange.request.url)
  const words = [pathname, ...pathname.split('/').filter(part => part.length > 3)]
  const without = (text: string): string =>
    words
      .reduce((rest, word) => rest.replaceAll(word, '').replaceAll(encodeURIComponent(word), ''), text.slice(0, 20_000))
      .replaceAll(/[0-9a-f]{8,}|\d+/gi, '#')
      .replaceAll(/\s+/g, ' ')
  return JSON.stringify([status, without(headers['location'] ?? '').replace(/\/+$/, ''), without(body)])
}

function inWords({ status, headers, body }: Reply): string {
  const kind = headers['content-type'] === undefined ? '' : ` ${headers['content-type']}`
  const place = headers['location'] === undefined ? '' : ` to ${headers['location']}, which is not followed`
  const flat = body.replaceAll(/\s+/g, ' ').trim()
  const text = flat === '' ? '' : ` "${flat.length > 120 ? `${flat.slice(0, 120)}…` : flat}"`
  return `${status}${kind}${place}${text}`
}
