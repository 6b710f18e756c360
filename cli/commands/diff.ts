/** `assay diff`: its options and its help. */

import type { DiffFlags } from '../finished/diff.ts'
import type { Declare } from '../options/declare.ts'

export const diffCommand: Declare = (program, io, done) => {
  program
    .command('diff')
    .summary('what changed between two finished runs')
    .description(
      'Compares two runs: verdicts that changed, observations that differ, requirements that were added or removed.',
    )
    .argument('<before>', 'the folder of one run')
    .argument('<after>', 'the folder of another')
    .option('--json', 'print the comparison as JSON')
    .option('-o, --out <dir>', 'write diff.html there as well')
    .addHelpText('after', examples)
    .action(async (before: string, after: string, flags: DiffFlags) => {
      const { diff } = await import('../finished/diff.ts')
      done(await diff(before, after, flags, io))
    })
}

const examples = `
Example:
  assay diff last-release assay-report --out compared

A regression is a requirement that fails and did not fail before, one that
passed and now only warns, and one that was demonstrated and is now unverified.

Exit status: 0 no regression, 1 a regression, 2 usage.
`
