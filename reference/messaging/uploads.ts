/** Uploading a file in one request. */
import { type Call, type Reply, refuse, scriptOf, succeed } from './call.ts'
import { reached } from './levels.ts'
import { limitsOf } from './limits.ts'
import type { Route } from './route.ts'

export const uploadRoutes: readonly Route[] = [
  { operation: 'uploadFile', method: 'POST', path: '/user_uploads', parameters: [], handle: uploadFile },
]

function uploadFile(call: Call): Reply {
  const { org, caller, files } = call
  if (files.length === 0 && call.keeps('uploads.some-file'))
    return refuse(call, 'no-file', 'You must specify a file to upload')
  const sameName = files.every(({ part }) => part === files[0]?.part)
  const several = files.length > 1 && !(sameName && call.uses('messaging.uploads.one-of-a-part'))
  if (several && call.keeps('uploads.only-one-file', { sameName, count: files.length }))
    return refuse(call, 'several', 'You may only upload one file at a time')
  const file = files[0] ?? { part: 'file', name: 'nothing', size: 0 }
  const odd = /[[\]]/.test(file.name) ? 'brackets' : file.name.includes(' ') ? 'spaces' : scriptOf(file.name)
  if (!call.keeps('uploads.any-name', { name: odd })) return refuse(call, 'name', 'Invalid file name')
  if (file.size > 65_536 && !call.keeps('limits.upload-size'))
    return refuse(call, 'size', 'File is larger than allowed')
  const unlimited = call.uses('messaging.limits.large-files-accepted')
  if (!unlimited && file.size > limitsOf(call).max_file_upload_size_mib * 2 ** 20)
    return refuse(call, 'size', 'File is larger than allowed')
  const name = call.uses('messaging.uploads.brackets-removed') ? file.name.replace(/[[\]]/g, '') : file.name
  const stored =
    (call.uses('messaging.uploads.named-after-part') ? file.part : name.replace(/[/\\\0]/g, '')) || 'uploaded-file'
  const path = `/user_uploads/2/${org.key().slice(0, 2)}/${org.key()}/${encodeURIComponent(stored)}`
  const host = call.uses('messaging.uploads.whole-addresses') ? 'https://files.elsewhere.example' : ''
  const url = call.uses('messaging.uploads.signed-paths') ? `/media/${org.key()}?sig=${org.key()}` : host + path
  org.uploads.set(url, caller.id)
  org.touch()
  const other = call.keeps('uploads.uri-equals-url') ? url : `${url}?old`
  if (!reached(call, 272)) return succeed({ uri: other, filename: stored })
  const uri = call.keeps('uploads.uri-stays') ? { uri: other } : {}
  return succeed({ url, ...uri, filename: stored })
}
