/** Faults of uploads. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso } from '../../operations/change.ts'
import { type Call, scriptOf } from '../call.ts'
import { deployment } from '../deployment.ts'
import { uploadFile } from '../uploads.ts'
import { altered, fault } from './fault.ts'

const sameName = ({ files }: Call): boolean => files.every(({ part }) => part === files[0]?.part)

const names: readonly (readonly [word: string, what: string, is: (name: string) => boolean])[] = [
  ['brackets', 'brackets', name => /[[\]]/.test(name)],
  ['spaces', 'spaces', name => name.includes(' ')],
  ['punctuated', "apostrophes, '&' and '+'", name => /['&+]/.test(name)],
  ['other', 'letters of other scripts', name => scriptOf(name) === 'other'],
]

export const uploadFaults: readonly Fault[] = [
  fault('uploads.accepted.refused', 'uploadFile is refused', refuseAlso(uploadFile, 'Not today'), {
    breaches: ['uploads.accepted', 'properties.accepts-uploads'],
  }),
  fault(
    'uploads.uri-equals-url.other',
    'uri and url differ',
    alter(uploadFile, 'reply', reply => ({ ...reply, uri: `${reply['uri']}?old` })),
  ),
  fault(
    'uploads.uri.gone',
    'uri is gone since there is url',
    alter(uploadFile, 'reply', ({ uri, ...reply }) => reply),
    { since: 272 },
  ),
  fault('uploads.no-file.accepted', 'An upload without a file is accepted', drop(uploadFile, 'a-file-given')),
  fault('uploads.two-files.accepted', 'An upload of two files is accepted', drop(uploadFile, 'one-file-only')),
  fault(
    'uploads.two-files.of-two-names',
    'Two files in parts of two names are accepted',
    drop(uploadFile, 'one-file-only', { where: it => !sameName(it) }),
  ),
  fault(
    'uploads.two-files.three',
    'Three files in parts of different names are accepted',
    drop(uploadFile, 'one-file-only', { where: ({ files }) => files.length === 3 }),
  ),
  fault(
    'uploads.two-files-of-one-part.accepted',
    'Two files in parts of one name are accepted',
    drop(uploadFile, 'one-file-only', { where: sameName }),
  ),
  ...names.map(([word, what, is]) =>
    fault(
      `uploads.names.${word}`,
      `File names with ${what} are refused`,
      refuseAlso(uploadFile, { msg: 'Invalid file name', uncoded: true }, { where: ({ file }) => is(file.name) }),
    ),
  ),
  fault(
    'uploads.paths-differ.by-name',
    'Files are stored by their names alone',
    alter(uploadFile, 'address', (_address, _it, name) => `/user_uploads/2/${encodeURIComponent(name)}`),
  ),
  fault(
    'uploads.path-not-blank.empty',
    'An upload answers an empty path',
    alter(uploadFile, 'reply', reply => ({ ...reply, ...('url' in reply && { url: '' }), uri: '' })),
  ),
  altered(
    'uploads.filename-not-blank.empty',
    'An upload answers an empty file name',
    ['uploadFile', 'success', 'filename'],
    { set: '' },
  ),
  fault(
    'uploads.resumable-answers.nothing',
    'Nothing is at /tus',
    instead(deployment, 'beforeTus', () => ({ status: 404, headers: {}, body: '' })),
  ),
]
