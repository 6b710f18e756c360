/**
 * How many of the faults that are visible in a single exchange does `assay judge` catch in the traffic of a plain client?
 * With `--variants`: does it report failures of references that differ legally? `node bench/client-traffic.mjs` takes all faults;
 * `--parts 6 --part 2` takes the second of six disjoint samples, drawn at random with a fixed seed; `--fault ID` takes one.
 * At least 95 % of the faults have to be caught, and no variant may fail.
 */
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { judgeTraffic } from '../dist/cli/judge/judge-records.js'
import { levelOf } from '../dist/cli/self-check/measured-faults.js'
import { operations } from '../dist/generated/operations.js'
import { inProcessTransport, observableIn, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference, faults, variants } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'
import { usePlainly } from './client/plain-client.mjs'

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: '1' },
    part: { type: 'string', default: '1' },
    seed: { type: 'string', default: '16' },
    fault: { type: 'string', multiple: true },
    variants: { type: 'boolean', default: false },
  },
})
const shown = observableIn(suites)
const visible = values.variants
  ? variants
  : faults.filter(one => one.breaches.some(id => shown.get(id) === 'exchange') && !onlyRefuses(one))
/** True for faults that only refuse more requests. One exchange cannot prove them: the deployment may have a reason to refuse. */
function onlyRefuses({ mutates, changes = [] }) {
  return !mutates && changes.length > 0 && changes.every(({ verb }) => verb === 'refuseAlso')
}

const chosen = values.fault
  ? visible.filter(({ id }) => values.fault.includes(id))
  : visible.filter(one => sampleOf(one) === Number(values.part))

/** The sample that a fault belongs to. It depends only on id and seed, so it does not change when faults are added. */
function sampleOf({ id }) {
  const digest = createHash('sha256').update(`${values.seed} ${id}`).digest()
  return 1 + (digest.readUInt32BE(0) % Number(values.parts))
}

/** Registers the phones of two actors for push notifications, and notes their ids. */
async function withPhones({ actors }, { answer }) {
  for (const role of ['admin', 'member']) {
    const fixtureRequest = JSON.stringify({ fixture: 'push-device', with: { as: actors[role].email } })
    const { body } = await inProcessTransport(answer).send({
      ...{ method: 'POST', url: 'http://reference.invalid/provision' },
      ...{ headers: { 'content-type': 'application/json' }, body: fixtureRequest },
    })
    actors[role].device = JSON.parse(body).value.pushAccountId
  }
}

async function reportOn(api, given) {
  const clock = virtualClock(Date.now())
  const reference = createReference({ clock, ...given })
  const { [api]: entry, ...whole } = validTarget(reference.targetFile('http://reference.invalid'))
  const { trading: _, messaging: __, ...rest } = whole
  const file = { ...rest, [api]: entry }
  const transport = inProcessTransport(reference.answer)
  const captured = []
  const send = async ({ method, url, headers: said, body }) => {
    const sentAt = clock.now()
    const headers = { ...said, ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }) }
    const { status, headers: came, body: text } = await transport.send({ method, url, headers, body })
    captured.push({
      source: { file: 'client', entry: captured.length + 1 },
      ...{ sentAt, receivedAt: clock.now() },
      request: { method, url, headers, body: body === null ? null : body.toString(), whole: true },
      response: { status, headers: came, body: text },
      unusable: null,
    })
    return { status, body: text }
  }
  if (api === 'messaging') await withPhones(file.messaging, reference)
  await usePlainly(file, send, operations, ms => clock.sleep(ms))
  return judgeTraffic(captured, { ...file, folder: '.', file: null }, suites)
}

const started = performance.now()
const [missed, otherwise] = [[], []]
for (const one of chosen) {
  const level = values.variants ? (one.levels?.until ?? 500) : (levelOf(one) ?? Math.max(500, one.levels?.since ?? 0))
  const given = values.variants ? { variants: [one.id] } : { faults: [one.id] }
  const { requirements } = await reportOn(one.api, { featureLevel: level, ...given })
  const bad = requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  if (values.variants) for (const { id, verdict, message } of bad) missed.push(`${one.id}: ${id} ${verdict} ${message}`)
  else if (bad.length === 0)
    missed.push(`${one.id} (${one.breaches.filter(id => shown.get(id) === 'exchange').join(', ')})`)
  else if (!bad.some(({ id }) => one.breaches.includes(id)))
    otherwise.push(`${one.id} by another requirement: ${bad.map(({ id }) => id).join(', ')}`)
}
for (const line of missed) console.log(line)
for (const line of otherwise) console.log(`(${line})`)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const share = (100 * (chosen.length - missed.length)) / Math.max(1, chosen.length)
console.log(
  values.variants
    ? `${chosen.length} variants in ${seconds} s, ${missed.length} false alarms`
    : `${chosen.length - missed.length} of ${chosen.length} faults caught (${share.toFixed(1)} %) in ${seconds} s`,
)
process.exitCode = values.variants ? Math.min(1, missed.length) : share >= 95 ? 0 : 1
