/** `assay report`: its options and its help. */
import { InvalidArgumentError, Option } from 'commander'
import { type Format, formats, isFormat } from '../finished/formats.ts'
import type { ReportFlags } from '../finished/report.ts'
import type { Declare } from '../options/declare.ts'

export const reportCommand: Declare = (program, io, done) => {
  program
    .command('report')
    .summary('a finished run as a page or for other tools; several runs side by side')
    .description(
      'Makes reports from report.json, exchanges.ndjson and claims.ndjson alone. A run that was killed is read as far ' +
        'as it got. With several folders it makes one page that shows the deployments side by side.',
    )
    .argument('<dir...>', 'the folder of a run, or of several')
    .addOption(
      new Option('--format <names>', `${formats.join(', ')}; separated by commas (default: html)`).argParser(words),
    )
    .option('-o, --out <dir>', 'where to write (default: the folder of the run)')
    .option('--contract <dir>', "your copies of the contract's documents: quotes what they say")
    .option('--suites <dir>', 'the folder of a contract of your own that the run judged')
    .option('--allure', 'Allure results in allure-results/ and its HTML in allure-report/')
    .addHelpText('after', examples)
    .action(async (folders: string[], flags: ReportFlags) => {
      const { report } = await import('../finished/report.ts')
      done(await report(folders, flags, io))
    })
}

function words(text: string, before: readonly Format[] = []): readonly Format[] {
  const all = text.split(',').map(word => word.trim())
  const known = all.filter(isFormat)
  if (known.length < all.length) throw new InvalidArgumentError(`Allowed choices are ${formats.join(', ')}.`)
  return [...new Set([...before, ...known])]
}

const examples = `
Examples:
  assay report assay-report                           report.html
  assay report assay-report --format junit,ctrf,har   for other tools
  assay report staging production --out compared      matrix.html

Files: report.html, junit.xml, summary.md, exchanges.har, ctrf.json, badge.svg
and badge.json. Annotations are printed, where GitHub reads them.

Exit status: 0 made, 2 usage.
`
