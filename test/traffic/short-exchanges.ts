/** A short notation for exchanges, and their verdicts as traffic. */
import { judgeTraffic } from '../../cli/judge/judge-records.ts'
import type { Captured, Target } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'

const BASE = 'https://chat.example/api/v1'
const target = {
  name: 't',
  folder: '.',
  file: null,
  messaging: { baseUrl: BASE, featureLevel: 417, actors: {} },
} as unknown as Target

export type Said = readonly [
  line: string,
  body: Readonly<Record<string, unknown>>,
  reply: object,
  more?: { at?: number; who?: string },
]

/** An id too large for a JavaScript number; in a reply it is written without quotes. */
export const LARGE = '9007199254740993123'

export const ok = (more: object = {}): object => ({ result: 'success', msg: '', ...more })
export const no = (code: string, more: object = {}): object => ({ result: 'error', msg: 'no', code, ...more })

const captured = ([line, body, reply, more = {}]: Said, index: number): Captured => {
  const [method = 'GET', path = ''] = line.split(' ')
  const texts = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const form = new URLSearchParams(texts as [string, string][]).toString()
  const isGet = method === 'GET'
  const sentAt = 1_700_000_000_000 + (more.at ?? index * 100)
  return {
    source: { file: 'x', entry: index + 1 },
    sentAt,
    receivedAt: sentAt + 10,
    request: {
      method,
      url: BASE + path + (isGet && form !== '' ? `?${form}` : ''),
      headers: {
        authorization: `Basic ${Buffer.from(`${more.who ?? 'ada'}:key-of-${more.who ?? 'ada'}`).toString('base64')}`,
        ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: isGet ? null : form,
      whole: true,
    },
    response: { status: 200, headers: {}, body: JSON.stringify(reply).replaceAll(`"${LARGE}"`, LARGE) },
    unusable: null,
  }
}

export const verdict = (requirement: string, ...said: readonly Said[]): string | undefined =>
  judgeTraffic(said.map(captured), target, suites).requirements.find(({ id }) => id === requirement)?.verdict
