/** `assay baseline`: its options and its help. */
import { InvalidArgumentError } from 'commander'
import type { BaselineFlags } from '../finished/baseline.ts'
import type { Declare } from '../options/declare.ts'

export const baselineCommand: Declare = (program, io, done) => {
  program
    .command('baseline')
    .summary('the failures of finished runs as a baseline')
    .description(
      'Prints a baseline of what failed in runs, or writes it with --out. Where that file exists, what it says about ' +
        'failures that are still there, or that a run could not judge, is kept, and what fails in none of the runs is removed.',
    )
    .argument('<dir...>', 'the folders of runs, one of each deployment, or the folder that holds these')
    .option('-o, --out <file>', 'the baseline file to write or update')
    .option('--reason <text>', 'why these failures are tolerated', notBlank)
    .option('--ticket <text>', 'where they are tracked', notBlank)
    .option('--expires <day>', 'the last day on which they are tolerated, as 2026-12-31 (default: in 30 days)', day)
    .addHelpText('after', examples)
    .action(async (folders: string[], flags: BaselineFlags) => {
      const { baseline } = await import('../finished/baseline.ts')
      done(await baseline(folders, flags, io))
    })
}

function notBlank(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It has to say something.')
  return text
}

function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('It has to be a day such as 2026-12-31.')
  if (text < dayOf(Date.now())) throw new InvalidArgumentError('It is in the past.')
  return text
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** A day of the calendar; 2026-02-30 is not one. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text

const examples = `
Examples:
  assay baseline assay-report --out baseline.yaml --ticket CHAT-204
  assay run --target staging.yaml --baseline baseline.yaml

Exit status: 0 made, 2 usage.
`
