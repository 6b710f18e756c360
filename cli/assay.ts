/** Runs a command: arguments in, exit status out. Each command loads what it needs only when it is called. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { ConfigurationError } from '../harness/target/configuration-error.ts'
import { printable } from '../reports/escape.ts'
import type { Declare } from './options/declare.ts'
import { refuseEmpty } from './options/refuse-empty.ts'
import { refuseTwice } from './options/refuse-twice.ts'
import { diskFault } from './out/disk-fault.ts'
import { internalError } from './process/internal-error.ts'
import type { Io } from './process/io.ts'

/** In the order of the help text. */
const commands: Readonly<Record<string, () => Promise<Declare>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  judge: async () => (await import('./commands/judge.ts')).judgeCommand,
  proxy: async () => (await import('./commands/proxy.ts')).proxyCommand,
  clean: async () => (await import('./commands/clean.ts')).cleanCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  spec: async () => (await import('./commands/spec.ts')).specCommand,
  sign: async () => (await import('./commands/sign.ts')).signCommand,
  levels: async () => (await import('./commands/levels.ts')).levelsCommand,
  'self-check': async () => (await import('./commands/self-check.ts')).selfCheckCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  baseline: async () => (await import('./commands/baseline.ts')).baselineCommand,
  keygen: async () => (await import('./commands/certify.ts')).keygenCommand,
  certify: async () => (await import('./commands/certify.ts')).certifyCommand,
  verify: async () => (await import('./commands/certify.ts')).verifyCommand,
  witness: async () => (await import('./commands/certify.ts')).witnessCommand,
  revoke: async () => (await import('./commands/certify.ts')).revokeCommand,
  listing: async () => (await import('./commands/listing.ts')).listingCommand,
}

/** The command that is called; all of them for help, and for an unknown word, which may be a misspelled command. */
async function declarationsFor([word = '']: readonly string[]): Promise<readonly Declare[]> {
  const called = Object.hasOwn(commands, word) ? commands[word] : undefined
  return Promise.all((called ? [called] : Object.values(commands)).map(load => load()))
}

export async function assay(argv: readonly string[], io: Io): Promise<number> {
  let status = 0
  const program = new Command('assay')
    .description('Checks whether a deployment conforms to its API contract, and shows the evidence.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showHelpAfterError('Run assay --help for a list of commands.')
    .configureOutput({
      writeOut: text => io.out(text),
      writeErr: text => io.err(text),
      getOutHelpWidth: () => io.columns(),
      getErrHelpWidth: () => io.columns(),
      outputError: (text, write) => write(sentenceOf(text)),
    })
    .exitOverride()
    .addHelpText('after', examples)
  for (const declare of await declarationsFor(argv)) declare(program, io, value => (status = value))
  for (const command of program.commands) {
    command.showHelpAfterError(`Run assay ${command.name()} --help for its options.`)
    refuseTwice(command)
    refuseEmpty(command)
  }
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError) return error.code === 'commander.help' ? 2 : error.exitCode === 0 ? 0 : 2
    if (error instanceof ConfigurationError) {
      io.err(`assay: ${printable(error.message)}\n`)
      return 2
    }
    const disk = diskFault(error)
    if (disk !== null) {
      io.err(`assay: ${printable(disk)}\n`)
      return 2
    }
    io.err(internalError(error))
    return 3
  }
}

/** What commander says about a mistake, in the words of the help. */
const sentenceOf = (text: string): string =>
  text
    .replace(/^error: /, 'assay: ')
    .replace(/command-argument value ('.*') is invalid for argument '(.*)'\./, '$1 is not a valid <$2>.')

const examples = `
Start here:
  assay run                        judge the embedded reference: see what a run looks like
  assay init                       describe your deployment in a target file
  assay doctor --target FILE       what a run can judge there
  assay run --target FILE          judge it
  assay list                       every requirement
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
