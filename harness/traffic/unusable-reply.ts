/** Replies in a capture that prove nothing about the deployment, or nothing about its present state. */
import type { Exchange } from '../evidence/exchange.ts'
import { isOfTheNetwork, saysSlowDown } from '../http/outside-replies.ts'
import type { entryOf } from '../target/api-entry.ts'
import type { Captured } from './captured.ts'

/** Why a reply is unusable: no deployment of the contract wrote it, or it says "slow down". Null for a usable one. */
export function unusableReply(
  { response, unusable }: Pick<Captured, 'response' | 'unusable'>,
  throttled: NonNullable<ReturnType<typeof entryOf>>['throttled'],
): { readonly words: string; readonly purpose: 'outside' | 'throttled'; readonly isPage?: boolean } | null {
  if (!response || unusable !== null) return { words: unusable ?? 'no reply was recorded', purpose: 'outside' }
  if (saysSlowDown(response, throttled)) return { words: 'told to slow down', purpose: 'throttled' }
  const { status } = response
  if (response.headers['content-encoding'] !== undefined && isBinary(response.body))
    return { words: 'the capture holds its body in a content coding', purpose: 'outside' }
  if (status < 200 || (status >= 300 && status < 400))
    return { words: `status ${status}: redirected, or continued elsewhere`, purpose: 'outside' }
  if (isOfTheNetwork(response) || status >= 520) return { words: `status ${status} from a gateway`, purpose: 'outside' }
  if (isPage(response.body)) return { words: 'a page, and not a reply of the API', purpose: 'outside', isPage: true }
  return null
}

/** An HTML page, with which something in front of a deployment asks for a login or reports an error. */
const isPage = (body: string): boolean =>
  /^\s*<(!doctype\s+html|html|head|body|h1|center|script)\b/i.test(body.slice(0, 500))

/** A reply from a shared cache may be older than the last change. */
export const isOld = ({ response }: Exchange): boolean => {
  const { age, 'x-cache': said, 'cf-cache-status': cloudflare } = response?.headers ?? {}
  return Number(age ?? 0) > 0 || /hit|stale|updating/i.test(`${said ?? ''} ${cloudflare ?? ''}`)
}

/** Whether bytes that are no text were read as text. */
const isBinary = (body: string): boolean => body.slice(0, 200).includes('\uFFFD')
