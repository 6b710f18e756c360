/**
 * Loaded before a command (node --import). Writes two figures into the file that ASSAY_HELD_LOOP names: the longest time for
 * which the event loop was blocked, and the time from Ctrl-C to the end. A file with the suffix `-pressed` marks the moment
 * of Ctrl-C. Both are CPU seconds of the main thread, so that load from other processes does not count.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const used = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e9

if (isMainThread && process.env.ASSAY_HELD_LOOP) {
  const loaded = used()
  let longest = 0
  let before = null
  let pressedAt = null
  const pressed = `${process.env.ASSAY_HELD_LOOP}-pressed`
  const look = () => {
    const now = used()
    // Ctrl-C came after the last sample.
    if (pressedAt === null && existsSync(pressed)) pressedAt = before ?? loaded
    if (before !== null) longest = Math.max(longest, now - before)
    before = now
  }
  // Start-up of the command is not measured: the timer starts after a second.
  setTimeout(() => setInterval(look, 10).unref(), 1000).unref()
  process.on('exit', () => {
    look()
    const since = pressedAt === null ? null : used() - pressedAt
    writeFileSync(process.env.ASSAY_HELD_LOOP, JSON.stringify({ longest, since }))
  })
}
