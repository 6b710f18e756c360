/** How the venue says no. The contract shows no error format, so variants may say it in any way. */
import type { Behaviour } from '../behaviour.ts'
import type { Answered, Asked } from '../wire.ts'
import type { Answer } from './answer.ts'
import { framed, type Said } from './framing.ts'

type Refusal = Extract<Answer, { kind: 'refusal' }>

export function refusalReply(refusal: Refusal, request: Asked, behaviour: Behaviour): Answered {
  const status = refusalStatus(refusal, behaviour)
  const headers: Record<string, string> = {
    ...(refusal.status === 401 && { 'www-authenticate': 'Signature' }),
    ...(status === 302 && { location: 'https://login.example/?next=trading' }),
  }
  return framed({ headers, status, ...bodyOf(refusal, behaviour) }, request, behaviour)
}

function refusalStatus({ status }: Refusal, { uses }: Behaviour): number {
  if (uses('trading.errors.always-200')) return 200
  if (uses('trading.errors.always-500')) return 500
  if (uses('trading.errors.always-418')) return 418
  if (uses('trading.errors.always-302')) return 302
  return status
}

const json = (body: unknown) => ({ type: 'application/json', text: JSON.stringify(body) })

function bodyOf({ status, code, name, message }: Refusal, { uses, clock }: Behaviour): Pick<Said, 'type' | 'text'> {
  if (uses('trading.errors.text')) return { type: 'text/plain', text: message }
  if (uses('trading.errors.html'))
    return { type: 'text/html', text: `<!doctype html><title>${status}</title><h1>${message}</h1>` }
  if (uses('trading.errors.empty')) return { type: '', text: '' }
  if (uses('trading.errors.problem'))
    return { ...json({ type: 'about:blank', title: message, status }), type: 'application/problem+json' }
  if (uses('trading.errors.envelope'))
    return json({ status: 'false', serverTime: String(clock.now()), result: message })
  if (uses('trading.errors.boolean-status'))
    return json({ status: false, serverTime: clock.now(), result: null, errors: [code] })
  if (uses('trading.errors.list')) return json([code, message])
  if (uses('trading.errors.bare-string')) return json(message)
  if (uses('trading.errors.persian')) return json({ error: { code, message: 'درخواست پذیرفته نشد' } })
  if (uses('trading.errors.other-codes')) return json({ error: { code: `E${-code}X`, message } })
  return json({ error: { code, name, message } })
}

/** The reply to a request beyond the limit; how it says so does not depend on how other refusals look. */
export function slowDownReply(request: Asked, behaviour: Behaviour, waitSeconds: number): Answered {
  const { uses } = behaviour
  const [status, body] = uses('trading.limit.by-403')
    ? [403, { code: -429, message: 'Slow down' }]
    : [
        uses('trading.limit.by-503') ? 503 : 429,
        { error: { code: -1005, name: 'slow-down', message: 'Too many requests' } },
      ]
  const headers: Record<string, string> = status === 403 ? {} : { 'retry-after': waitFor(behaviour, waitSeconds) }
  return framed({ headers, status, ...json(body) }, request, behaviour)
}

/** Seconds, or the moment itself. */
const waitFor = ({ uses, clock }: Behaviour, seconds: number): string =>
  uses('trading.limit.wait-until') ? new Date(clock.now() + seconds * 1000 + 999).toUTCString() : String(seconds)
