/** The options of `assay run`. */
import { basename, join, resolve } from 'node:path'
import type { Budget, RunOptions } from '../../harness/index.ts'
import type { ShardName } from '../shards/shard-name.ts'

export interface RunFlags {
  readonly target?: string
  readonly out: string
  readonly only?: readonly string[]
  readonly check?: readonly string[]
  readonly profile: string
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly featureLevel?: number
  readonly seed: number
  readonly budget: Budget
  readonly requests?: number
  readonly maxRequests?: number
  readonly path?: string
  readonly reporter?: readonly string[]
  readonly dryRun?: boolean
  readonly requireComplete?: boolean
  readonly shard?: ShardName
  readonly baseline?: string
  readonly bail?: boolean
  readonly retryUnreachable?: boolean
  readonly suites?: string
  readonly json?: boolean
  readonly verbose?: boolean
  readonly contract?: string
  readonly rerunFailed?: string
  readonly watch?: boolean
  /** False: no report.html is written. */
  readonly page?: boolean
  /** Shows the report in a browser during the run. */
  readonly open?: boolean
}

/** The options that commands about traffic have in common with `assay run`. */
export type TrafficFlags = Pick<
  RunFlags,
  'out' | 'only' | 'profile' | 'reporter' | 'baseline' | 'open' | 'verbose' | 'page' | 'json'
>

export const DEFAULT_OUT = 'assay-report'

/** Where the report is written unless --out names a folder. A rerun keeps the report that it is about. */
export const defaultOut = ({ rerunFailed: from }: Pick<RunFlags, 'rerunFailed'>): string =>
  from === undefined ? DEFAULT_OUT : join(from, '..', `${basename(resolve(from))}-rerun`)

export type RunScope = Pick<RunOptions, 'target' | 'areas' | 'share' | 'bail' | 'retryUnreachable'> &
  Pick<RunOptions, 'requests' | 'maxRequests' | 'path' | 'checks' | 'applicability' | 'wholeEvidence'> &
  Required<Pick<RunOptions, 'only' | 'profile' | 'allow' | 'budget' | 'seed' | 'own'>>
