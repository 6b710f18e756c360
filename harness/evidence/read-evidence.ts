/** Reads a run's evidence back. A line that was cut off when a run was killed is left out. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import { type Exchange, exchange } from './exchange.ts'

export interface Evidence {
  readonly exchanges: ReadonlyMap<number, Exchange>
  readonly claims: readonly ClaimRecord[]
}

export function readEvidence(folder: string): Evidence {
  const exchanges = lines<ExchangeRecord>(join(folder, 'exchanges.ndjson')).map(
    record => [record.n, exchange(record)] as const,
  )
  return { exchanges: new Map(exchanges), claims: lines<ClaimRecord>(join(folder, 'claims.ndjson')) }
}

function lines<T>(file: string): T[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        return line === '' ? [] : [JSON.parse(line) as T]
      } catch {
        return []
      }
    })
}
