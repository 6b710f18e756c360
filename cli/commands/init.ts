/** `assay init`: its options and its help. */

import type { InitFlags } from '../init/init.ts'
import type { Declare } from '../options/declare.ts'
import { featureLevel } from '../options/option-values.ts'

export const initCommand: Declare = (program, io, done) => {
  program
    .command('init')
    .summary('write a target file, asking for what it needs')
    .description(
      'Writes a target file with comments, .env.example, a CI job and the skeleton of a provisioner, and makes this kit ' +
        'a development dependency of the project. It asks for what the options do not say, tries addresses as they ' +
        'are typed, and overwrites no file without --force.',
    )
    .option('--name <name>', 'name of the deployment in reports')
    .option('--trading-url <url>', 'versioned root of the trading API, such as https://staging.acme.example/v1')
    .option('--messaging-url <url>', 'versioned root of the messaging API, such as https://chat.acme.example/api/v1')
    .option('--feature-level <n>', 'feature level that the messaging API claims', featureLevel)
    .option('--provisioner <what>', 'module (writes provision.mjs), zulip, none, or an http(s) address')
    .option('--dir <dir>', 'where to write', '.')
    .option('--no-dependency', 'do not make this kit a development dependency of the project')
    .option('--force', 'overwrite existing files')
    .option('-y, --yes', 'ask nothing: take the defaults for what the options do not say')
    .option('--statement', "write a vendor's statement for assay certify, with comments, and nothing else")
    .addHelpText('after', examples)
    .action(async (flags: InitFlags) => {
      if (flags.statement) {
        const { initStatement } = await import('../certify/statement-template.ts')
        return done(initStatement(flags, io))
      }
      const { init } = await import('../init/init.ts')
      done(await init(flags, io))
    })
}

const examples = `
Examples:
  assay init
  assay init --yes --name staging --trading-url https://staging.acme.example/v1
  assay init --yes --messaging-url https://chat.acme.example/api/v1 \\
    --feature-level 417 --provisioner zulip

Exit status: 0 written, 2 usage, or a file exists already.
`
