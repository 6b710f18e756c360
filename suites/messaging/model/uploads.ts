/** The model of uploading a file: messaging contract, "POST /user_uploads". */
import type { SendOptions, UploadedFile } from '../../../harness/index.ts'
import { inAcceptedPart } from '../controls/controls-organization.ts'
import { everybody, type OperationModel, times } from './operation-model.ts'
import { refused } from './rules.ts'
import { type RequestContext, value, wrong } from './values.ts'

const NAMES: Readonly<Record<string, string>> = {
  plain: 'report.txt',
  'spaces and brackets': 'a [report] of two.txt',
  punctuated: "it's a+b & c.txt",
  'any script': 'отчёт 報告 گزارش.txt',
  'no extension': 'report',
}

const CONTENTS: Readonly<Record<string, string>> = {
  short: 'uploaded by a conformance run',
  'of any script': 'отчёт 報告 گزارش 𐌰',
  'of many kilobytes': 'uploaded by a conformance run\n'.repeat(2300),
}

const TYPES: Readonly<Record<string, string>> = { text: 'text/plain', bytes: 'application/octet-stream' }

/** The names of further form parts, besides the one that is always sent. */
const FURTHER: Readonly<Record<string, readonly string[]>> = { one: [], two: ['file_2'], three: ['file_2', 'file_3'] }

const each = (choices: Readonly<Record<string, unknown>>) => Object.keys(choices).map(name => value(name, undefined))

/** The note with the name of the form part that a request used. */
const PART = 'part'

export const uploadFile: OperationModel = {
  operation: 'uploadFile',
  needs: { actors: ['user'], allow: 'write' },
  accepted: 'messaging.uploads.accepted',
  factors: () => [
    everybody,
    {
      name: 'file name',
      parameter: null,
      values: Object.keys(NAMES).map(name =>
        name === 'plain' || name === 'no extension'
          ? { ...value(name, undefined), open: name !== 'plain' }
          : value(name, undefined, 'messaging.uploads.names'),
      ),
    },
    { name: 'content', parameter: null, values: each(CONTENTS) },
    { name: 'type', parameter: null, values: each(TYPES) },
    {
      name: 'files',
      parameter: null,
      values: [
        value('one', undefined),
        wrong('none', undefined, refused('messaging.uploads.no-file')),
        wrong('two', undefined, refused('messaging.uploads.two-files')),
        wrong('three', undefined, refused('messaging.uploads.two-files')),
      ],
    },
    times(),
  ],
  request: async ({ world, row, notes }) => {
    const { files: [file] = [] } = await inAcceptedPart(world, { files: [{ filename: '', content: '' }] })
    notes.set(PART, file?.part)
    return row['files'] === 'none' ? { note: 'this part is not a file' } : {}
  },
  options,
  rows: { quick: 0, standard: 60, thorough: 120 },
}

function options({ row, notes }: RequestContext): SendOptions {
  const file: UploadedFile = {
    filename: NAMES[row['file name'] ?? ''] ?? 'report.txt',
    content: CONTENTS[row['content'] ?? ''] ?? '',
    type: TYPES[row['type'] ?? ''] ?? 'text/plain',
    part: String(notes.get(PART)),
  }
  if (row['files'] === 'none') return { files: [] }
  return { files: [file, ...(FURTHER[row['files'] ?? ''] ?? []).map(part => ({ ...file, part }))] }
}
