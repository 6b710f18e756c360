/** `--shard 2/4`: the second of four; `--shard last/4`: what needs the target to itself, after those four. */
import { InvalidArgumentError } from 'commander'

export interface ShardName {
  readonly index: number | 'last'
  readonly of: number
}

const MOST = 1000

export function shardName(text: string): ShardName {
  const [, index = '', of = ''] = /^(last|[1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? []
  const [number, count] = [Number(index), Number(of)]
  if (of === '' || count > MOST || (index !== 'last' && number > count)) {
    throw new InvalidArgumentError('Say I/N, such as 1/4 to 4/4, and last/4 for the step after them.')
  }
  return { index: index === 'last' ? 'last' : number, of: count }
}

export const shardText = ({ index, of }: ShardName): string => `${index}/${of}`
