/** Another server, started by a command: what it lists, and the target file that it prints once it serves. */
import type { ChildProcess } from 'node:child_process'
import { parse } from 'yaml'
import { type Target, validTarget } from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'
import { endGroup, killGroup, startGroup } from './process-group.ts'

export interface Listed {
  readonly id: string
  readonly api?: 'trading' | 'messaging'
  readonly breaches?: readonly string[]
  readonly weight?: 'must' | 'should'
  readonly leaves?: 'untried' | 'incomplete'
}

export interface Served {
  readonly target: Target
  /** How the server ended, if it ended by itself; null if it did not. Waits a moment for the news. */
  ended(): Promise<string | null>
  stop(): Promise<void>
}

const NEWS_MS = 50
const SHOWN = 200

/** Runs `COMMAND --list --json` and reads the object it prints. */
export async function listedBy(command: string, patienceMs: number): Promise<{ faults: Listed[]; variants: Listed[] }> {
  const call = `${command} --list --json`
  const child = startGroup(`exec ${call}`)
  const printed = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooSlow(call, 'did not end', patienceMs)), patienceMs)
    let out = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
    })
    child.on('error', error => reject(new UsageError(`${call} cannot be started: ${error.message}`)))
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      if (status === 0) resolve(out)
      else reject(new UsageError(`${call} ${ending(status, signal)}`))
    })
  }).finally(() => killGroup(child))
  const object = read(() => JSON.parse(printed) as unknown)
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw new UsageError(`${call} printed no JSON object, but ${shown(printed)}`)
  const { faults = [], variants = [] } = object as Record<string, unknown>
  const entries = { faults: listOf(call, 'faults', faults), variants: listOf(call, 'variants', variants) }
  if (entries.faults.length + entries.variants.length === 0)
    throw new UsageError(`${call} lists neither faults nor variants`)
  return entries
}

function listOf(call: string, name: string, list: unknown): Listed[] {
  const right = Array.isArray(list) && list.every(isListed)
  if (!right) throw new UsageError(`${call} prints ${name} that are no list of objects, each with an id`)
  return list
}

const isListed = (entry: unknown): entry is Listed =>
  typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string' && entry.id !== ''

/** Starts the command and waits for the target file on its standard output. */
export async function served(command: string, flags: readonly string[], patienceMs: number): Promise<Served> {
  const call = [command, ...flags].join(' ')
  const child = startGroup(`exec ${call}`)
  const end = new Promise<string>(resolve => child.on('exit', (status, signal) => resolve(ending(status, signal))))
  const ended = (): Promise<string | null> =>
    Promise.race([end, new Promise<null>(resolve => setTimeout(() => resolve(null), NEWS_MS))])
  try {
    return { target: await printedTarget(child, call, patienceMs), ended, stop: () => endGroup(child) }
  } catch (error) {
    await endGroup(child)
    throw error
  }
}

function printedTarget(child: ChildProcess, call: string, patienceMs: number): Promise<Target> {
  return new Promise((resolve, reject) => {
    let text = ''
    let wrong = 'it printed nothing'
    const giveUp = (why: string): void => {
      clearTimeout(timer)
      reject(new UsageError(why))
    }
    const timer = setTimeout(
      () => reject(tooSlow(call, `printed no target file: ${wrong}; nothing came`, patienceMs)),
      patienceMs,
    )
    child.on('error', error => giveUp(`${call} cannot be started: ${error.message}`))
    child.on('close', (status, signal) =>
      giveUp(`${call} printed no target file: ${wrong}; it ${ending(status, signal)}`),
    )
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (!text.endsWith('\n')) return
      try {
        const target = validTarget(parse(text))
        clearTimeout(timer)
        resolve({ ...target, folder: '.', file: null })
      } catch (error) {
        wrong = `${shown(text)} is none (${String((error as Error).message).split('\n')[0]})`
      }
    })
  })
}

function ending(status: number | null, signal: NodeJS.Signals | null): string {
  if (status === 127) return 'is not a command that the shell finds'
  return signal ? `was ended by ${signal}` : `ended with status ${status}`
}

const tooSlow = (call: string, what: string, patienceMs: number): UsageError =>
  new UsageError(`${call} ${what} within ${patienceMs / 1000} seconds`)

const shown = (text: string): string =>
  text.trim() === '' ? 'nothing' : JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

function read<T>(reading: () => T): T | undefined {
  try {
    return reading()
  } catch {
    return undefined
  }
}
