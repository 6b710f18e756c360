/** Uploads: messaging contract, POST /user_uploads and the resumable endpoint at /tus. */
import { type Exchange, isObject, notBlank, type Reply, shown, type UploadedFile } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { control, controlReply, vary } from '../controls/variations.ts'
import { inWords } from '../in-words.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { answers, answersUnlikeNowhere, pathsDiffer, uriEqualsUrl, withoutUrl } from './uploads.predicates.ts'

const file = (filename: string): UploadedFile => ({
  filename,
  content: 'uploaded by a conformance run',
  type: 'text/plain',
})

const upload = (world: World, ...files: readonly UploadedFile[]): Promise<Reply> =>
  vary(world, 'uploadFile', {}, { files })

const NAMES = [
  '[assay] 报告 گزارش 2.txt',
  '[assay].txt',
  'two words.txt',
  'отчёт.txt',
  '報告.txt',
  'گزارش.txt',
  "it's a+b & c.txt",
]

const isUpload = (exchange: Exchange): boolean =>
  exchange.operation === 'uploadFile' && outcomeOf(exchange) === 'success'

/** A path that no deployment serves. */
const NOWHERE = '/assay-no-such-path'

const probe = shared(world => world.user.probeResumableUpload())

export default area('messaging.uploads', ({ always, check, visit, watch }) => [
  visit('uploadFile', { actors: ['user'], allow: 'write' }, async world => {
    await control(world, 'uploadFile')
  }),

  check(
    'messaging.uploads.accepted',
    'Uploading exactly one file as a multipart form part is accepted',
    async world => {
      world.claim(await controlReply(world, 'uploadFile')).succeeds()
    },
  ),

  always('messaging.uploads.url-ahead', 'Before feature level 272 an upload answers no url', isUpload, withoutUrl),

  always('messaging.uploads.uri-equals-url', 'The uri of an upload equals its url', isUpload, uriEqualsUrl),

  always('messaging.uploads.path-not-blank', 'The path of an uploaded file is not blank', isUpload, notBlank, () => ({
    paths: ['/url', '/uri'],
  })),

  always(
    'messaging.uploads.filename-not-blank',
    'The stored name of an uploaded file is not blank',
    isUpload,
    notBlank,
    () => ({ paths: ['/filename'] }),
  ),

  check(
    'messaging.uploads.paths-differ',
    'Files of different content have different paths, although they have one name',
    async world => {
      const first = await control(world, 'uploadFile')
      const second = await upload(world, { ...file('assay.txt'), content: world.name('another file') })
      world.requireAccepted(second)
      world.claim(first, second).keeps(pathsDiffer, {})
    },
  ),

  check('messaging.uploads.no-file', 'An upload request with no file is refused', async world => {
    const accepted = await control(world, 'uploadFile')
    world
      .claim(await vary(world, 'uploadFile', { note: 'this part is not a file' }, { files: [] }))
      .against(accepted)
      .isRefused()
  }),

  check(
    'messaging.uploads.two-files',
    'An upload request with files in parts of different names is refused',
    async world => {
      const accepted = await control(world, 'uploadFile')
      const two = [file('one.txt'), file('two.txt')].map((one, at) => ({ ...one, part: `file_${at}` }))
      const three = [...two, { ...file('three.txt'), part: 'more' }]
      for (const files of world.tries([two, three]))
        world
          .claim(await upload(world, ...files))
          .against(accepted)
          .isRefused()
    },
  ),

  check(
    'messaging.uploads.two-files-of-one-part',
    'An upload request with two files in parts of one name is refused',
    async world => {
      const accepted = await control(world, 'uploadFile')
      const two = [file('one.txt'), file('two.txt')].map(one => ({ ...one, part: 'file' }))
      world
        .claim(await upload(world, ...two))
        .against(accepted)
        .isRefused()
    },
  ),

  check(
    'messaging.uploads.names',
    'A file with square brackets, spaces or letters of any script in its name is accepted',
    async world => {
      await control(world, 'uploadFile')
      for (const name of world.tries(NAMES)) world.claim(await upload(world, file(name))).succeeds()
    },
  ),

  check('messaging.uploads.resumable-answers', 'Something answers at /tus under the versioned root', async world => {
    const probed = await probe(world)
    if (answers.judge([probed.exchange], {}).outcome === 'holds') return void world.claim(probed).keeps(answers, {})
    if (!world.allows('write')) return world.cannotJudge('OPTIONS finds nothing at /tus, and POST is not allowed')
    const posted = await world.user.asks('POST', '/tus', {})
    const nowhere = await world.user.asks('POST', NOWHERE, {})
    world.claim(probed, posted, nowhere).keeps(answersUnlikeNowhere, {})
  }),

  watch(
    'open-points',
    async world => {
      const named = await upload(world, file('[assay] observed.txt'))
      const { filename, url, uri } = isObject(named.json) ? named.json : {}
      world.observe(
        'messaging.uploads.filename-brackets',
        `[assay] observed.txt is stored as ${shown(filename)}`,
        named,
      )
      world.observe('messaging.uploads.url-form', shown(url ?? uri), named)
      world.observe('messaging.uploads.part-name', `a part named filename: ${inWords(named)}`, named)
      const probed = await probe(world)
      const spoken = Object.entries(probed.headers).filter(([name]) =>
        /^(tus-|allow$|access-control-allow-m)/i.test(name),
      )
      world.observe('messaging.uploads.resumable-requests', `OPTIONS: ${probed.status} ${shown(spoken)}`, probed)
      const stranger = await world.nobody.probeResumableUpload({}, { observed: true })
      world.observe(
        'messaging.uploads.resumable-authorization',
        `OPTIONS with an API key as HTTP Basic password: ${probed.status}, without: ${stranger.status}`,
        probed,
        stranger,
      )
    },
    { needs: { actors: ['user'], allow: 'write' } },
  ),
])
