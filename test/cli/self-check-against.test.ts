/** Self-check against a server of the user; a command that is not such a server is reported in one sentence. */
import { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { assay } from '../../cli/assay.ts'
import { trialsAgainst } from '../../cli/self-check/self-check-against.ts'
import { served } from '../../cli/self-check/vendor-server.ts'
import { UsageError } from '../../cli/usage-error.ts'
import { assayWith, fakeIo } from './fake-io.ts'

const venue = `node ${fileURLToPath(new URL('./tiny-venue.mjs', import.meta.url))}`
const against = (command: string, ...flags: string[]) => assayWith(['self-check', '--against', command, ...flags])

describe('an independent server', () => {
  it('takes part in the proof with its faults and variants', async () => {
    const { status, out, err } = await against(venue)
    expect(err).toBe('')
    expect(out).toContain('trading.tiny.pong  ->  trading.ping.pong')
    expect(out).toContain('trading.tiny.unnamed  ->  trading.swagger.version')
    expect(out).toMatch(/plain references passed +1 of 1/)
    expect(out).toMatch(/faults as recorded +3 of 3/)
    expect(out).toMatch(/variants passed +2 of 2/)
    expect(out).toContain('the proof holds')
    expect(status).toBe(0)
  })

  it('is judged in part if --only selects a part', async () => {
    const { status, out } = await against(venue, '--only', 'trading.ping.*', '--json')
    const { good, trials } = JSON.parse(out) as {
      good: boolean
      trials: { subject: { id: string }; exchanges: number }[]
    }
    expect(trials.map(({ subject }) => subject.id)).toEqual(['trading, with nothing special', 'trading.tiny.pong'])
    expect(trials[1]?.exchanges).toBeLessThan(20)
    expect({ good, status }).toEqual({ good: true, status: 0 })
  })

  it('reports that the proof does not hold if the server exits during the run', async () => {
    const { status, out } = await against(`${venue} --mistake dies-later`, '--only', 'trading.tiny.pong')
    expect(out).toContain('the server ended with status 5 while it was judged')
    expect(out).toContain('the proof does not hold')
    expect(status).toBe(1)
  })
})

describe.skipIf(process.platform === 'win32')('a command that starts the server as a child', () => {
  const wrapped = `sh -c '${venue} "$@" & wait' sh`
  const answers = (origin: string): Promise<boolean> =>
    fetch(`${origin}/ping`).then(
      () => true,
      () => false,
    )

  it('is ended together with the server', async () => {
    const { target, stop } = await served(wrapped, [], 60_000)
    const origin = target.trading?.baseUrl ?? ''
    expect(await answers(origin)).toBe(true)
    await stop()
    expect(await answers(origin)).toBe(false)
  })

  it('is ended on exit', async () => {
    const before = process.listeners('exit')
    const { target, ended } = await served(wrapped, [], 60_000)
    for (const listener of process.listeners('exit')) if (!before.includes(listener)) listener.call(process, 130)
    await expect.poll(ended).toBe('was ended by SIGKILL')
    await expect.poll(() => answers(target.trading?.baseUrl ?? '')).toBe(false)
  })

  it('is ended by Ctrl-C', async () => {
    const io = fakeIo()
    // Only a real process ends at once: here the proof goes on, and is short because the server ends at its first request.
    const words = ['--against', `sh -c '${venue} --mistake dies-later "$@" & wait' sh`, '--only', 'trading.tiny.pong']
    const proof = assay(['self-check', ...words], io)
    await vi.waitFor(() => {
      io.interrupt()
      expect(io.exits).toContain(130)
    })
    await proof
  })
})

type Spawn = (this: ChildProcess, options: { args: string[] }) => number

describe('a command that is not such a server', () => {
  const refusals: readonly (readonly [what: string, command: string, says: RegExp])[] = [
    [
      'is not found',
      'no-such-command-anywhere',
      /^assay: no-such-command-anywhere --list --json is not a command that the shell finds\n$/,
    ],
    [
      'lists no JSON',
      `${venue} --mistake list-garbage`,
      /--list --json printed no JSON object, but "faults: none that I know of\\n"\n$/,
    ],
    [
      'lists strings',
      `${venue} --mistake list-strings`,
      /prints faults that are no list of objects, each with an id\n$/,
    ],
    ['lists nothing', `${venue} --mistake list-nothing`, /lists neither faults nor variants\n$/],
    [
      'lists a fault with an unknown requirement',
      `${venue} --mistake list-stray`,
      /fault x breaches trading\.ping\.pung, which is not a requirement\n$/,
    ],
    ['ends while it lists', `${venue} --mistake list-dies`, /--list --json ended with status 3\n$/],
    [
      'ends before it serves',
      `${venue} --mistake dies`,
      /printed no target file: it printed nothing; it ended with status 4\n$/,
    ],
  ]
  test.each(refusals)('one that %s', async (_what, command, says) => {
    const { status, out, err } = await against(command)
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toMatch(says)
  })

  it('one that lists nothing in scope', async () => {
    const { status, err } = await against(venue, '--only', 'messaging.*')
    expect(status).toBe(2)
    expect(err).toContain('lists matches messaging.*')
  })

  const PATIENCE_MS = 700
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** Makes the time limit expire when the server will do nothing more: after its start, or after its first output. */
  function impatient(ends: 'at the list' | 'at the server' | 'at its words'): void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const prototype = ChildProcess.prototype as unknown as { spawn: Spawn }
    const { spawn } = prototype
    const giveUp = (): void => void setImmediate(() => vi.advanceTimersByTime(PATIENCE_MS))
    vi.spyOn(prototype, 'spawn').mockImplementation(function (this: ChildProcess, options) {
      const status = spawn.call(this, options)
      const lists = options.args.join(' ').includes('--list')
      if (lists ? ends === 'at the list' : ends === 'at the server') giveUp()
      else if (!lists) this.stdout?.once('data', giveUp)
      return status
    })
  }

  it.each([
    ['never ends its list', 'list-hangs', 'at the list', /did not end within 0\.7 seconds$/],
    [
      'never prints a target',
      'silent',
      'at the server',
      /printed no target file: it printed nothing; nothing came within 0\.7 seconds$/,
    ],
    [
      'prints something else',
      'garbage',
      'at its words',
      /printed no target file: "Listening on port 80!\\n" is none \(.+\); nothing came within/,
    ],
  ] as const)('one that %s', async (_what, mistake, ends, says) => {
    impatient(ends)
    const trials = trialsAgainst(`${venue} --mistake ${mistake}`, ['*'], fakeIo(), PATIENCE_MS)
    const error = await trials.then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(UsageError)
    expect((error as Error).message).toMatch(says)
  })
})
