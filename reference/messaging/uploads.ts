/** Uploading a file in one request. */
import type { Call } from './call.ts'
import { reached } from './levels.ts'
import { limitsOf } from './limits.ts'
import { operation } from './operation.ts'

export const uploadFile = operation({
  id: 'uploadFile',
  method: 'POST',
  path: '/user_uploads',
  parameters: [],
  given: ({ files: [file] }: Call) => ({ file: file ?? { part: 'file', name: 'nothing', size: 0 } }),
  rules: {
    'a-file-given': [({ files }) => files.length > 0, 'You must specify a file to upload'],
    'one-file-only': [({ files }) => files.length <= 1, 'You may only upload one file at a time'],
    'size-within-limit': [
      it => it.file.size <= limitsOf(it).max_file_upload_size_mib * 2 ** 20,
      { msg: 'File is larger than allowed', uncoded: true },
    ],
  },
  steps: {
    storedName: ({ file }): string => file.name.replace(/[/\\\0]/g, '') || 'uploaded-file',
    address: ({ org }, name: string): string =>
      `/user_uploads/2/${org.key().slice(0, 2)}/${org.key()}/${encodeURIComponent(name)}`,
  },
  effect(it, { storedName, address }) {
    const filename = storedName(it)
    const url = address(it, filename)
    it.org.uploads.set(url, it.caller.id)
    it.org.touch()
    return { url, filename }
  },
  reply: (it, { url, filename }) => ({ ...(reached(it, 272) && { url }), uri: url, filename }),
})
