/** Tries an address as it is typed: does the API reply there, or at a root that was probably meant? */

export interface Look {
  /** Whether the API replies at exactly this address. */
  readonly answers: boolean
  /** The result, in one sentence. */
  readonly sentence: string
  /** A similar root at which the API replies. */
  readonly better?: string
  /** The feature level that the deployment itself reports, if it does. */
  readonly featureLevel?: number
}

type Ask = (url: string) => Promise<unknown>
type Which = 'trading' | 'messaging'

const NEAR: Readonly<Record<Which, readonly string[]>> = {
  trading: ['/v1', '/api/v1'],
  messaging: ['/api/v1', '/chat/api/v1'],
}
const PROBE: Readonly<Record<Which, string>> = { trading: '/public/ping', messaging: '/user_groups' }

/** `ask` requests an address without credentials and returns the JSON of the reply; it throws if there is no reply. */
export async function lookAt(api: Which, url: string, ask: Ask = fetchJson): Promise<Look> {
  let reply: unknown
  try {
    reply = await ask(url + PROBE[api])
  } catch (error) {
    return { answers: false, sentence: `${url} gives no reply (${reasonOf(error)})` }
  }
  if (isReplyOf(api, reply)) {
    const level = api === 'messaging' ? await levelAt(url, ask) : undefined
    const levelText = level === undefined ? '' : ` and reports feature level ${level}`
    const sentence = `${url} answers as the ${api} API${levelText}`
    return { answers: true, sentence, ...(level !== undefined && { featureLevel: level }) }
  }
  const sentence = `${url} answers, but not as the ${api} API`
  for (const more of NEAR[api]) {
    const near = await ask(new URL(more, url).href + PROBE[api]).catch(() => null)
    if (isReplyOf(api, near)) return { answers: false, sentence, better: new URL(more, url).href }
  }
  return { answers: false, sentence }
}

/** Without credentials, a messaging API replies with its error envelope. */
function isReplyOf(api: Which, reply: unknown): boolean {
  const { result, msg } = Object(reply) as { result?: unknown; msg?: unknown }
  return api === 'trading' ? result === 'pong' : typeof msg === 'string' && (result === 'error' || result === 'success')
}

/** Some deployments report their feature level to anybody, at an address that the contract does not mention. */
async function levelAt(url: string, ask: Ask): Promise<number | undefined> {
  const settings = Object(await ask(`${url}/server_settings`).catch(() => null)) as Record<string, unknown>
  const level = settings['zulip_feature_level']
  return Number.isInteger(level) && Number(level) > 0 ? Number(level) : undefined
}

async function fetchJson(url: string): Promise<unknown> {
  const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(4_000) })
  const text = await reply.text()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function reasonOf(error: unknown): string {
  const { cause, name } = Object(error) as { cause?: { code?: string; message?: string }; name?: string }
  return cause?.code ?? cause?.message ?? (name === 'TimeoutError' ? 'nothing came within 4 s' : 'unknown error')
}
