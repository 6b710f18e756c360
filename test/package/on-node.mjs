/**
 * The commands that a user runs one after the other, in a single process, so that each version of Node starts only once.
 * Copied next to the installed package; takes the folder to work in and the address of a messaging API.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { judge, judgeAgain, loadTarget, readEvidence, sign } from 'assay'

const { assay } = await import(new URL('node_modules/assay/dist/cli/assay.js', import.meta.url).href)
const [dir, baseUrl] = process.argv.slice(2)
const target = `${dir}/target.yaml`
const report = `${dir}/report`

async function command(...words) {
  let said = ''
  const out = text => (said += text)
  const screen = { columns: () => 80, colour: false, live: false, env: process.env }
  const hands = { stdin: async () => '', onInterrupt: () => () => {}, exit: process.exit }
  return [words[0], await assay(words, { out, err: out, ...screen, ...hands }), said]
}

const init = ['init', '--yes', '--messaging-url', baseUrl, '--feature-level', '500', '--dir', dir]
mkdirSync(dir)
writeFileSync(`${dir}/package.json`, JSON.stringify({ name: 'ours', devDependencies: { vitest: '4' } }))
const commands = [
  await command(...init),
  await command(...init, '--force'),
  await command('doctor', '--target', target),
  await command('run', '--target', target, '--only', 'messaging.envelope.one-of-two', '--out', report),
  await command('report', report),
]
const { summary } = await judge(undefined, { only: ['trading.ping.*'], out: `${dir}/library` })
const { disagreements } = judgeAgain(readEvidence(`${dir}/library`))
const lost = await judge(loadTarget('nowhere.yaml'), { only: ['trading.ping.*'] })
const library = { outcome: summary.outcome, disagreements, lost: lost.summary.outcome, signed: sign('a=1', 's') }
process.stdout.write(JSON.stringify({ version: process.version, commands, library }), () => process.exit())
