/** `assay explain`: its options and its help. */

import type { ExplainFlags } from '../explain/explanation-text.ts'
import type { Declare } from '../options/declare.ts'

export const explainCommand: Declare = (program, io, done) => {
  program
    .command('explain')
    .summary('everything about one requirement, open point, profile, fault or variant')
    .description('Shows what an id means, where the contract says so, what it needs, and how it is tested and proved.')
    .argument('<id>', 'an id as assay list and reports show it')
    .option('--suites <dir>', 'know the requirements and suites of this folder as well')
    .option('--contract <dir>', "your copies of the contract's documents: quotes what they say")
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  assay explain trading.envelope.status\n')
    .action(async (id: string, flags: ExplainFlags) => {
      const { printExplanation, storedExplanation } = await import('../stored-explanations.ts')
      const stored = flags.suites === undefined && flags.contract === undefined ? storedExplanation(id) : undefined
      if (stored) {
        printExplanation(stored, flags, io)
        return done(0)
      }
      const { explain } = await import('../explain/explain.ts')
      done(await explain(id, flags, io))
    })
}
