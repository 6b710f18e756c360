/**
 * Runs the generated checks against every variant of the reference, with many seeds and every mix of roles in the target file:
 * none may fail. `node bench/seeds.mjs --seeds 20`; `--share 1/2` takes every second variant, for a process on each core;
 * `--sample 60` takes only 60 of all runs, drawn at random with the first seed, and ends within minutes; `--only GLOB` and
 * `--check ID` run other checks than the generated ones.
 */
import { parseArgs } from 'node:util'
import { inProcessTransport, randomFrom, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference, variants } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    share: { type: 'string', default: '1/1' },
    budget: { type: 'string', default: 'standard' },
    sample: { type: 'string' },
    variant: { type: 'string' },
    only: { type: 'string', multiple: true },
    check: { type: 'string', multiple: true },
  },
})
const only = {
  messaging: ['messaging.properties.*', 'messaging.sequences.*'],
  trading: ['trading.signing.generated', 'trading.orderbook.*'],
}
const forgetful = { exchange() {}, claim() {}, close() {} }
const [part, parts] = values.share.split('/').map(Number)
const [first, count] = [Number(values.first), Number(values.seeds)]
const mine = variants
  .filter(({ id }) => values.variant === undefined || id === values.variant)
  .filter((_, index) => index % parts === part - 1)

/** The actors in the target file; with `alone`, the provisioner makes no further ones. */
const mixes = [
  null,
  { actors: ['owner'], alone: true },
  { actors: ['owner', 'member'], alone: true },
  { actors: ['admin', 'member'], alone: true },
  { actors: ['admin', 'member', 'second'], alone: true },
  { actors: ['owner', 'admin', 'moderator', 'member', 'second', 'guest'], alone: true },
  { actors: ['member', 'second'], alone: true },
  { actors: ['moderator', 'guest', 'bot'], alone: true },
  { actors: ['owner'], alone: false },
  { actors: ['member'], alone: false },
  { actors: [], alone: false },
]

const mixOf = mix => (mix ? `${mix.actors.join('+') || 'nobody'}${mix.alone ? ' alone' : ''}` : 'everybody')

/** The target file with only the actors of a mix. */
function cast(file, mix) {
  if (!mix || !file.messaging) return file
  const actors = Object.entries(file.messaging.actors).filter(([name]) => mix.actors.includes(name))
  return { ...file, messaging: { ...file.messaging, actors: Object.fromEntries(actors) } }
}

/** The reference with a provisioner that makes no actors. */
const withoutNewActors = answer => async request => {
  const body =
    typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body ?? new Uint8Array())
  const makes = request.url.endsWith('/provision') && /"fixture":"(actor|last-)/.test(body)
  if (!makes) return answer(request)
  const reply = JSON.stringify({ unavailable: 'nobody can be made here' })
  return { status: 200, headers: { 'content-type': 'application/json' }, body: reply }
}

async function judged({ id, api, levels }, seed, mix) {
  const clock = virtualClock()
  const reference = createReference({ clock, featureLevel: levels?.until ?? 500, variants: [id] })
  const file = cast(validTarget(reference.targetFile('http://reference.invalid')), mix)
  const { report, mistakes } = await run({
    target: { ...file, folder: '.', file: null, requestsPerSecond: 0 },
    areas: suites,
    sink: forgetful,
    clock,
    transport: inProcessTransport(mix?.alone ? withoutNewActors(reference.answer) : reference.answer),
    only: values.check ? [] : (values.only ?? only[api]),
    checks: values.check,
    allow: ['write', 'destructive'],
    seed,
    budget: values.budget,
    once: true,
    runId: 'seeds',
  })
  const wrong = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  return {
    exchanges: report.run.exchanges,
    judged: report.requirements.filter(({ verdict }) => verdict === 'pass').length,
    wrong: [
      ...wrong.map(({ id: requirement, message, repeat }) => `${requirement}: ${message}\n  ${repeat}`),
      ...mistakes.map(({ check, error }) => `${check} made a mistake: ${error.stack}`),
    ],
  }
}

/** Each variant with each seed; each combination uses the next mix. */
const all = Array.from({ length: count }, (_, turn) => first + turn).flatMap(seed =>
  mine.map((variant, index) => ({
    seed,
    variant,
    mix: variant.api === 'messaging' ? mixes[(index + seed) % mixes.length] : null,
  })),
)
const chosen = values.sample ? randomFrom(first, 'sample').sample(all, Number(values.sample)) : all

const total = { runs: 0, exchanges: 0, passed: 0, wrong: 0 }
for (const [turn, { seed, variant, mix }] of chosen.entries()) {
  const { exchanges, judged: passed, wrong } = await judged(variant, seed, mix)
  total.runs++
  total.exchanges += exchanges
  total.passed += passed
  total.wrong += wrong.length
  for (const line of wrong) console.log(`seed ${seed}, ${variant.id}, ${mixOf(mix)}: ${line}`)
  const last = turn === chosen.length - 1
  if (last || (turn + 1) % mine.length === 0) {
    const { runs, exchanges: sent } = total
    console.log(`${runs} runs, ${sent} exchanges, ${total.passed} passes, ${total.wrong} false alarms so far`)
  }
}
process.exitCode = total.wrong === 0 ? 0 : 1
