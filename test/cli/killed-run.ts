/** Makes a folder look as if the run in it had been killed while a request that changes something was under way. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const KILLED = 'k1lled'

export function killedRunIn(folder: string, baseUrl = 'https://chat.example/api/v1'): void {
  mkdirSync(folder, { recursive: true })
  const target = { name: 'chat', messaging: { baseUrl, featureLevel: 417 } }
  const request = { method: 'POST', url: `${baseUrl}/drafts`, headers: {}, body: '' }
  const files = {
    'report.json': { target, run: { id: KILLED, unfinished: true } },
    'in-flight.ndjson': { n: 1, via: 'target', request },
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), `${JSON.stringify(content)}\n`)
  for (const name of ['exchanges.ndjson', 'claims.ndjson']) writeFileSync(join(folder, name), '')
  writeFileSync(join(folder, 'assay.lock'), '')
}
