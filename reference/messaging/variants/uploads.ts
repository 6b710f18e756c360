/** Legal variations of uploads. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso } from '../../operations/change.ts'
import { deployment } from '../deployment.ts'
import { uploadFile } from '../uploads.ts'
import { variant } from './variant.ts'

const QUOTA = 10_000_000

/** How many bytes each deployment has stored. */
const stored = new WeakMap<object, number>()

export const uploadVariants: readonly Variant[] = [
  variant(
    'uploads.whole-addresses',
    'uploads.url-form',
    'Files lie at another host',
    alter(uploadFile, 'address', path => `https://files.elsewhere.example${path}`),
    { excludes: ['messaging.uploads.signed-paths'] },
  ),
  variant(
    'uploads.signed-paths',
    'uploads.url-form',
    'Files have signed paths',
    instead(uploadFile, 'address', ({ org }) => `/media/${org.key()}?sig=${org.key()}`),
  ),
  variant(
    'uploads.resumable-with-404',
    'envelope.http-status',
    'The resumable endpoint refuses with status 404, as any request may be refused',
    instead(deployment, 'beforeTus', () => ({
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ result: 'error', msg: 'Not logged in to the uploader', code: 'UNAUTHORIZED' }),
    })),
  ),
  variant(
    'uploads.never-empty',
    'principle 1: an empty file is not written',
    'An empty file is refused',
    refuseAlso(uploadFile, 'The file is empty', { where: ({ files }) => files.some(({ size }) => size === 0) }),
  ),
  variant(
    'uploads.storage-limited',
    'principle 1: how much may be stored is not written',
    'Ten million bytes are stored, and no more',
    [
      refuseAlso(uploadFile, 'There is no room for this file', {
        where: ({ org, file }) => (stored.get(org) ?? 0) + file.size > QUOTA,
      }),
      alter(uploadFile, 'storedName', (name, { org, file }) => {
        stored.set(org, (stored.get(org) ?? 0) + file.size)
        return name
      }),
    ],
    { leaves: 'incomplete' },
  ),
  variant(
    'uploads.one-of-a-part',
    'principle 5: a should',
    'Of two files in parts of one name one is taken',
    drop(uploadFile, 'one-file-only', { where: ({ files }) => new Set(files.map(({ part }) => part)).size === 1 }),
  ),
  variant(
    'uploads.part-named-file',
    'uploads.part-name',
    'A file is taken only from a part named file',
    refuseAlso(uploadFile, 'No file', { where: ({ files }) => files.every(({ part }) => part !== 'file') }),
  ),
  variant(
    'uploads.named-after-part',
    'uploads.part-name',
    'A file is named after its part',
    instead(uploadFile, 'storedName', ({ file }) => file.part || 'uploaded-file'),
  ),
  variant(
    'uploads.brackets-removed',
    'uploads.filename-brackets',
    'Brackets are removed from file names',
    alter(uploadFile, 'storedName', name => name.replace(/[[\]]/g, '') || 'uploaded-file'),
  ),
]
