/**
 * The memory and CPU time that `assay judge` needs for a large HAR. `node bench/har.mjs [--megabytes 1000]`. Its entries are the
 * exchanges of one quick run against the reference, repeated with later times; the measurement does not depend on verdicts.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '1000' } } })
const MB = 1024 * 1024
const wanted = Number(values.megabytes) * MB
const assay = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'assay-har-'))
const usageReporter = `data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();console.error('PEAK '+JSON.stringify({kilobytes:u.maxRSS,cpu:(u.userCPUTime+u.systemCPUTime)/1e6}))})`
const ran = (args, options = []) =>
  spawnSync(process.execPath, [...options, assay, ...args], { encoding: 'utf8', maxBuffer: 64 * MB, cwd: folder })

const pairs = headers => Object.entries(headers ?? {}).map(([name, value]) => ({ name, value: String(value) }))
const entryOf = ({ request, response, sentAt, receivedAt }, later) => ({
  startedDateTime: new Date(Date.parse(sentAt) + later).toISOString(),
  time: Date.parse(receivedAt) - Date.parse(sentAt),
  request: {
    ...{ method: request.method, url: request.url, httpVersion: 'HTTP/1.1', headers: pairs(request.headers) },
    ...(request.body && {
      postData: { mimeType: request.headers['content-type'] ?? 'application/octet-stream', text: request.body },
    }),
  },
  response: {
    ...{ status: response.status, statusText: '', httpVersion: 'HTTP/1.1', headers: pairs(response.headers) },
    content: { size: response.body.length, mimeType: response.headers['content-type'] ?? '', text: response.body },
  },
})

try {
  const first = ran(['run', '--budget', 'quick', '--allow', 'write,destructive', '--out', 'run'])
  if (first.status !== 0) throw new Error(`the run ended with ${first.status}: ${first.stderr}`)
  const lines = readFileSync(join(folder, 'run', 'exchanges.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean)
  const records = lines.map(line => JSON.parse(line)).filter(({ via, response }) => via === 'target' && response)
  const lasts = Date.parse(records.at(-1).sentAt) - Date.parse(records[0].sentAt) + 60_000
  const file = openSync(join(folder, 'large.har'), 'w')
  let [size, entries] = [
    writeSync(file, '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":['),
    0,
  ]
  for (let round = 0; size < wanted; round++) {
    const texts = records.map(one => JSON.stringify(entryOf(one, round * lasts)))
    size += writeSync(file, `${round === 0 ? '' : ','}${texts.join(',')}`)
    entries += texts.length
  }
  writeSync(file, ']}}')
  closeSync(file)
  const judged = ran(['judge', 'large.har', '--out', 'judged'], ['--import', usageReporter])
  const { kilobytes, cpu } = JSON.parse(/PEAK (.*)/.exec(judged.stderr)?.[1] ?? 'null')
  const peak = Math.round(kilobytes / 1024)
  console.log(
    `${Math.round(size / MB)} MB, ${entries} entries: ${peak} MB of memory at most, ${Math.round(cpu)} CPU seconds`,
  )
  console.log(judged.stdout.split('\n').slice(-12).join('\n'))
  process.exitCode = peak < 300 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
