/** The scripted app of bench/client, with types. */
import type { TargetFile } from '../../generated/formats.ts'
import type { operations } from '../../generated/operations.ts'

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | null
}
type Use = (
  target: TargetFile,
  send: (sent: Sent) => Promise<{ status: number; body: string }>,
  all: typeof operations,
) => Promise<void>

const script = new URL('../../bench/client/plain-client.mjs', import.meta.url).href
export const { usePlainly } = (await import(script)) as { usePlainly: Use }
