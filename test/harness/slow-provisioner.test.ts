/** A module whose function never returns is asked once for each kind: a run must not wait for it again and again. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { systemClock } from '../../harness/index.ts'
import { type ProvisionerParts, provisionerFor } from '../../harness/provision/provisioner-for.ts'
import { interruption } from '../../harness/run/interruption.ts'
import { messaging } from '../../suites/messaging/api.ts'
import { referenceInProcess } from '../reference-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-slow-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const asked: string[] = []

it('asks for a kind that never came only once, and still asks for others', async () => {
  Object.assign(globalThis, { assayAsked: asked })
  writeFileSync(
    join(folder, 'never.mjs'),
    `export const provision = kind => {
      globalThis.assayAsked.push(kind)
      return kind === 'channel' ? { value: { id: 7 } } : new Promise(() => {})
    }\n`,
  )
  const { target } = referenceInProcess()
  if (!target.messaging) throw new Error('the reference has no messaging API')
  const parts = { api: messaging, mayWrite: true, within: interruption(systemClock, undefined).within }
  const provisioner = provisionerFor(
    { name: 't', folder, file: null, messaging: { ...target.messaging, provisioner: './never.mjs' } },
    parts as unknown as ProvisionerParts,
  )
  vi.useFakeTimers()
  try {
    const first = provisioner.provide('message', {}).catch(String)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await first).toContain('took longer than 60 s')
    expect(await provisioner.provide('message', {}).catch(String)).toContain('took longer than 60 s')
    expect(await provisioner.provide('channel', {})).toEqual({ id: 7 })
    expect(asked).toEqual(['message', 'channel'])
  } finally {
    vi.useRealTimers()
  }
})
