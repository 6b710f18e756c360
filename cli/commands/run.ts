/** `assay run`: its options and its help. */
import { InvalidArgumentError, Option } from 'commander'
import { formats } from '../finished/formats.ts'
import type { Declare } from '../options/declare.ts'
import { allowWords, each, featureLevel, pattern, wholeNumber } from '../options/option-values.ts'
import { defaultOut, type RunFlags } from '../run/run-flags.ts'
import { shardName } from '../shards/shard-name.ts'

export const runCommand: Declare = (program, io, done) => {
  program
    .command('run')
    .summary('judge a target; with no target, the embedded reference')
    .description(
      'Judges a target and writes report.json, exchanges.ndjson, claims.ndjson and report.html. With no --target it judges the ' +
        'embedded reference inside this process, which needs no network.',
    )
    .option('-t, --target <file>', 'target file, YAML or JSON: where the deployment is and who may act there')
    .option(
      '-o, --out <dir>',
      'folder for the report and its evidence (default: assay-report; with --rerun-failed DIR: DIR-rerun)',
    )
    .option('--only <glob>', 'judge only requirements whose id matches; * stands for anything (repeatable)', pattern)
    .option(
      '--check <id>',
      'run only this check, named as in a failure; judges its requirements and those of --only (repeatable)',
      each,
    )
    .option('--profile <name>', 'judge the requirements of a profile (assay list profiles)', 'everything')
    .option('--allow <words>', 'what a run may do beyond reading: write, or write,destructive', allowWords)
    .option(
      '--feature-level <n>',
      'judge as this messaging feature level, whatever the target file claims',
      featureLevel,
    )
    .option('--seed <n>', 'seed of everything random; the same seed sends the same requests', wholeNumber, 1)
    .addOption(
      new Option('--budget <size>', 'how much to try').choices(['quick', 'standard', 'thorough']).default('standard'),
    )
    .option('--requests <n>', 'about how many generated requests to send, whatever the budget says', wholeNumber)
    .option(
      '--max-requests <n>',
      'send at most n requests to the target, the most telling first; cleanup is not counted',
      countOfRequests,
    )
    .option('--path <p>', 'send only one counterexample, as a failure prints it; needs one --only', path)
    .addOption(reporterOption())
    .option('--dry-run', 'print the plan, the number of requests and how long they take; send nothing')
    .option('--baseline <file>', 'known failures, each with reason, ticket and expiry date (assay baseline writes it)')
    .option('--bail', 'stop at the first failure that the baseline does not list')
    .option('--retry-unreachable', 'repeat a check that got no reply')
    .option('--rerun-failed <dir>', 'rerun what failed or could not be judged in the run of this folder')
    .option('--watch', 'rerun failures when a file changes or the target answers differently, until Ctrl-C')
    .addOption(
      new Option(
        '--shard <i/n>',
        'run one of n parts; last/n, after the others, is what needs the target to itself (assay merge joins them)',
      ).argParser(shardName),
    )
    .option('--suites <dir>', 'also judge the requirements and suites of this folder')
    .option('--contract <dir>', 'folder with your copies of the contract: failures quote them')
    .option('--no-page', 'write no report.html')
    .option('--open', 'show the report in a browser during the run')
    .option('--require-complete', 'exit with 3 if any requirement in scope could not be judged')
    .option('--verbose', 'list what was observed, left behind, not covered and not applicable')
    .option('--json', 'print the summary as JSON in the last line of the standard output')
    .addHelpText('after', examples)
    .action(async (given: Omit<RunFlags, 'out'> & { readonly out?: string }) => {
      const flags: RunFlags = { ...given, out: given.out ?? defaultOut(given) }
      if (flags.watch) {
        const { watch } = await import('../run/watch.ts')
        done(await watch(flags, io))
      } else {
        const { run } = await import('../run/run.ts')
        done(await run(flags, io))
      }
    })
}

function countOfRequests(text: string): number {
  const count = wholeNumber(text)
  if (count === 0) throw new InvalidArgumentError('At least one request is needed.')
  return count
}

function path(text: string): string {
  if (!/^\d+(:\d+)*$/.test(text)) throw new InvalidArgumentError('It looks like 12:0:3, as a failure prints it.')
  return text
}

export const reporterOption = (): Option =>
  new Option(
    '--reporter <names>',
    `terminal, none, ${formats.join(', ')}; separated by commas (repeatable; default: terminal)`,
  ).argParser(reporters)

function reporters(text: string, before: readonly string[] = []): readonly string[] {
  const names = text.split(',').map(word => word.trim())
  if (!names.every(name => ['terminal', 'none', ...formats].includes(name))) {
    throw new InvalidArgumentError(`Allowed choices are terminal, none, ${formats.join(', ')}.`)
  }
  return [...new Set([...before, ...names])]
}

const examples = `
Examples:
  assay run                                       the embedded reference
  assay run --target staging.yaml --dry-run       what it would do, how long
  assay run --target staging.yaml --allow write   also what changes things
  assay run --only 'messaging.drafts.*'           one area
  assay run --only 'trading.*' --reporter terminal,junit

Reading is always allowed. Writing needs "allow: [write]" in the target file or
--allow write. Destructive checks need both "allow: [write, destructive]" in the
file and --allow destructive.

Exit status: 2 usage or configuration; 1 a requirement failed that the baseline
does not list, or the baseline is stale; 3 something planned could not be
judged, or nothing could; 0 else; 130 interrupted. What --max-requests, a
missing credential or an unavailable fixture leaves out is not planned.
Ctrl-C finishes what is in flight and writes the report; a second one stops at
once.
`
