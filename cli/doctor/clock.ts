/** Compares the clock of a target with ours: first the unit of its time, then the difference. */
import { isObject, type Reply } from '../../harness/index.ts'
import { type Finding, good, note, wrong } from './finding.ts'

const DAY = 86_400_000
const CLOSE_S = 5

/** Uses the server time of a reply (milliseconds), or else the `date` header, which has only whole seconds. */
export function clock(api: string, reply: Reply, ours: number): Finding[] {
  const about = `${api} clock`
  const stated = Number((isObject(reply.json) ? reply.json['serverTime'] : undefined) ?? Number.NaN)
  const unit = unitOf(stated, ours)
  if (unit !== null && unit !== 'milliseconds')
    return [
      note(
        about,
        `serverTime is in ${unit}; the contract says milliseconds`,
        'This is a defect of the deployment, not of the target file: a run reports it as a failure.',
      ),
    ]
  const theirs = unit === 'milliseconds' ? stated : Date.parse(reply.headers['date'] ?? '')
  if (!Number.isFinite(theirs)) return []
  const seconds = Math.round((theirs - ours) / 1000)
  if (Math.abs(seconds) <= CLOSE_S) return [good(about, 'agrees with the clock of this machine')]
  const says = `${inWords(Math.abs(seconds))} ${seconds > 0 ? 'ahead of' : 'behind'} the clock of this machine`
  const next = 'Set both clocks by the same source: signed requests carry a timestamp.'
  return [Math.abs(seconds) * 1000 > DAY ? wrong(about, says, next) : note(about, says, next)]
}

type Unit = 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds'
const IN_MS: readonly (readonly [unit: Unit, ms: number])[] = [
  ['milliseconds', 1],
  ['seconds', 1000],
  ['microseconds', 1 / 1000],
  ['nanoseconds', 1 / 1e6],
]

/** The unit in which a time is within ten years of ours. At most one unit fits. */
function unitOf(stated: number, ours: number): Unit | null {
  const near = ([, ms]: readonly [Unit, number]): boolean => Math.abs(stated * ms - ours) < 3653 * DAY
  return (Number.isFinite(stated) && IN_MS.find(near)?.[0]) || null
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
