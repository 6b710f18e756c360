/** `assay serve`: its options and its help. */
import type { Declare } from '../options/declare.ts'
import { each, featureLevel, port, wholeNumber } from '../options/option-values.ts'
import type { ServeFlags } from '../reference/serve.ts'

export const serveCommand: Declare = (program, io, done) => {
  program
    .command('serve')
    .summary('run the reference deployment on this machine')
    .description('Serves both APIs and a provisioner from memory on 127.0.0.1 until it is interrupted.')
    .option('-p, --port <n>', 'port to listen on; 0 takes a free one', port, 0)
    .option('--feature-level <n>', 'messaging feature level (default: the newest)', featureLevel)
    .option('--fault <id>', 'violate the contract in this one way (repeatable)', each)
    .option('--variant <id>', 'differ in this one legal way (repeatable)', each)
    .option('--limit <n>', 'trading requests served per second', wholeNumber)
    .option('--markets <n>', 'number of markets', wholeNumber)
    .option('--organization-size <n>', 'number of users, groups and channels in the organization', wholeNumber)
    .option('--write-target <file>', 'write a target file for it')
    .option('--print-target', 'print a target file for it, and nothing else')
    .option('--json', 'with --list: print one JSON object')
    .option('--list', 'print all faults and variants, and serve nothing')
    .addHelpText('after', examples)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('../reference/serve.ts')
      done(await serve(flags, io))
    })
}

const examples = `
Examples:
  assay serve --port 9100 --write-target reference.yaml
  assay run --target reference.yaml --allow write,destructive

  assay serve --list
  assay serve --port 9100 --fault trading.envelope.status.boolean

The first pair judges the reference over a socket, from two terminals. A run
against the last one fails, and says why.
`
