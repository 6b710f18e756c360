/** Serves the embedded reference until it is interrupted. */
import { lstatSync, writeFileSync } from 'node:fs'
import { nearest } from '../../harness/index.ts'
import { faults, interactionFault, type ServedReference, serveReference, variants } from '../../reference/index.ts'
import { list } from '../list/list.ts'
import { writeWhole, writing } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import { quoted } from '../run/write-and-print.ts'
import { UsageError } from '../usage-error.ts'

export interface ServeFlags {
  readonly port: number
  readonly featureLevel?: number
  readonly fault?: readonly string[]
  readonly variant?: readonly string[]
  readonly limit?: number
  readonly markets?: number
  readonly organizationSize?: number
  readonly writeTarget?: string
  readonly list?: boolean
  readonly json?: boolean
  readonly printTarget?: boolean
}

export async function serve(flags: ServeFlags, io: Io): Promise<number> {
  if (flags.json && !flags.list) throw new UsageError('--json goes with --list; --print-target prints a target file')
  if (flags.list && flags.json) {
    io.out(`${JSON.stringify({ faults, variants })}\n`)
    return 0
  }
  if (flags.list) {
    await list('faults', {}, io)
    io.out('\n')
    return list('variants', {}, io)
  }
  for (const id of flags.fault ?? []) if (!interactionFault(id)) mustKnow(id, 'fault', faults)
  for (const id of flags.variant ?? []) mustKnow(id, 'variant', variants)
  const served = await start(flags)
  try {
    if (flags.writeTarget !== undefined) await writeTarget(flags.writeTarget, served)
  } catch (error) {
    await served.close()
    throw error
  }
  io.out(flags.printTarget ? await targetText(served) : welcome(flags, served.origin))
  await new Promise<void>(resolve => {
    const stopListening = io.onInterrupt(() => {
      stopListening()
      resolve()
    })
  })
  await served.close()
  return 0
}

function mustKnow(id: string, what: string, known: readonly { readonly id: string }[]): void {
  if (known.some(entry => entry.id === id)) return
  const ids = known.map(entry => entry.id)
  throw new UsageError(`the reference has no ${what} "${id}"${nearest(id, ids)}; assay serve --list shows them all`)
}

async function start(flags: ServeFlags): Promise<ServedReference> {
  try {
    const { port, featureLevel, limit, markets, organizationSize, fault = [], variant = [] } = flags
    const options = { port, featureLevel, limit, markets, organizationSize, faults: fault, variants: variant }
    return await serveReference(options)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') throw new UsageError(`port ${flags.port} is in use: choose another with --port`)
    if (code === 'EACCES') throw new UsageError(`port ${flags.port} may not be used by this user`)
    throw error
  }
}

async function targetText({ reference, origin }: ServedReference, file = ''): Promise<string> {
  const target = reference.targetFile(origin)
  if (file.endsWith('.json')) return `${JSON.stringify(target, null, 2)}\n`
  const { stringify } = await import('yaml')
  return stringify(target)
}

/** Also what does not exist yet. A link, a pipe or a device is written to directly. */
const isOrdinary = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? true

async function writeTarget(file: string, served: ServedReference): Promise<void> {
  const text = await targetText(served, file)
  writing(file, () => (isOrdinary(file) ? writeWhole(file, text) : writeFileSync(file, text)))
}

function welcome(flags: ServeFlags, origin: string): string {
  const file = flags.writeTarget
  return [
    `The reference is at ${origin}`,
    `  trading      ${origin}/trading/v1`,
    `  messaging    ${origin}/chat/api/v1${flags.featureLevel === undefined ? '' : `  (feature level ${flags.featureLevel})`}`,
    `  provisioner  ${origin}/provision`,
    ...(flags.fault ?? []).map(id => `  fault        ${id}`),
    ...(flags.variant ?? []).map(id => `  variant      ${id}`),
    file === undefined
      ? 'Add --write-target FILE to get a target file for it.'
      : `Judge it:  npx --no-install assay run --target ${quoted(file)} --allow write,destructive`,
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}
