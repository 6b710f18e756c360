/** What the folder of a run says is left: its report's leftovers, or, of a run that was killed, all it made. */
import { exchange, madeBy } from '../../harness/index.ts'
import { readRun } from '../finished/read-run.ts'
import { UsageError } from '../usage-error.ts'

export interface Remains {
  readonly things: readonly {
    readonly kind: string
    readonly id: number | string
    /** Why no removal can be tried. */
    readonly stays?: string
  }[]
}

export async function remainsIn(folder: string, run: string): Promise<Remains> {
  const { report, exchanges } = await readRun(folder)
  const known = report.run.id !== 'unknown'
  if (known && report.run.id !== run) throw new UsageError(`${folder} holds run ${report.run.id}, not ${run}`)
  if (!report.run.unfinished) {
    return {
      things: report.leftovers.map(({ kind, id, why }) => (hasNoId(id) ? { kind, id, stays: why } : { kind, id })),
    }
  }
  const ours = exchanges.some(({ request }) => `${request.url} ${request.body}`.includes(run))
  if (!known && !ours) throw new UsageError(`nothing in ${folder} carries the id ${run}`)
  const made = exchanges.flatMap(record => madeBy(exchange(record)))
  return { things: made.map(one => (hasNoId(one.id) ? { ...one, stays: 'nothing tells which it is' } : one)) }
}

const hasNoId = (id: number | string): boolean => typeof id === 'string' && /^of exchange |\{\{secret:/.test(id)
