/** From arguments to an exit status. Each command loads what it needs only when it is called. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { printable } from '../reports/escape.ts'
import { baselineCommand } from './commands/baseline.ts'
import { certifyCommand, keygenCommand, revokeCommand, verifyCommand, witnessCommand } from './commands/certify.ts'
import { cleanCommand } from './commands/clean.ts'
import { diffCommand } from './commands/diff.ts'
import { doctorCommand } from './commands/doctor.ts'
import { explainCommand } from './commands/explain.ts'
import { initCommand } from './commands/init.ts'
import { judgeCommand } from './commands/judge.ts'
import { levelsCommand } from './commands/levels.ts'
import { listCommand } from './commands/list.ts'
import { listingCommand } from './commands/listing.ts'
import { mergeCommand } from './commands/merge.ts'
import { proxyCommand } from './commands/proxy.ts'
import { reportCommand } from './commands/report.ts'
import { runCommand } from './commands/run.ts'
import { selfCheckCommand } from './commands/self-check.ts'
import { serveCommand } from './commands/serve.ts'
import { signCommand } from './commands/sign.ts'
import { specCommand } from './commands/spec.ts'
import type { Declare } from './declare.ts'
import type { Io } from './io.ts'
import { UsageError } from './usage-error.ts'

const commands: readonly Declare[] = [
  initCommand,
  doctorCommand,
  runCommand,
  judgeCommand,
  proxyCommand,
  cleanCommand,
  serveCommand,
  listCommand,
  explainCommand,
  specCommand,
  signCommand,
  levelsCommand,
  selfCheckCommand,
  reportCommand,
  diffCommand,
  mergeCommand,
  baselineCommand,
  keygenCommand,
  certifyCommand,
  verifyCommand,
  witnessCommand,
  revokeCommand,
  listingCommand,
]

export async function assay(argv: readonly string[], io: Io): Promise<number> {
  let status = 0
  const program = new Command('assay')
    .description('Tells whether a deployment keeps its API contract, and shows why.')
    .version(version(), '-V, --version', 'print the version of this kit')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showHelpAfterError('Run assay --help for a list of commands.')
    .configureOutput({
      writeOut: text => io.out(text),
      writeErr: text => io.err(text),
      getOutHelpWidth: () => io.columns(),
      getErrHelpWidth: () => io.columns(),
      outputError: (text, write) => write(text.replace(/^error: /, 'assay: ')),
    })
    .exitOverride()
    .addHelpText('after', examples)
  for (const declare of commands) declare(program, io, value => (status = value))
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError) return error.code === 'commander.help' ? 2 : error.exitCode === 0 ? 0 : 2
    if (error instanceof UsageError) {
      io.err(`assay: ${printable(error.message)}\n`)
      return 2
    }
    io.err(`assay: internal error of the kit: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`)
    return 3
  }
}

const examples = `
Start here:
  assay run                        judge the embedded reference: see what a run looks like
  assay init                       describe your deployment in a target file
  assay doctor --target FILE       what a run could judge there
  assay run --target FILE          judge it
  assay list                       every requirement there is
  assay explain messaging.drafts.one-id-each

Exit status of run: 0 good, 1 a requirement failed, 2 usage or configuration,
3 something could not be judged, 130 interrupted.
`

function version(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as { version: string }).version
    } catch {}
  }
  return 'unknown'
}
