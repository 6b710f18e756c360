/**
 * Loaded before a command (node --import): the longest time for which the event loop was held, in seconds of the main
 * thread's CPU time, goes into the file that ASSAY_HELD_LOOP names, and what was used from Ctrl-C, which a
 * file of that name and `-pressed` marks, to the end. A busy machine does not count.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const used = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e9

if (isMainThread && process.env.ASSAY_HELD_LOOP) {
  let longest = 0
  let before
  let pressedAt = null
  const pressed = `${process.env.ASSAY_HELD_LOOP}-pressed`
  const look = () => {
    const now = used()
    if (pressedAt === null && existsSync(pressed)) pressedAt = before
    // Starting the command is not judging.
    if (before !== undefined) longest = Math.max(longest, now - before)
    before = now
  }
  setTimeout(() => setInterval(look, 10).unref(), 1000).unref()
  process.on('exit', () => {
    look()
    const since = pressedAt === null ? null : used() - pressedAt
    writeFileSync(process.env.ASSAY_HELD_LOOP, JSON.stringify({ longest, since }))
  })
}
