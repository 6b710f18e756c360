/** Reads captures one exchange at a time: HAR and exchanges.ndjson, gzipped or not, from files or from a stream. */
import { constants, createReadStream, existsSync, openSync, type Stats, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ConfigurationError } from '../target/load-target.ts'
import { linesOf } from '../text/lines-of.ts'
import type { Captured } from './captured.ts'
import { ElementScanner } from './element-scanner.ts'
import { fromHar } from './har-entry.ts'
import { jsonOrNull } from './json-or-null.ts'
import { fromRecord } from './ndjson-line.ts'

/** Receives what was left out of a capture, and why. */
export interface ReadingNotes {
  /** A sentence about a file, such as that it ends early. */
  note(sentence: string): void
  /** An entry that is not an exchange, or too large. */
  skipped(why: string): void
}

/** Larger entries are left out: one of them would take more memory than all the rest. */
const LARGEST_ENTRY = 48 * 1024 * 1024
const CHUNK = 256 * 1024

export interface TrafficInput {
  /** The name of the input in reports. */
  readonly name: string
  open(): AsyncIterable<Buffer>
  /** The folder of the bodies that a HAR keeps in files of their own. */
  readonly folder: string | null
}

export function fileInput(file: string): TrafficInput {
  let found: Stats
  try {
    found = statSync(file)
  } catch (error) {
    const code = (error as { code?: string }).code
    throw new ConfigurationError(
      `${file}: ${code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code ?? 'unknown error'})`}`,
    )
  }
  if (found.isFIFO()) return { name: file, folder: null, open: () => pipe(file) }
  const path = found.isDirectory() ? `${file.replace(/\/$/, '')}/exchanges.ndjson` : file
  if (!existsSync(path)) throw new ConfigurationError(`${file} holds no run: there is no exchanges.ndjson in it`)
  return { name: path, folder: dirname(path), open: () => createReadStream(path, { highWaterMark: CHUNK }) }
}

/** Reads a pipe as a stream: a thread that waits for the writing process would outlive Ctrl-C. */
function pipe(file: string): Readable {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}

export const streamInput = (stream: Readable): TrafficInput => ({
  name: 'the standard input',
  folder: null,
  open: () => stream,
})

export async function* readTraffic(input: TrafficInput, notes: ReadingNotes): AsyncGenerator<Captured> {
  const chunks = unpacked(input)
  let head = Buffer.alloc(0)
  while (kindOf(head) === 'unclear' && head.length <= CHUNK) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const kind = kindOf(head)
  const rest = continued(head, chunks)
  if (kind === 'har') yield* fromHarFile(input, rest, notes)
  else if (kind === 'records') yield* fromLines(input, rest, notes)
  else if (
    head
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim() === ''
  )
    notes.note(`${input.name} is empty`)
  else throw new ConfigurationError(`${input.name} is neither a HAR nor an exchanges.ndjson`)
}

async function* continued(head: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (;;) {
    const next = await chunks.next()
    if (next.done) return
    yield next.value
  }
}

/** The bytes, gunzipped if they begin like gzip. */
async function* unpacked(input: TrafficInput): AsyncGenerator<Buffer> {
  const chunks = input.open()[Symbol.asyncIterator]()
  const first = await nextOf(chunks, input.name)
  if (!first) return
  if (first[0] === 0x50 && first[1] === 0x4b)
    throw new ConfigurationError(`${input.name} is a zip file: unpack it first`)
  const all = async function* (): AsyncGenerator<Buffer> {
    yield first
    for (let next = await nextOf(chunks, input.name); next; next = await nextOf(chunks, input.name)) yield next
  }
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* all()
  const gunzip = createGunzip()
  void (async () => {
    for await (const chunk of all()) {
      if (!gunzip.write(chunk)) await new Promise<void>(resolve => gunzip.once('drain', () => resolve()))
    }
    gunzip.end()
  })().catch(error => gunzip.destroy(error as Error))
  try {
    for await (const chunk of gunzip) yield chunk as Buffer
  } catch (error) {
    throw new ConfigurationError(`${input.name} cannot be unpacked: ${(error as Error).message}`)
  }
}

async function nextOf(chunks: AsyncIterator<Buffer>, name: string): Promise<Buffer | null> {
  try {
    const { done, value } = await chunks.next()
    return done ? null : Buffer.from(value)
  } catch (error) {
    throw new ConfigurationError(
      `${name} cannot be read: ${(error as { code?: string }).code ?? (error as Error).message}`,
    )
  }
}

function kindOf(head: Buffer): 'har' | 'records' | 'neither' | 'unclear' {
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text === '') return 'unclear'
  if (!text.startsWith('{')) return 'neither'
  const key = /^\{\s*"([^"]*)"/.exec(text)?.[1]
  if (key === undefined) return text.length > 200 ? 'neither' : 'unclear'
  if (key === 'log') return 'har'
  if (key === 'n' || key === 'via' || /^[^\n]*"request"\s*:/.test(text)) return 'records'
  return text.length > 65_536 || text.includes('\n') ? 'neither' : 'unclear'
}

async function* fromHarFile(
  input: TrafficInput,
  chunks: AsyncIterable<Buffer>,
  notes: ReadingNotes,
): AsyncGenerator<Captured> {
  const scanner = new ElementScanner(['log', 'entries'], LARGEST_ENTRY)
  let entry = 0
  for await (const chunk of chunks) {
    for (const { bytes } of scanner.scan(chunk)) {
      entry++
      const value = bytes && jsonOrNull(bytes.toString('utf8'))
      const read = value ? fromHar(value, { file: input.name, entry }, input.folder) : null
      if (read) yield read
      else notes.skipped(bytes === null ? 'too large to be read' : 'not an HTTP exchange')
    }
  }
  if (!scanner.found) throw new ConfigurationError(`${input.name} is a HAR without log.entries`)
  if (!scanner.complete) notes.note(`${input.name} ends early: entries up to number ${entry} were read`)
}

async function* fromLines(
  input: TrafficInput,
  chunks: AsyncIterable<Buffer>,
  notes: ReadingNotes,
): AsyncGenerator<Captured> {
  let entry = 0
  for await (const { text } of linesOf(chunks, LARGEST_ENTRY)) {
    if (text?.trim() === '') continue
    entry++
    if (text === null) notes.skipped('too large to be read')
    else {
      const read = fromRecord(jsonOrNull(text), { file: input.name, entry })
      if (read) yield read
      else notes.skipped('not an exchange')
    }
  }
}
