/** Generated requests: a seed determines them, and a counterexample can be repeated alone. */
import { expect, test } from 'vitest'
import { memorySink, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

interface Asked {
  readonly only: string
  readonly faults?: readonly string[]
  readonly path?: string
  readonly seed?: number
  readonly once?: boolean
}

async function judged({ only, faults = [], path, seed = 1, once = true }: Asked) {
  const bodies: string[] = []
  const { report, mistakes } = await run({
    ...referenceInProcess({ faults }),
    areas: suites,
    sink: {
      ...memorySink(),
      exchange: ({ via, request }) => void (via === 'target' && bodies.push(request.body ?? '')),
    },
    only: [only],
    allow: ['write'],
    seed,
    once,
    runId: 'tests',
    ...(path !== undefined && { path }),
  })
  expect(mistakes).toEqual([])
  const [entry] = report.requirements
  if (!entry) throw new Error('nothing was judged')
  return { entry, bodies }
}

const pathOf = (repeat: string | null): string => /--path (\S+)/.exec(repeat ?? '')?.[1] ?? ''

test.each([
  ['messaging.properties.accepts-drafts', 'messaging.odd.draft-content-letters'],
  ['messaging.properties.refuses-user-groups', 'messaging.properties.createUserGroup-refuses-nothing'],
  ['messaging.sequences.invite-links', 'messaging.sequences.revokeReusableInviteLink-never-refused'],
])('%s: a counterexample can be repeated alone', async (only, fault) => {
  const found = await judged({ only, faults: [fault] })
  expect(found.entry.verdict).toBe('fail')
  const path = pathOf(found.entry.repeat)
  if (path === '') return
  const again = await judged({ only, faults: [fault], path })
  expect(again.entry).toMatchObject({ verdict: 'fail', expected: found.entry.expected })
  expect(again.bodies.length).toBeLessThan(found.bodies.length)
  expect((await judged({ only, path })).entry.verdict).toBe('pass')
})

test('the same seed sends the same requests, another seed sends other requests', async () => {
  const only = 'messaging.properties.accepts-profile-fields'
  const first = await judged({ only })
  expect((await judged({ only })).bodies).toEqual(first.bodies)
  expect((await judged({ only, seed: 2 })).bodies).not.toEqual(first.bodies)
})

test('the second attempt repeats the counterexample', async () => {
  const only = 'messaging.sequences.invite-links'
  const faults = ['messaging.sequences.revokeReusableInviteLink-never-refused']
  const { entry } = await judged({ only, faults, once: false })
  expect(entry).toMatchObject({ verdict: 'fail', repeated: true })
  expect(entry.message).toMatch(/1\. revoke link 1; 2\. revoke link 1 again/)
})
