/** Commands that are ended with all processes they started: a wrapper such as npx does not pass signals on to its child. */
import { type ChildProcess, spawn } from 'node:child_process'

const GRACE_MS = 2_000
const HAS_GROUPS = process.platform !== 'win32'
const running = new Set<ChildProcess>()

/** Starts the command as the leader of a process group, which does not get Ctrl-C; it ends with this process at the latest. */
export function startGroup(call: string): ChildProcess {
  const child = spawn(call, { shell: true, detached: HAS_GROUPS, stdio: ['ignore', 'pipe', 'inherit'] })
  if (running.size === 0) process.on('exit', killRunning)
  running.add(child)
  return child
}

/** Ends the whole group, also if its leader has already ended; what ignores SIGTERM is killed after two seconds. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  if (signal(child, 'SIGTERM')) {
    let timer: NodeJS.Timeout | undefined
    const grace = new Promise<void>(resolve => {
      timer = setTimeout(resolve, GRACE_MS)
    })
    await Promise.race([closed(child), grace])
    clearTimeout(timer)
  }
  killGroup(child)
}

/** The output is closed when the last process that has it is gone. */
const closed = ({ stdout }: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (!stdout || stdout.closed) resolve()
    else stdout.once('close', resolve).resume()
  })

export function killGroup(child: ChildProcess): void {
  signal(child, 'SIGKILL')
  running.delete(child)
  if (running.size === 0) process.off('exit', killRunning)
}

function killRunning(): void {
  for (const child of running) signal(child, 'SIGKILL')
}

/** False if nothing of the group is left. */
function signal(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): boolean {
  if (!HAS_GROUPS || child.pid === undefined) return child.kill(name)
  try {
    return process.kill(-child.pid, name)
  } catch {
    return false
  }
}
