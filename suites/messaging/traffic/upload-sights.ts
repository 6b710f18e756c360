/** Rules about uploads in traffic: exactly one file is accepted. */
import type { Exchange, Sight } from '../../../harness/index.ts'
import { isRefused } from '../conventions/envelope.predicates.ts'

/** The names of the form parts that contain files. */
function filesIn({ request }: Exchange): string[] {
  const heads = (request.body ?? '').match(/content-disposition:[^\r\n]*/gi) ?? []
  return heads.flatMap(head => {
    if (!/;\s*filename\*?=/i.test(head)) return []
    return [/;\s*name="([^"]*)"/i.exec(head)?.[1] ?? '']
  })
}

/** Whether the recorded body is complete: browsers omit files from recordings, so a shorter body proves nothing. */
function isExact({ request: { body, headers } }: Exchange): boolean {
  const length = Number(headers['content-length'])
  return body !== null && body !== '' && Buffer.byteLength(body) === length
}

const upload = (requirement: string, isLike: (exchange: Exchange) => boolean): Sight => ({
  requirement: `messaging.uploads.${requirement}`,
  operation: 'uploadFile',
  predicate: isRefused as unknown as Sight['predicate'],
  about: (_request, exchange) => {
    const isForm = /^multipart\/form-data/i.test(exchange.request.headers['content-type'] ?? '')
    return isForm && isLike(exchange) ? { args: {} } : null
  },
})

export const uploadSights: readonly Sight[] = [
  upload('no-file', exchange => isExact(exchange) && filesIn(exchange).length === 0),
  upload('two-files', exchange => new Set(filesIn(exchange)).size > 1),
  upload('two-files-of-one-part', exchange => {
    const names = filesIn(exchange)
    return names.length > 1 && new Set(names).size === 1
  }),
]
