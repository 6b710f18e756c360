/** A run that was killed leaves things in its target, and only its evidence says which: the next run moves that aside. */
import { existsSync, lstatSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../generated/formats.ts'
import { IN_FLIGHT, makeFolder, type Target } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import type { Io } from '../process/io.ts'
import { baseAddresses, hasAddressesOf, REFERENCE_ORIGIN } from '../run/base-addresses.ts'
import type { RunFlags } from '../run/run-flags.ts'
import { cleanAfter } from '../run/write-and-print.ts'
import { asideIn, lockFolder, refuseOddFile, writing } from './out-folder.ts'

const FILES = ['report.json', 'exchanges.ndjson', 'claims.ndjson', IN_FLIGHT] as const

/**
 * Moves the evidence of a killed run aside, and prints how to remove what it left behind. `target` is that of the command
 * that wants the folder, if it has one.
 */
export function keepKilledRun(
  { out, target: file }: Pick<RunFlags, 'out' | 'target'>,
  target: Target | null,
  io: Io,
  asideOf = asideIn,
): void {
  if (!mayHaveLeft(out)) return
  const unlock = lockFolder(out)
  try {
    for (const name of FILES) refuseOddFile(join(out, name))
    const head = headIn(out)
    if (head && [...baseAddresses(head.target).values()].every(address => address.startsWith(REFERENCE_ORIGIN))) return
    const aside = firstFree(asideOf(out, head?.run.id ?? 'unknown'))
    writing(aside, () => {
      makeFolder(aside)
      for (const name of FILES) if (existsSync(join(out, name))) renameSync(join(out, name), join(aside, name))
    })
    const isSame = head !== null && target !== null && hasAddressesOf(head.target, target)
    const clean = cleanAfter(head?.run.id ?? 'ID', (isSame && file) || 'FILE', aside)
    io.err(`assay: ${printable(out)} held a run that was killed, which is now in ${printable(aside)}. `)
    io.err(`Remove what it left behind: ${printable(clean)}\n`)
  } finally {
    unlock()
  }
}

/** Only a killed run leaves this file; it names the requests that change something. */
const mayHaveLeft = (folder: string): boolean =>
  existsSync(join(folder, IN_FLIGHT)) && (lstatSync(join(folder, IN_FLIGHT), { throwIfNoEntry: false })?.size ?? 0) > 0

/** What the run wrote as it began. */
function headIn(folder: string): Pick<Report, 'target' | 'run'> | null {
  try {
    const { target, run } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
    return /^[\w+-]{1,60}$/.test(run.id) && target !== null && typeof target === 'object' ? { target, run } : null
  } catch {
    return null
  }
}

function firstFree(path: string): string {
  let free = path
  for (let n = 2; existsSync(free); n++) free = `${path}-${n}`
  return free
}
