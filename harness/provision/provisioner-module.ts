/** The module that a target file names as provisioner: neither an address nor one that is built in. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Api, staffedIn } from '../api.ts'
import { systemClock } from '../clock.ts'
import { redactor } from '../evidence/redactor.ts'
import { interruption } from '../run/interruption.ts'
import { staffedEntryOf } from '../target/api-entry.ts'
import { ConfigurationError } from '../target/configuration-error.ts'
import type { Target } from '../target/load-target.ts'
import { nearest } from '../text/nearest.ts'
import { thrownError } from '../thrown.ts'
import type { FixtureValue } from './fixture-kind.ts'

export const isAddress = (named: string): boolean => /^https?:\/\//.test(named)

/** The path of the module; a file that does not exist is a mistake in the target file. */
export function provisionerModule(named: string, target: Target, api: Api | undefined): string {
  const path = resolve(target.folder, named)
  if (existsSync(path)) return path
  const member = `${api?.name ?? ''}.provisioner`
  const known = nearest(named, Object.keys(api?.fixtures?.builtIn ?? {}))
  throw new ConfigurationError(
    `${target.file ?? 'the target file'}: ${member} is ${named}, and there is no file ${path}${known}`,
  )
}

/** Loads the module before anything is sent or written: one that is missing or broken is a mistake in the target file. */
export async function requireProvisioner(target: Target, apis: readonly Api[]): Promise<void> {
  const api = staffedIn(apis)
  const { provisioner: named } = staffedEntryOf(target, api?.name)
  if (named === undefined || isAddress(named) || api?.fixtures?.builtIn?.[named]) return
  const path = provisionerModule(named, target, api)
  try {
    await interruption(systemClock, undefined).within('it', loadProvision(path))
  } catch (thrown) {
    const hidden = redactor([])
    for (const value of apis.flatMap(one => one.secrets?.(target as never) ?? [])) hidden.learn(value)
    const [why = ''] = hidden.text(thrownError(thrown).message).split('\n')
    throw new ConfigurationError(
      `${target.file ?? 'the target file'}: ${api?.name}.provisioner is ${named}, which cannot be loaded: ${why}`,
    )
  }
}

export type ProvisionFunction = (kind: string, withWhat: FixtureValue) => unknown

export async function loadProvision(path: string): Promise<ProvisionFunction> {
  const module = (await import(pathToFileURL(path).href)) as { provision?: unknown }
  if (typeof module.provision !== 'function') throw new Error('it exports no function named provision')
  return module.provision as ProvisionFunction
}
