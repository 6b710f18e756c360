/** `assay list`: its options and its help. */
import { Argument, Option } from 'commander'
import type { ListFlags } from '../list/list.ts'
import { type Kind, kinds } from '../list/list-kinds.ts'
import type { Declare } from '../options/declare.ts'

export const listCommand: Declare = (program, io, done) => {
  program
    .command('list')
    .summary('requirements, open points, profiles, faults, variants')
    .description('Prints one entry per line. assay explain ID shows everything about one of them.')
    .addArgument(new Argument('[kind]', 'what to list').choices(kinds))
    .option('--suites <dir>', 'list the requirements of this folder as well')
    .addOption(
      new Option('--observable-in <where>', 'only requirements that captured traffic can show (assay judge)').choices([
        'traffic',
      ]),
    )
    .option('--json', 'print one JSON object with an array for each kind')
    .option('--markdown', 'print a page with a table for each area')
    .addHelpText('after', examples)
    .action(async (kind: Kind | undefined, flags: ListFlags) => {
      const { list } = await import('../list/list.ts')
      done(await list(kind, flags, io))
    })
}

const examples = `
Examples:
  assay list               every requirement, by area
  assay list open-points   what the contract leaves open: observed, never judged
  assay list --observable-in traffic   what assay judge can show
  assay list faults        deliberate violations, for assay serve --fault
  assay list interaction-faults   violations that need two conditions at a time
  assay list --json        all of it, for programs
`
