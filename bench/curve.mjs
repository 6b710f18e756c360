/**
 * After how many requests each fault of a sample is first detected: in process, in virtual time, under a rate limit.
 * `node bench/curve.mjs --api trading --count 65 --budget quick`; `--list` prints each fault, `--svg FILE` draws the curve.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { levelOf } from '../dist/cli/self-check/measured-faults.js'
import { inProcessTransport, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference, faults } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'
import { drawnByArea, random } from './draw.mjs'

const { values } = parseArgs({
  options: {
    api: { type: 'string', default: 'trading' },
    count: { type: 'string', default: '65' },
    budget: { type: 'string', default: 'quick' },
    rate: { type: 'string', default: '10' },
    latency: { type: 'string', default: '50' },
    draw: { type: 'string', default: '1' },
    at: { type: 'string', default: '9,21,31,50,100,250,500' },
    list: { type: 'boolean', default: false },
    svg: { type: 'string' },
  },
})
const NEWEST = 500

/** Faults that violate a MUST, from every area. */
function drawn() {
  const isDrawn = ({ api, weight, levels }) => api === values.api && weight !== 'should' && levels?.until === undefined
  return drawnByArea(faults.filter(isDrawn), Number(values.count), random(Number(values.draw)))
}

const rate = { requestsPerSecond: Number(values.rate) }
const paced = ({ trading, messaging, ...rest }) => ({
  ...rest,
  ...(trading && { trading: { ...trading, ...rate } }),
  ...(messaging && { messaging: { ...messaging, ...rate } }),
})

/** The number of requests that the target had received when the first violation of a MUST was judged; null if there was none. */
async function firstSeen(fault) {
  const clock = virtualClock()
  const level = levelOf(fault) ?? NEWEST
  const reference = createReference({ clock, featureLevel: level, faults: [fault.id] })
  const answered = inProcessTransport(reference.answer)
  let requests = 0
  let seen = null
  const transport = {
    ...answered,
    async send(request) {
      if (!new URL(request.url).pathname.endsWith('/provision')) requests++
      await clock.sleep(Number(values.latency))
      return answered.send(request)
    },
  }
  const file = validTarget(reference.targetFile('http://reference.invalid'))
  await run({
    target: { ...paced(file), folder: '.', file: null },
    areas: suites,
    sink: {
      exchange: () => {},
      claim: ({ outcome, weight, requirement }) => {
        if (outcome === 'broken' && weight === 'must') seen ??= { requests, requirement }
      },
      close: () => {},
    },
    ...{ clock, transport, only: [`${values.api}.*`], allow: ['write', 'destructive'], seed: 1 },
    ...{ budget: values.budget, once: true, throwaway: true, runId: 'curve', bail: () => true },
  })
  return { fault: fault.id, requests: seen?.requests ?? null, requirement: seen?.requirement ?? null, total: requests }
}

const results = []
for (const fault of drawn()) {
  const result = await firstSeen(fault)
  results.push(result)
  if (values.list)
    console.log(`${String(result.requests ?? 'never').padStart(6)}  ${result.fault}  ${result.requirement ?? ''}`)
}
const within = most => results.filter(({ requests }) => requests !== null && requests <= most).length
console.log(`${values.api}, ${values.budget}: ${results.length} faults, ${within(Number.POSITIVE_INFINITY)} seen`)
for (const most of values.at.split(',').map(Number))
  console.log(`  within ${String(most).padStart(4)} requests  ${within(most)} of ${results.length}`)

if (values.svg) writeFileSync(values.svg, drawing())

function drawing() {
  const [width, height, left, bottom] = [720, 360, 48, 40]
  const last = Math.max(1, ...results.map(({ requests }) => requests ?? 0))
  const x = requests =>
    left + (Math.log10(Math.max(1, requests)) / Math.log10(Math.max(10, last))) * (width - left - 12)
  const y = count => height - bottom - (count / results.length) * (height - bottom - 12)
  const steps = [...new Set(results.flatMap(({ requests }) => requests ?? []))].sort((a, b) => a - b)
  const line = steps.map(step => `H${x(step).toFixed(1)}V${y(within(step)).toFixed(1)}`).join('')
  const ticks = [1, 3, 10, 30, 100, 300, 1000, 3000].filter(tick => tick <= last)
  const labels = ticks.map(
    tick => `<text x="${x(tick).toFixed(1)}" y="${height - 22}" text-anchor="middle">${tick}</text>`,
  )
  const shares = [0, 0.5, 1].map(
    share => `<text x="${left - 6}" y="${y(share * results.length) + 4}" text-anchor="end">${share * 100} %</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<path d="M${x(1)} ${y(0)}${line}H${width - 12}" fill="none" stroke="#1f6feb" stroke-width="2"/>`,
    ...labels,
    ...shares,
    `<text x="${(width + left) / 2}" y="${height - 4}" text-anchor="middle">requests to the target</text>`,
    '</svg>\n',
  ].join('\n')
}
