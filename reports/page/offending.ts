/** The part of a reply that a broken claim is about, as far as the claim states it. */
import type { ClaimRecord } from '../../generated/formats.ts'

/** JSON pointers; `*` stands for any element. An empty list means the whole reply. */
export function offending({ about, args, predicate }: ClaimRecord): string[] {
  if (about?.pointer !== undefined) return [about.pointer]
  for (const name of ['pointer', 'path', 'list']) {
    const value = args[name]
    if (typeof value === 'string' && value.startsWith('/')) return [value]
  }
  if (predicate === 'messaging.refused' || predicate === 'messaging.succeeds') return ['/result', '/code']
  const field = args['field']
  return typeof field === 'string' ? [`/${field}`] : []
}
