/** `assay self-check --against`: judges as many servers at once as there are cores. */
import { availableParallelism } from 'node:os'
import { glob } from '../../harness/index.ts'
import type { Io } from '../process/io.ts'
import { countingLine } from '../process/status-line.ts'
import { UsageError } from '../usage-error.ts'
import { judgeAgainst, subjectsOf } from './against.ts'
import type { Trial } from './judge-subject.ts'
import type { Subject } from './subject.ts'

export async function trialsAgainst(
  command: string,
  only: readonly string[],
  io: Io,
  patienceMs?: number,
): Promise<Trial[]> {
  const wanted = only.map(glob)
  const matches = ({ id, breaches }: Subject): boolean =>
    [id, ...breaches].some(one => wanted.some(pattern => pattern.test(one)))
  const all = await subjectsOf(command, patienceMs)
  const rest = all.filter(({ kind }) => kind !== 'plain').filter(matches)
  const plain = all.filter(({ kind, api }) => kind === 'plain' && rest.some(subject => subject.api === api))
  if (rest.length === 0) throw new UsageError(`nothing that ${command} lists matches ${only.join(', ')}`)
  const line = countingLine(io, plain.length + rest.length)
  const judged = async (subject: Subject, known: ReadonlySet<string>): Promise<Trial> => {
    const trial = await judgeAgainst(command, subject, known, patienceMs)
    line.done(`  ${subject.id}`)
    return trial
  }
  const first = await concurrently(plain, subject => judged(subject, new Set()))
  const known = new Set(first.flatMap(({ failed }) => failed))
  const others = await concurrently(rest, subject => judged(subject, known))
  line.clear()
  return [...first, ...others]
}

async function concurrently<From, To>(all: readonly From[], action: (one: From) => Promise<To>): Promise<To[]> {
  const left = all.entries()
  const done: To[] = []
  const work = async (): Promise<void> => {
    for (const [index, one] of left) done[index] = await action(one)
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), all.length) }, work))
  return done
}
