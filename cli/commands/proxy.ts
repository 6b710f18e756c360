/** `assay proxy`: its options and its help. */
import type { Declare } from '../options/declare.ts'
import { each, pattern, port } from '../options/option-values.ts'
import type { ProxyFlags } from '../proxy/proxy.ts'
import { DEFAULT_OUT } from '../run/run-flags.ts'
import { reporterOption } from './run.ts'

export const proxyCommand: Declare = (program, io, done) => {
  program
    .command('proxy')
    .summary('forward requests of clients to a target, and judge the exchanges')
    .description(
      'Passes requests on to the target and its replies back, as they are, and judges them by every requirement that ' +
        'exchanges alone can show. Ctrl-C ends it and writes the report.',
    )
    .requiredOption('-t, --target <file>', 'target file: where the deployment is')
    .option('-p, --port <n>', 'port to listen on; 0 takes a free one', port, 8089)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--api <name>', 'only this API of the target file (repeatable)', each)
    .option('-o, --out <dir>', 'folder for the report and its evidence', DEFAULT_OUT)
    .option('--only <glob>', 'judge only requirements whose id matches; * stands for anything (repeatable)', pattern)
    .option('--profile <name>', 'judge the requirements of a profile (assay list profiles)', 'everything')
    .option('--fail-on-violation', 'exit with 1 if a requirement failed that the baseline does not list')
    .option(
      '--violation-header',
      'say in the header x-assay-violation of a reply what it violates; holds small replies back',
    )
    .option('--baseline <file>', 'known failures, each with reason, ticket and expiry date (assay baseline writes it)')
    .addOption(reporterOption())
    .option('--open', 'show the report in a browser while traffic passes')
    .option('--verbose', 'list all that was not judged, not placed and not covered')
    .option('--no-page', 'write no report.html')
    .option('--json', 'print the summary as JSON in the last line of the standard output')
    .addHelpText('after', examples)
    .action(async (flags: ProxyFlags) => {
      const { proxy } = await import('../proxy/proxy.ts')
      done(await proxy(flags, io))
    })
}

const examples = `
Examples:
  assay proxy --target staging.yaml                      listens on 127.0.0.1:8089
  assay proxy --target staging.yaml --fail-on-violation  for end-to-end tests

Give clients http://127.0.0.1:8089 with the path of the base address in place of
the host of the target. See docs/traffic.md.

Exit status: 2 usage; 1 with --fail-on-violation where a requirement failed; 0
else.
`
