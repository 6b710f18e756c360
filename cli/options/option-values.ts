/** Readers of option values, for commander. */
import { InvalidArgumentError } from 'commander'

const LARGEST = 999_999_999_999_999

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It has to be a whole number.')
  if (Number(text) > LARGEST) throw new InvalidArgumentError(`It is too large: at most ${LARGEST}.`)
  return Number(text)
}

export function featureLevel(text: string): number {
  const level = wholeNumber(text)
  if (level === 0) throw new InvalidArgumentError('The first feature level is 1.')
  return level
}

export function port(text: string): number {
  const number = wholeNumber(text)
  if (number > 65535) throw new InvalidArgumentError('A port is at most 65535.')
  return number
}

/** `2/4`: the second of four parts. */
export function part(text: string): { readonly index: number; readonly of: number } {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > of) throw new InvalidArgumentError('It has to be like 2/4.')
  return { index, of }
}

/** For an option that may be given several times. */
export function each(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

/** For `--only`: no id has a comma, so that a list in one value would match nothing. */
export function pattern(text: string, before: readonly string[] = []): readonly string[] {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty: it needs an id or a pattern.')
  if (text.includes(',')) throw new InvalidArgumentError('Repeat --only for several patterns.')
  return [...before, text]
}

export function allowWords(
  text: string,
  before: readonly ('write' | 'destructive')[] = [],
): ('write' | 'destructive')[] {
  const words = text.split(',').map(word => word.trim())
  const known = words.filter(word => word === 'write' || word === 'destructive')
  if (known.length < words.length) throw new InvalidArgumentError('Allowed choices are write, destructive.')
  return [...new Set([...before, ...known])]
}

/** For commands that do nothing destructive beyond what the target file allows. */
export function allowWrite(text: string): ['write'] {
  if (text.trim() !== 'write') throw new InvalidArgumentError('The only choice is write.')
  return ['write']
}
