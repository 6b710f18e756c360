/** Notices if no request to a target got a reply. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import { printable } from '../../reports/index.ts'

export interface Silence {
  add(record: ExchangeRecord): void
  /** One sentence; null if any reply came or nothing was sent. */
  sentence(): string | null
}

export function silenceOf(): Silence {
  const unanswered = new Map<string, string>()
  let answered = false
  return {
    add({ via, request, response, error }) {
      if (via !== 'target') return
      if (response) answered = true
      const { origin } = new URL(request.url)
      if (error && !unanswered.has(origin)) unanswered.set(origin, plainReason(error.message))
    },
    sentence() {
      if (answered || unanswered.size === 0) return null
      const places = [...unanswered].map(([origin, message]) => `${origin} gave no reply (${message})`)
      return printable(`${places.join(', ')}; nothing was judged`)
    },
  }
}

/** Drops the error code at the beginning, and keeps only the meaningful words of a TLS library's message. */
const plainReason = (message: string): string =>
  message.replace(/^[A-Z_]+: /, '').replace(/^.*SSL routines:[^:]*:([^:]+):.*$/s, 'TLS: $1')
