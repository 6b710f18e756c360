/** `assay clean`: its options and its help. */
import { InvalidArgumentError } from 'commander'
import type { CleanFlags } from '../clean/clean.ts'
import type { Declare } from '../options/declare.ts'

export const cleanCommand: Declare = (program, io, done) => {
  program
    .command('clean')
    .summary('remove what a run left behind in a target')
    .description(
      'Finds what has the id of a run in its name, in the lists that the contract offers and in the folder of the run, removes ' +
        'it where there is a way, and lists what could not be removed. It changes nothing else.',
    )
    .requiredOption('-t, --target <file>', 'target file, YAML or JSON')
    .requiredOption('--run <id>', 'id of the run, as report.json says', runId)
    .option('-o, --out <dir>', 'folder of the run: what its report or its evidence names is removed too')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples)
    .action(async (flags: CleanFlags) => {
      const { clean } = await import('../clean/clean.ts')
      done(await clean(flags, io))
    })
}

function runId(text: string): string {
  if (!/^[a-z0-9]{4,20}$/.test(text))
    throw new InvalidArgumentError('The id of a run is four or more letters and digits.')
  return text
}

const examples = `
Examples:
  assay clean --target staging.yaml --run k3v9z
  assay clean --target staging.yaml --run k3v9z --out assay-report

Exit status: 0 done, what stays is listed; 2 usage; 3 the target could not be
reached.
`
