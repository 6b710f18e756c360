/** The command in a failure reproduces the failure. */
import { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../cli/commands/run.ts'
import { scopeOf } from '../../cli/run/run.ts'
import type { RunFlags } from '../../cli/run/run-flags.ts'
import type { JudgedRequirement, Report } from '../../generated/formats.ts'
import { memorySink, run } from '../../harness/index.ts'
import { type Fault, faults } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { referenceInProcess } from '../reference-in-process.ts'

/** Faults that only appear after many requests, or with concurrent ones: a single check may miss them. */
const SOMETIMES = /call|every|sometimes|unsteady|one-in|overlapping|rare|second|third|stale|whole-tens|milliseconds/
/** Faults that hide from administrators what a single check needs to find other faults of their group. */
const HIDING = /admin-served\.refused/
/** The number of groups for each API, and of faults in a group: one run finds the failures of all faults of a group. */
const GROUPS = 8
const SIZE = 24
/** One group in this many is run against its whole API, the others only against the requirements that their faults violate. */
const WHOLE = 4

const sample = faults.filter(
  ({ id, levels, budget }) => !levels && budget !== 'thorough' && !SOMETIMES.test(id) && !HIDING.test(id),
)

/** Groups of faults from the whole list; no two faults of a group violate the same requirement. */
function groupsOf(api: Fault['api']): Fault[][] {
  const all = sample.filter(fault => fault.api === api)
  const groups: Fault[][] = Array.from({ length: GROUPS }, () => [])
  for (const [at, fault] of all.entries()) {
    if (at % Math.max(1, Math.floor(all.length / (GROUPS * SIZE))) !== 0) continue
    const open = groups.find(
      group => group.length < SIZE && !group.some(({ breaches }) => breaches.some(id => fault.breaches.includes(id))),
    )
    open?.push(fault)
  }
  return groups.filter(group => group.length > 0)
}

const groups = [...groupsOf('trading'), ...groupsOf('messaging')]

async function judge(faultIds: readonly string[], argv: readonly string[]): Promise<Report> {
  const { target, clock, transport } = referenceInProcess({ faults: faultIds })
  const scope = await scopeOf(flagsOf(argv), { target }, null)
  return (await run({ ...scope, areas: suites, sink: memorySink(), clock, transport, once: true })).report
}

function flagsOf(argv: readonly string[]): RunFlags {
  const program = new Command().exitOverride()
  let flags: RunFlags | undefined
  runCommand(program, fakeIo(), () => {})
  program.commands[0]?.action((given: RunFlags) => {
    flags = given
  })
  program.parse(['run', ...argv], { from: 'user' })
  return flags ?? expect.fail('the command line was not understood')
}

const argumentsOf = (command: string | null): string[] => {
  expect(command).toMatch(/^npx assay run /)
  return (command ?? '').replaceAll("'", '').split(' ').slice(3)
}

interface FoundFailure {
  readonly faults: readonly string[]
  readonly entry: JudgedRequirement
}

const failures: FoundFailure[] = []

beforeAll(async () => {
  for (const [at, group] of groups.entries()) {
    const ids = group.map(({ id }) => id)
    const breached = new Set(group.flatMap(({ breaches }) => breaches))
    const scope = at % WHOLE === 0 ? [`${group[0]?.api}.*`] : [...breached]
    const only = scope.flatMap(id => ['--only', id])
    const report = await judge(ids, [...only, '--budget', 'quick', '--seed', '5'])
    for (const entry of report.requirements)
      if (entry.verdict === 'fail' && breached.has(entry.id)) failures.push({ faults: ids, entry })
  }
}, 240_000)

describe('the command that a failure prints', () => {
  it('exists for more than 200 failures of both APIs, also for requirements judged on every exchange', () => {
    const ids = failures.map(({ entry }) => entry.id)
    expect(ids.length).toBeGreaterThan(200)
    expect(ids.filter(id => id.startsWith('trading.')).length).toBeGreaterThan(30)
    expect(failures.filter(({ entry }) => entry.repeat?.includes('--check ')).length).toBeGreaterThan(60)
  })

  /** One failure in a hundred may be missing: it depended on the order in which concurrent checks happened to run. */
  it('makes the same requirement fail again', async () => {
    const unlike: string[] = []
    for (const { faults: ids, entry } of failures) {
      const again = await judge(ids, argumentsOf(entry.repeat))
      const verdict = again.requirements.find(({ id }) => id === entry.id)?.verdict
      if (verdict !== 'fail') unlike.push(`${entry.id}: ${verdict} by ${entry.repeat}`)
    }
    expect(failures.length - unlike.length).toBeGreaterThan(200)
    expect(unlike.length, unlike.join('\n')).toBeLessThanOrEqual(failures.length / 100)
  }, 240_000)

  it('runs only the check that failed', async () => {
    const one =
      failures.find(({ entry }) => entry.repeat?.match(/--check /g)?.length === 1) ?? expect.fail('none names a check')
    const again = await judge(one.faults, argumentsOf(one.entry.repeat))
    expect(again.run.checks).toHaveLength(1)
    expect(again.run.exchanges).toBeLessThan(60)
  })
})

describe('the one combination that a failure prints', () => {
  it.each([
    ['messaging.invites.channels-kind', 'empty-object'],
    ['messaging.scheduled-messages.topic-required', 'for-channel'],
    ['messaging.narrow.only-matching', 'ascending'],
  ])('makes %s fail again', async (requirement, fault) => {
    const ids = [`${requirement}.${fault}`]
    const verdictOf = ({ requirements }: Report) => requirements.find(({ id }) => id === requirement)
    const first = verdictOf(await judge(ids, ['--only', requirement, '--budget', 'standard', '--seed', '1']))
    expect(first?.repeat).toMatch(/ --check \S+:combined-\w+ --path [\d:]+$/)
    const again = verdictOf(await judge(ids, argumentsOf(first?.repeat ?? null)))
    expect(again?.verdict).toBe('fail')
  })

  it('is reported if it does not exist', async () => {
    const words = '--only messaging.invites.channels-kind --check messaging.invites:combined-sendInvites --path 9:9'
    const { requirements } = await judge([], words.split(' '))
    const found = requirements.find(({ id }) => id === 'messaging.invites.channels-kind')
    expect(found?.message).toContain('no combination of sendInvites has this path')
  })
})

describe('--check', () => {
  it('judges the requirements of the check if nothing else is named', async () => {
    const { requirements } = await judge([], ['--check', 'messaging.drafts:batches'])
    expect(requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'messaging.drafts.one-id-each pass',
      'messaging.drafts.ids-distinct pass',
    ])
  })

  it('reports an unknown check, and a check with nothing to judge', async () => {
    await expect(judge([], ['--check', 'messaging.drafts:nothing'])).rejects.toThrow('no check "messaging.drafts:noth')
    const visit = suites.flatMap(({ items }) => items).find(({ does }) => does === 'visit')
    const id = visit?.does === 'visit' ? visit.id : expect.fail('there are no visits')
    await expect(judge([], ['--check', id])).rejects.toThrow('--only')
  })
})
