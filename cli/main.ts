#!/usr/bin/env node
/** The `assay` command. What only prints the version loads nothing for it. */
import { readFileSync } from 'node:fs'

const words = process.argv.slice(2)
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  const about = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  process.stdout.write(`${(JSON.parse(about) as { version: string }).version}\n`)
} else {
  const { begin } = await import('./begin.ts')
  await begin(words)
}
