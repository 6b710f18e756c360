/** Files to upload: small ones under names that must be accepted. */
import * as fc from 'fast-check'
import { among, favouring } from './favouring.ts'
import { text } from './text.ts'

export interface GeneratedFile {
  readonly filename: string
  readonly content: string
}

const stated = ['a', '[a].txt', 'a b.txt', 'نامه.txt', '文書.txt', 'a[1](2).txt']

export function fileArbitrary(): fc.Arbitrary<GeneratedFile> {
  const stem = text({ kind: 'plain', line: true, limit: 40 })
  const filename = fc.tuple(stem, among(['', '.txt', '.png'])).map(parts => parts.join(''))
  return fc.record({
    filename: favouring(filename, stated, 6),
    content: text({ kind: 'plain', min: 1 }),
  })
}
