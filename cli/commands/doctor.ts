/** `assay doctor`: its options and its help. */

import type { DoctorFlags } from '../doctor/doctor.ts'
import type { Declare } from '../options/declare.ts'
import { allowWords } from '../options/option-values.ts'

export const doctorCommand: Declare = (program, io, done) => {
  program
    .command('doctor')
    .summary('test a target: what a run can and cannot judge')
    .description(
      'Tries reachability, certificates, clocks, credentials and roles, feature level and fixtures of a target, and ' +
        'says what a run could and could not judge, with the next step for each. It only reads unless more is allowed.',
    )
    .requiredOption('-t, --target <file>', 'target file, YAML or JSON')
    .option('--allow <words>', 'as for run: with write, fixtures are made and removed again', allowWords)
    .option('--suites <dir>', 'the folder of a contract or of suites of your own, as for run')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples)
    .action(async (flags: DoctorFlags) => {
      const { doctor } = await import('../doctor/doctor.ts')
      done(await doctor(flags, io))
    })
}

const examples = `
Examples:
  assay doctor --target staging.yaml
  assay doctor --target staging.yaml --allow write

Exit status: 0 good, 1 something is wrong, 2 usage or configuration,
130 interrupted.
`
