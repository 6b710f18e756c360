/**
 * The faults and variants of the comparison. sample.json keeps them, so that the sample stays the same when faults are added.
 * `node bench/peers/sample.mjs` draws the missing ones from each area in turn, so that the sample covers every area.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faults, variants } from '../../dist/reference/index.js'
import { drawnByArea, random } from '../draw.mjs'

const SETTLED = fileURLToPath(new URL('sample.json', import.meta.url))
const SIZE = { fault: { trading: 60, messaging: 64 }, variant: { trading: 20, messaging: 22 } }
const SEED = 18

/** Every subject of the comparison: `{ kind, api, id }`. */
export const sample = () => ({ seed: SEED, subjects: JSON.parse(readFileSync(SETTLED, 'utf8')) })

/** Chooses `count` subjects: first those that are settled already, then from each area in turn. */
function byArea(all, settled, count, next) {
  const kept = all.filter(({ id }) => settled.has(id))
  const others = all.filter(({ id }) => !settled.has(id))
  return [...kept, ...drawnByArea(others, count - kept.length, next)].slice(0, count)
}

/**
 * Faults that violate a MUST, are visible at the newest feature level, and need neither a larger budget nor a served rate limit.
 * The others would need settings of the target that a peer cannot be given.
 */
const isComparable = fault =>
  fault.weight !== 'should' && fault.levels?.until === undefined && fault.budget === undefined && !fault.serve

function draw() {
  const next = random(SEED)
  const settled = new Set(existsSync(SETTLED) ? sample().subjects.map(({ id }) => id) : [])
  const kinds = [
    ['fault', faults.filter(isComparable)],
    ['variant', variants],
  ]
  return ['trading', 'messaging'].flatMap(api =>
    kinds.flatMap(([kind, all]) => {
      const own = all.filter(one => one.api === api)
      return byArea(own, settled, SIZE[kind][api], next).map(({ id }) => ({ kind, api, id }))
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(
    SETTLED,
    `[\n${draw()
      .map(one => `  ${JSON.stringify(one)}`)
      .join(',\n')}\n]\n`,
  )
