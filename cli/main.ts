#!/usr/bin/env node
/** The `assay` command. Printing the version loads nothing else; everything else comes from the bundle. */
import { readFileSync, statSync } from 'node:fs'

const words = process.argv.slice(2)
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  const about = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  process.stdout.write(`${(JSON.parse(about) as { version: string }).version}\n`)
} else {
  const bundle = new URL('../bundle/begin.js', import.meta.url)
  const { begin }: typeof import('./begin.ts') = await (mayUseBundle(bundle)
    ? import(bundle.href)
    : import('./begin.ts'))
  await begin(words)
}

/** The user's own suites import the modules of the package. With them the bundle is not used: it would hold second copies. */
function mayUseBundle(bundle: URL): boolean {
  return !words.some(word => word.startsWith('--suites')) && !isStale(bundle)
}

/** In a clone, modules may have been built after the bundle. */
function isStale(bundle: URL): boolean {
  const changedAt = (file: URL): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return changedAt(bundle) <= changedAt(new URL('../build.tsbuildinfo', import.meta.url))
}
