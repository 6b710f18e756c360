/** After an unexpected refusal, only the requirement about it fails; those that needed the request are unverified and name it. */
import { describe, expect, it } from 'vitest'
import { memorySink, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

async function judged(fault: string, only: readonly string[]) {
  const { report } = await run({
    ...{ ...referenceInProcess({ faults: [fault] }), areas: suites, sink: memorySink() },
    ...{ only, allow: ['write', 'destructive'], budget: 'quick' },
  })
  return (id: string) => report.requirements.find(one => one.id === id) ?? expect.fail(`${id} is not in the report`)
}

describe.each([
  [
    'messaging.user-groups.deactivated.refused',
    'messaging.user-groups.deactivated',
    [
      'messaging.sequences.user-groups',
      'messaging.user-groups.deactivated-no-subgroup',
      'messaging.user-groups.deactivated-hidden',
    ],
  ],
  [
    'messaging.drafts.unaddressed.refused',
    'messaging.drafts.unaddressed',
    ['messaging.drafts.type-outside', 'messaging.drafts.timestamp-filled', 'messaging.sequences.drafts'],
  ],
])('%s', (fault, charged, dependent) => {
  it('fails the requirement about it, and leaves dependent requirements unverified', async () => {
    const entry = await judged(fault, [charged, ...dependent])
    expect(entry(charged).verdict).toBe('fail')
    for (const id of dependent) {
      expect(entry(id)).toMatchObject({ verdict: 'unverified', reason: 'prerequisite-failed' })
      expect(entry(id).message).toMatch(new RegExp(`\\(exchange \\d+\\).*; ${charged} fails because of that$`))
    }
  })
})

it('a scenario that ends early names the step that failed', async () => {
  const entry = await judged('messaging.drafts.one-id-each.one-short', ['messaging.drafts.*'])
  expect(entry('messaging.drafts.ids-distinct').message).toBe(
    'an earlier step of the same scenario failed (messaging.drafts.one-id-each)',
  )
})
