/** Work on a target's documents and regular expressions, in a worker with a deadline and a memory limit. */
import { describe, expect, it } from 'vitest'
import { bounded, OutOfBounds } from '../../harness/worker/bounded.ts'

const yaml = bounded<string, string | null>(
  new URL('../../harness/worker/foreign-yaml.ts', import.meta.url),
  'yamlAsJson',
)
const tried = new URL('./tried-in-worker.mjs', import.meta.url)

describe('a bounded call', () => {
  it('returns a result, synchronous or not', async () => {
    expect(yaml.now('a: [1, two]')).toBe('{"a":[1,"two"]}')
    expect(await yaml.soon('a: [1, two]')).toBe('{"a":[1,"two"]}')
    expect(yaml.now('a: &a [*a]')).toBe(null)
  })

  it('aborts a call that takes too long, and runs the next one', async () => {
    const forever = bounded<string, string>(tried, 'forever', { deadlineMs: 50 })
    expect(() => forever.now('x')).toThrow(OutOfBounds)
    await expect(forever.soon('x')).rejects.toThrow('it takes longer than 0.05 s')
    expect(yaml.now('1')).toBe('1')
    expect(await yaml.soon('1')).toBe('1')
  })

  it('aborts a call that uses too much memory', async () => {
    await expect(bounded<string, string>(tried, 'hoarding').soon('x')).rejects.toThrow('it takes too much memory')
  })

  it('reports an error inside the worker', async () => {
    const throwing = bounded<string, string>(tried, 'throwing')
    expect(() => throwing.now('x')).toThrow(OutOfBounds)
    await expect(throwing.soon('x')).rejects.toThrow('no x')
  })

  it('ends at once when interrupted', async () => {
    const stop = new AbortController()
    const pending = bounded<string, string>(tried, 'forever').soon('x', stop.signal)
    setTimeout(() => stop.abort(), 20)
    await expect(pending).rejects.toThrow('interrupted')
  })
})
