/** The module that a target file names as provisioner: neither an address nor one that is built in. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Api, staffedIn } from '../api.ts'
import { nearest } from '../nearest.ts'
import { staffedEntryOf } from '../target/api-entry.ts'
import { ConfigurationError } from '../target/configuration-error.ts'
import type { Target } from '../target/load-target.ts'

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

/** Finds a missing module before anything is sent or written. */
export function requireProvisioner(target: Target, apis: readonly Api[]): void {
  const api = staffedIn(apis)
  const { provisioner: named } = staffedEntryOf(target, api?.name)
  if (named === undefined || isAddress(named) || api?.fixtures?.builtIn?.[named]) return
  provisionerModule(named, target, api)
}
