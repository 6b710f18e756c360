/** Signs a query string as a trading client would. */

import { encodeQuery } from '../harness/index.ts'
import { printable } from '../reports/index.ts'
import { sign } from '../suites/trading/signing/signer.ts'
import type { Io } from './process/io.ts'
import { UsageError } from './usage-error.ts'

export interface SignFlags {
  readonly param?: readonly string[]
  readonly secretEnv: string
  readonly bare?: boolean
}

export async function signQuery(query: string | undefined, flags: SignFlags, io: Io): Promise<number> {
  if (flags.secretEnv === '')
    throw new UsageError('--secret-env is empty: it needs the name of an environment variable')
  const secret = io.env[flags.secretEnv]
  if (!secret) throw new UsageError(`the environment variable ${flags.secretEnv}, which holds the secret, is not set`)
  if (query !== undefined && flags.param) throw new UsageError('give either a query string or --param, not both')
  const signed = flags.param ? encodeQuery(flags.param.map(pair)) : (query ?? (await io.stdin()).replace(/\r?\n$/, ''))
  if (signed === '') throw new UsageError('there is nothing to sign')
  if (signed.startsWith('?')) throw new UsageError('leave out the question mark: it is not part of the query string')
  const signature = sign(signed, secret)
  io.out(flags.bare ? `${signature}\n` : `signed     ${printable(signed)}\nsignature  ${signature}\n`)
  return 0
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--param ${printable(text)} is not of the form name=value`)
  return [text.slice(0, at), text.slice(at + 1)]
}
