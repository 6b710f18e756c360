/** The files of a run in its output folder: what they would overwrite, and what happens if they cannot be written. */
import { fstatSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type EvidenceSink, fileSink, IN_FLIGHT } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { formFiles } from '../finished/formats.ts'
import { UsageError } from '../usage-error.ts'
import { lockFolder, refuseOddFile, unwritable, writing } from './out-folder.ts'

/** All that a run writes or removes in its folder. */
const FILES = ['report.json', ...formFiles, 'exchanges.ndjson', 'claims.ndjson', IN_FLIGHT] as const

/** Refuses a folder where a run would overwrite one of these files, whatever other names it has; `-` is the standard input. */
export function refuseOverwriting(inputs: readonly string[], folder: string): void {
  const written = new Set(FILES.flatMap(name => identityOf(join(folder, name))))
  const lost = inputs.find(file => identityOf(file).some(identity => written.has(identity)))
  if (lost !== undefined)
    throw new UsageError(
      `--out ${printable(folder)} would overwrite ${lost === '-' ? 'the standard input' : printable(lost)}, which is to be judged; choose another folder`,
    )
}

function identityOf(file: string): string[] {
  const found = file === '-' ? fstatSync(0) : statSync(file, { throwIfNoEntry: false })
  return found?.isFile() ? [`${found.dev} ${found.ino}`] : []
}

/** The evidence of a run in a folder, which stays locked until the sink is closed. */
export function evidenceIn(folder: string): EvidenceSink {
  const giveBack = lockFolder(folder)
  try {
    const files = writing(folder, () => {
      for (const name of FILES) refuseOddFile(join(folder, name))
      for (const name of ['report.json', ...formFiles]) rmSync(join(folder, name), { force: true })
      return fileSink(folder)
    })
    let open = true
    const close = (): void => {
      if (!open) return
      open = false
      try {
        files.close()
      } finally {
        giveBack()
      }
    }
    return { ...writingTo(folder, files), close }
  } catch (error) {
    giveBack()
    throw error
  }
}

/** An error of the disk is reported as one sentence. */
function writingTo(folder: string, { departure, exchange, claim, close }: EvidenceSink): EvidenceSink {
  return {
    departure: record => writing(folder, () => departure?.(record)),
    exchange: record => writing(folder, () => exchange(record)),
    claim: record => writing(folder, () => claim(record)),
    close,
  }
}

/** If evidence cannot be written, the run ends: evidence with gaps proves nothing. */
export function stoppingOnFailure(
  sink: EvidenceSink,
  folder: string,
  stop: AbortController,
): EvidenceSink & { failed(): UsageError | null } {
  let failure: UsageError | null = null
  const guard =
    <Args extends unknown[]>(action: ((...args: Args) => void) | undefined) =>
    (...args: Args): void => {
      if (failure) return
      try {
        action?.(...args)
      } catch (error) {
        failure = unwritable(folder, error)
        stop.abort(failure.message)
      }
    }
  const { departure, exchange, claim, close } = sink
  return {
    departure: guard(departure),
    exchange: guard(exchange),
    claim: guard(claim),
    close: () => {
      try {
        close()
      } catch (error) {
        failure ??= unwritable(folder, error)
      }
    },
    failed: () => failure,
  }
}
