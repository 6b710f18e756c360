/** What differs between two JSON documents, one line each: `+ pointer`, `- pointer`, `~ pointer: before -> after`. */
import { isJson } from '../../generators/json.ts'

export function differences(before: unknown, after: unknown, at = ''): string[] {
  if (isJson(before) && isJson(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(key => {
      const pointer = `${at}/${key.replaceAll('/', '~1')}`
      if (!(key in before)) return [`+ ${pointer}`]
      if (!(key in after)) return [`- ${pointer}`]
      return differences(before[key], after[key], pointer)
    })
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (isWords(before) && isWords(after)) {
      const gone = before.filter(word => !after.includes(word)).map(word => `- ${at}: ${word}`)
      return [...gone, ...after.filter(word => !before.includes(word)).map(word => `+ ${at}: ${word}`)]
    }
    if (before.length === after.length)
      return before.flatMap((item, index) => differences(item, after[index], `${at}/${index}`))
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [`~ ${at}: ${String(before)} -> ${String(after)}`]
}

const isWords = (list: readonly unknown[]): list is string[] => list.every(item => typeof item === 'string')
