/** Files to upload: small ones under names that must be accepted, or under hostile names. */
import * as fc from 'fast-check'
import { among, favouring } from './favouring.ts'
import { type TextKind, text } from './text.ts'

export interface GeneratedFile {
  readonly filename: string
  readonly content: string
}

const stated = ['a', '[a].txt', 'a b.txt', 'نامه.txt', '文書.txt', 'a[1](2).txt']

export function fileArbitrary(kind: TextKind = 'plain'): fc.Arbitrary<GeneratedFile> {
  const stem = text({ kind, line: true, limit: 40 })
  const filename = fc.tuple(stem, among(['', '.txt', '.png'])).map(parts => parts.join(''))
  return fc.record({
    filename: kind === 'plain' ? favouring(filename, stated, 6) : filename,
    content: text({ kind, min: 1 }),
  })
}
