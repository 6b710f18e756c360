/** `assay self-check`: its options and its help. */
import { Option } from 'commander'
import type { Declare } from '../options/declare.ts'
import { part, pattern, wholeNumber } from '../options/option-values.ts'
import type { SelfCheckFlags } from '../self-check/self-check.ts'

export const selfCheckCommand: Declare = (program, io, done) => {
  program
    .command('self-check')
    .summary('prove the suites: every fault caught, every variant passed')
    .description(
      'Runs the suites against every fault and every variant of the reference, in virtual time, on all cores.',
    )
    .option(
      '--only <glob>',
      'only what this names: a fault, a variant, or a requirement that faults violate (repeatable)',
      pattern,
    )
    .option('--seed <n>', 'seed of the combinations of variants', wholeNumber, 1)
    .option('--combinations <n>', 'how many random combinations of variants to try for each API', wholeNumber, 16)
    .option(
      '--against <command>',
      'run the proof against another server: a command that prints a target file and takes --fault, --variant and --list --json',
    )
    .option('--part <i/n>', 'only this part of the faults, and every fourth variant', part)
    .option(
      '--accept',
      'record what each fault fails now (specs/proof/faults.ndjson) instead of comparing with the record',
    )
    .option(
      '--mutations',
      'make each check and predicate always hold, one at a time: some fault has to become undetected',
    )
    .option(
      '--interactions',
      'try the derived faults that need two conditions at a time, and print the share that each budget catches',
    )
    .addOption(
      new Option('--budget <name>', 'with --interactions: the largest budget to try').choices([
        'quick',
        'standard',
        'thorough',
      ]),
    )
    .option('--sample <n>', 'with --interactions: try only so many of them', wholeNumber)
    .option('--write-proof <file>', 'write the result as a page, area by area')
    .option('--quiet', 'leave out the matrix of faults: only what is wrong, and the counts')
    .option('--json', 'print one JSON object with every trial')
    .addHelpText('after', examples)
    .action(async (flags: SelfCheckFlags) => {
      const { selfCheck } = await import('../self-check/self-check.ts')
      done(await selfCheck(flags, io))
    })
}

const examples = `
Examples:
  assay self-check
  assay self-check --only 'trading.*'
  assay self-check --only messaging.drafts.one-channel
  assay self-check --only messaging.drafts.one-channel.two --accept
  assay self-check --write-proof docs/proof.md
  assay self-check --interactions --budget standard --sample 100
  assay self-check --interactions --accept
  assay self-check --against 'assay serve --print-target' --only 'trading.ping.*'

Exit status: 0 the proof holds, 1 it does not, 2 usage.
`
