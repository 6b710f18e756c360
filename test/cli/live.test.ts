/** What the command shows on a terminal during a run. */
import { describe, expect, test } from 'vitest'
import { assay } from '../../cli/assay.ts'
import type { Io } from '../../cli/process/io.ts'
import { emulatedTerminal } from '../reports/emulated-terminal.ts'
import { type FakeIo, fakeIo, freshFolder } from './fake-io.ts'

function atTerminal(first: (io: FakeIo) => void = () => {}) {
  const terminal = emulatedTerminal(80, 24)
  const attending = { now: 0, ever: 0 }
  const frames: string[][] = []
  const io: FakeIo = fakeIo({
    live: true,
    screen: {
      ...{ size: () => terminal, colour: false, ascii: false },
      attend() {
        attending.now++
        attending.ever++
        return () => void attending.now--
      },
    },
  })
  let wasCalled = false
  const onFirstFrame = (): void => {
    if (wasCalled) return
    wasCalled = true
    first(io)
  }
  const seen: Io = {
    ...io,
    err: text => {
      terminal.write(text)
      if (terminal.lines().some(line => /requests? sent/.test(line))) frames.push(terminal.lines())
      if (frames.length === 1) queueMicrotask(onFirstFrame)
    },
  }
  return { terminal, io, seen, frames, attending }
}

const some = ['run', '--only', 'trading.envelope.*', '--only', 'messaging.drafts.*', '--budget', 'quick']

describe('a run at a terminal', () => {
  test('shows its areas, and restores the terminal at the end', async () => {
    const { terminal, io, seen, frames, attending } = atTerminal()
    expect(await assay([...some, '--out', freshFolder()], seen)).toBe(0)
    expect(frames.length).toBeGreaterThan(0)
    expect(frames[0]?.[0]).toContain('reference at feature level 500')
    expect(frames.at(-1)?.join('\n')).toMatch(/messaging\.drafts +[━·]+/)
    expect(terminal.lines()).toEqual([''])
    expect(terminal.cursorShows).toBe(true)
    expect(attending).toEqual({ now: 0, ever: 1 })
    expect(io.written.out).toContain('CONFORMANT')
  })

  test('reports an interruption above the block, and removes the block', async () => {
    const { terminal, seen } = atTerminal(io => io.interrupt())
    expect(await assay([...some, '--out', freshFolder()], seen)).toBe(130)
    expect(terminal.lines()).toEqual(['assay: interrupted; finishing what is in flight. Ctrl-C again stops at once.'])
    expect(terminal.cursorShows).toBe(true)
  })

  test('shows nothing with --reporter none', async () => {
    const { terminal, seen, attending } = atTerminal()
    await assay([...some, '--reporter', 'none', '--out', freshFolder()], seen)
    expect(terminal.lines()).toEqual([''])
    expect(attending.ever).toBe(0)
  })
})
