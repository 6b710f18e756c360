/** `assay levels`: its options and its help. */

import type { LevelsFlags } from '../levels/levels.ts'
import type { Declare } from '../options/declare.ts'
import { allowWrite, featureLevel } from '../options/option-values.ts'

export const levelsCommand: Declare = (program, io, done) => {
  program
    .command('levels')
    .summary('which feature level a deployment behaves as')
    .description('Looks at both sides of each change of the messaging contract, whatever the target file claims.')
    .option('-t, --target <file>', 'target file (default: the embedded reference)')
    .option('--allow <words>', 'what it may do beyond reading: write', allowWrite)
    .option('--feature-level <n>', 'level of the embedded reference', featureLevel)
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples)
    .action(async (flags: LevelsFlags) => {
      const { levels } = await import('../levels/levels.ts')
      done(await levels(flags, io))
    })
}

const examples = `
Examples:
  assay levels --feature-level 300
  assay levels --target staging.yaml --allow write

Exit status: 0 claim and behaviour agree, 1 they differ, 2 usage,
3 nothing could be observed, 130 interrupted.
`
