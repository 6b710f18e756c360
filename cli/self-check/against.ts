/** Self-check of another server: any command that prints a target file and takes `--fault`, `--variant`, `--list`. */
import { requirements } from '../../generated/catalogue.ts'
import { run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { UsageError } from '../usage-error.ts'
import { problemsOf, resultOf, type Trial, type Unexamined } from './judge-subject.ts'
import { discardingSink } from './proof-run.ts'
import { faultSubject, plainSubjects, type Subject, variantSubject } from './subject.ts'
import { type Listed, listedBy, served } from './vendor-server.ts'

const PATIENCE_MS = 30_000

/** The server without faults for each API that has entries in the list, then all faults and variants. */
export async function subjectsOf(command: string, patienceMs = PATIENCE_MS): Promise<Subject[]> {
  const { faults, variants } = await listedBy(command, patienceMs)
  const known = new Set<string>(requirements.map(({ id }) => id))
  for (const { id, breaches = [] } of faults) {
    const stray = breaches.find(one => !known.has(one))
    if (stray !== undefined)
      throw new UsageError(`${command}: fault ${id} breaches ${stray}, which is not a requirement`)
  }
  const subjects = [
    ...faults.map(fault => faultSubject({ describes: '', breaches: [], ...fault, api: apiOf(fault) })),
    ...variants.map(variant => variantSubject({ describes: '', uses: '', ...variant, api: apiOf(variant) })),
  ]
  const plain = plainSubjects([]).concat(plainSubjects([0]).slice(1))
  return [
    ...plain
      .filter(({ api }) => subjects.some(subject => subject.api === api))
      .map(subject => ({ ...subject, id: `${subject.api}, with nothing special`, leaves: 'incomplete' as const })),
    ...subjects,
  ]
}

const apiOf = ({ api, id }: Listed): 'trading' | 'messaging' =>
  api ?? (id.startsWith('trading') ? 'trading' : 'messaging')

/**
 * Requirements that fail on the server without faults: such a failure proves nothing about a fault, and does not count
 * against a variant.
 */
export type Known = ReadonlySet<string>

/** Starts the command for one subject, judges its server over sockets, and stops it. */
export async function judgeAgainst(
  command: string,
  subject: Subject,
  known: Known,
  patienceMs = PATIENCE_MS,
): Promise<Trial> {
  const flags = [...subject.faults.map(id => `--fault ${id}`), ...subject.variants.map(id => `--variant ${id}`)]
  const server = await served(command, flags, patienceMs)
  const whole = [`${subject.api}.*`]
  try {
    if (subject.kind !== 'fault') return await examined(await judged(whole))
    if (subject.breaches.length === 0) return await examined(await judged(whole, id => !known.has(id)))
    const near = await examined(await judged(subject.breaches))
    return near.problems.length === 0 ? near : await examined(await judged(whole))
  } finally {
    await server.stop()
  }

  async function judged(only: readonly string[], bail?: (id: string) => boolean): Promise<Unexamined> {
    const started = performance.now()
    const result = await run({
      target: server.target,
      areas: suites,
      sink: discardingSink,
      only,
      allow: ['write', 'destructive'],
      once: true,
      ...(bail && { bail }),
    })
    return { ...resultOf(subject, 'standard', result, started, ['fail']), unverified: [] }
  }

  async function examined(trial: Unexamined): Promise<Trial> {
    const fresh = {
      ...trial,
      failed: trial.failed.filter(id => !known.has(id) || subject.breaches.includes(id)),
      warned: subject.weight === 'should' ? trial.warned : [],
    }
    const end = await server.ended()
    return {
      ...fresh,
      problems: [
        ...(end === null ? [] : [`the server ${end} while it was judged`]),
        ...(isUnnamed(subject) ? uncaught(fresh.failed) : problemsOf(fresh)),
      ],
    }
  }
}

/** A fault that does not state what it violates must make something fail. */
const isUnnamed = ({ kind, breaches }: Subject): boolean => kind === 'fault' && breaches.length === 0
const uncaught = (failed: readonly string[]): string[] => (failed.length > 0 ? [] : ['nothing failed'])
