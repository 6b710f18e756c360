/** Decides whether a private request is accepted: trading contract, "Authentication". */
import { createHmac } from 'node:crypto'
import { stageOn } from '../operations/stage.ts'
import type { Call, Signed } from './call.ts'
import { apiKey, secretKey } from './credentials.ts'
import { pairsOf } from './query-pairs.ts'
import type { Reason } from './reasons.ts'

const tolerance = 30_000

export const signing = stageOn<Signed, Reason>()({
  id: 'signing',
  rules: {
    'key-given': [({ key }) => Boolean(key), 'no-key'],
    'key-known': [({ key }) => !key || key === apiKey, 'unknown-key'],
    'signature-given': [({ signature }) => Boolean(signature), 'no-signature'],
    'signature-right': [({ signature, signed }) => !signature || signature === signatureOf(signed), 'wrong-signature'],
    'timestamp-given': [({ timestamp }) => timestamp !== undefined, 'no-timestamp'],
    'timestamp-in-digits': [({ timestamp }) => timestamp === undefined || isDigits(timestamp), 'bad-timestamp'],
    'timestamp-fresh': [
      ({ timestamp = '', late }) => !isDigits(timestamp) || Math.abs(late) <= tolerance,
      'stale-timestamp',
    ],
  },
  steps: {
    /** The text that holds the parameters: the query string. */
    sent: ({ query }: Call, _body: string): string => query,
    /** The text that has to be signed: the same, exactly as sent. */
    signed: (_call: Call, sent: string): string => sent,
  },
})

export const signatureOf = (text: string, secret: string | Buffer = secretKey, digest = 'sha256'): string =>
  createHmac(digest, secret).update(text).digest('hex')

const isDigits = (text: string): boolean => /^[0-9]+$/.test(text)

export async function signatureRefusal(call: Call): Promise<Reason | undefined> {
  const { venue, request } = call
  const { steps, refusal } = venue.behaves(signing)
  const sent = steps.sent(call, request.method === 'GET' ? '' : await request.text())
  const pairs = pairsOf(sent)
  const timestamp = pairs.find(pair => pair.name === 'timestamp')?.value
  const it: Signed = {
    key: request.header('x-svc-apikey'),
    signature: request.header('x-svc-signature'),
    pairs,
    timestamp,
    signed: steps.signed(call, sent),
    late: venue.clock.now() - Number(timestamp),
    ...call,
  }
  const refused = refusal(it)
  if (refused === undefined) venue.admitted.push(it)
  return refused
}

export type { Signed }
