/** `assay judge`: its options and its help. */

import type { JudgeFlags } from '../judge/judge.ts'
import type { Declare } from '../options/declare.ts'
import { featureLevel, pattern } from '../options/option-values.ts'
import { DEFAULT_OUT } from '../run/run-flags.ts'
import { reporterOption } from './run.ts'

export const judgeCommand: Declare = (program, io, done) => {
  program
    .command('judge')
    .summary('judge captured traffic: HAR files, exchanges.ndjson')
    .description(
      'Judges captured traffic by every requirement that exchanges alone can show. Sends nothing. ' +
        'Writes the same report as run, the exchanges that it rests on, and what clients did against the contract.',
    )
    .argument('<file...>', 'HAR files, exchanges.ndjson, folders of runs, gzipped or not; - is the standard input')
    .option(
      '-t, --target <file>',
      'target file: base addresses, feature level and secrets; found in the traffic without',
    )
    .option('-o, --out <dir>', 'folder for the report and its evidence', DEFAULT_OUT)
    .option('--only <glob>', 'judge only requirements whose id matches; * stands for anything (repeatable)', pattern)
    .option('--profile <name>', 'judge the requirements of a profile (assay list profiles)', 'everything')
    .option('--feature-level <n>', 'judge as this messaging feature level; inferred without', featureLevel)
    .addOption(reporterOption())
    .option('--baseline <file>', 'known failures, each with reason, ticket and expiry date (assay baseline writes it)')
    .option('--require-complete', 'exit with 3 if any requirement in scope could not be judged')
    .option('--open', 'show the report in a browser while the traffic is judged')
    .option('--verbose', 'list all that was not judged, not placed and not covered')
    .option('--no-page', 'write no report.html')
    .option('--json', 'print the summary as JSON in the last line of the standard output')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: JudgeFlags) => {
      const { judge } = await import('../judge/judge.ts')
      done(await judge(files, flags, io))
    })
}

const examples = `
Examples:
  assay judge traffic.har                          from a browser or a proxy
  assay judge traffic.har --target staging.yaml    with its base addresses and level
  assay judge first.har second.har --reporter terminal,html
  assay judge assay-report --out judged            what a run recorded
  zcat traffic.har.gz | assay judge -

assay list --observable-in traffic lists what traffic can show.

Exit status: 2 usage; 1 a requirement failed that the baseline does not list, or
the baseline is stale; 3 nothing could be judged; 0 else.
`
