/** Prints an API's OpenAPI description, whole or projected onto a feature level. */
import { projectLevel } from '../generators/index.ts'
import type { Io } from './process/io.ts'

export interface SpecFlags {
  readonly featureLevel?: number
  readonly format: 'json' | 'yaml'
}

export async function spec(api: 'trading' | 'messaging', flags: SpecFlags, io: Io): Promise<number> {
  const { default: whole } =
    api === 'trading'
      ? await import('../generated/trading-openapi.ts')
      : await import('../generated/messaging-openapi.ts')
  const document = flags.featureLevel === undefined ? whole : projectLevel(whole, flags.featureLevel)
  if (flags.format === 'json') io.out(`${JSON.stringify(document, null, 2)}\n`)
  else {
    const { stringify } = await import('yaml')
    io.out(stringify(document, { lineWidth: 120, aliasDuplicateObjects: false }))
  }
  return 0
}
