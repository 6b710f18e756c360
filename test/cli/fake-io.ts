/** Input and output of a process for tests: keeps what a command wrote, and can press Ctrl-C. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assay } from '../../cli/assay.ts'
import type { Io } from '../../cli/process/io.ts'

export interface FakeIo extends Io {
  readonly written: { out: string; err: string }
  interrupt(): void
  readonly exits: number[]
}

export function fakeIo(
  more: Partial<Pick<Io, 'env' | 'live' | 'screen' | 'colour' | 'stdin' | 'input' | 'ask' | 'columns'>> = {},
): FakeIo {
  const written = { out: '', err: '' }
  const listeners = new Set<() => void>()
  const exits: number[] = []
  return {
    written,
    exits,
    out: text => {
      written.out += text
    },
    err: text => {
      written.err += text
    },
    env: {},
    columns: () => 80,
    colour: false,
    live: false,
    stdin: () => Promise.resolve(''),
    onInterrupt(action) {
      listeners.add(action)
      return () => void listeners.delete(action)
    },
    interrupt: () => {
      for (const action of [...listeners]) action()
    },
    exit: status => void exits.push(status),
    ...more,
  }
}

export interface Ended {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** Runs `assay` with these arguments to its end. */
export async function assayWith(argv: readonly string[], more: Parameters<typeof fakeIo>[0] = {}): Promise<Ended> {
  const io = fakeIo(more)
  const status = await assay(argv, io)
  return { status, ...io.written }
}

export const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'assay-test-'))
