/** `assay merge`: its options and its help. */

import type { MergeFlags } from '../finished/merge.ts'
import type { Declare } from '../options/declare.ts'

export const mergeCommand: Declare = (program, io, done) => {
  program
    .command('merge')
    .summary('the shards of a run as one run')
    .description(
      'Joins the reports, exchanges and claims of all shards of a run into the result of one run, with its ' +
        'report.html. Every verdict is computed again from all claims.',
    )
    .argument('<dir...>', 'the folders of the shards, the last step included')
    .requiredOption('-o, --out <dir>', 'folder for the merged report and its evidence')
    .option('--baseline <file>', 'known failures, each with reason, ticket and expiry date')
    .option('--require-complete', 'exit with 3 if any requirement in scope could not be judged')
    .option('--suites <dir>', 'the folder of a contract of your own that the run judged')
    .option('--no-page', 'write no report.html')
    .option('--verbose', 'list what was observed, left behind, not covered and not applicable')
    .option('--json', 'print the summary as JSON in the last line of the standard output')
    .addHelpText('after', examples)
    .action(async (folders: string[], flags: MergeFlags) => {
      const { merge } = await import('../finished/merge.ts')
      done(await merge(folders, flags, io))
    })
}

const examples = `
Example:
  assay run --target staging.yaml --shard 1/2 --out shard-1
  assay run --target staging.yaml --shard 2/2 --out shard-2
  assay run --target staging.yaml --shard last/2 --out shard-last
  assay merge shard-1 shard-2 shard-last --out assay-report

Exit status: that of the one run; 2 where the folders do not belong together, 3
where a shard is missing and no requirement failed.
`
