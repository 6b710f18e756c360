/** `assay spec`: its options and its help. */
import { Argument, Option } from 'commander'
import type { Declare } from '../options/declare.ts'
import { featureLevel } from '../options/option-values.ts'
import type { SpecFlags } from '../spec.ts'

export const specCommand: Declare = (program, io, done) => {
  program
    .command('spec')
    .summary('the OpenAPI 3.1 description of an API')
    .description(
      'Prints the description of one API. With --feature-level it is a plain OpenAPI 3.1 document for that level, ' +
        'which any other tool can read; without, it holds all levels, distinguished by x-since and x-until.',
    )
    .addArgument(new Argument('<api>', 'which API').choices(['trading', 'messaging']))
    .option('--feature-level <n>', 'project it onto this level', featureLevel)
    .addOption(new Option('--format <format>', 'how to write it').choices(['json', 'yaml']).default('yaml'))
    .addHelpText('after', '\nExample:\n  assay spec messaging --feature-level 300 --format json > level-300.json\n')
    .action(async (api: 'trading' | 'messaging', flags: SpecFlags) => {
      const { spec } = await import('../spec.ts')
      done(await spec(api, flags, io))
    })
}
