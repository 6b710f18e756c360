/** What `assay clean` finds on a Zulip server: with only the id of a run, and with the evidence of the run. */

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { CleanReport } from '../../cli/clean/clean.ts'
import { fileSink, loadTarget, openSession } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { apis } from '../../suites/index.ts'
import { asActor } from '../../suites/messaging/actor.ts'
import { serveFakeZulip } from '../zulip/fake-zulip.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const RUN = 'aaaa9'
const folder = freshFolder()
const open: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(one => one.close()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A session that makes a fixture of each kind and never cleans up. */
async function killedSession() {
  const reference = createReference({ featureLevel: 421 })
  const served = await serveFakeZulip(reference)
  open.push(served)
  const file = reference.targetFile(served.origin) as { trading?: unknown; messaging: Record<string, unknown> }
  delete file.trading
  file.messaging['provisioner'] = 'zulip'
  const path = join(folder, 'target.json')
  writeFileSync(path, JSON.stringify(file))
  const holds = (): string[] => reference.holdings().map(({ kind, id, text }) => `${kind} ${id} ${state(text)}`)
  const before = holds()
  const out = join(folder, 'run')
  const sink = fileSink(out)
  const session = openSession({
    apis,
    target: loadTarget(path),
    runId: RUN,
    allow: ['write'],
    onExchange: (_seen, record) => sink.exchange(record),
  })
  open.push(session)
  const act = async (who: string) =>
    asActor(session.cast.act(await session.cast.person(who), session.clientOf('messaging'), 'test'))
  const [member, admin] = [await act('member'), await act('admin')]
  const name = (what: string): string => `assay ${RUN} ${what}`
  const { provide } = session.provisioner
  await provide('actor', { role: 'guest' })
  const folderReply = await admin.createChannelFolder({ name: name('folder'), description: '' })
  const folder_id = (folderReply.json as { channel_folder_id: number }).channel_folder_id
  const group = await admin.createUserGroup({ name: name('group'), description: '', members: [member.userId] })
  const can_add_subscribers_group = (group.json as { group_id: number }).group_id
  const channel = { name: name('channel'), subscribers: [member.userId], folder_id, can_add_subscribers_group }
  await admin.createChannel(channel)
  await member.createDrafts({ drafts: [{ type: '', to: [], topic: '', content: name('draft') }] })
  await admin.createProfileField({ name: name('field'), field_type: 1 })
  await admin.addPlayground({ name: name('p'), pygments_language: 'Python', url_template: 'https://p.example/{code}' })
  await member.addNavigationView({ fragment: 'a/view', is_pinned: true, name: name('view') })
  await admin.sendInvites({ invitee_emails: `assay-${RUN}-a@assay.invalid`, stream_ids: [] })
  await member.sends('uploadFile', {}, { files: [{ filename: 'a.txt', content: 'a' }] })
  await provide('scheduled-message', { as: member.email, type: 'direct', to: [member.userId], content: name('later') })
  await provide('linkifier', { pattern: `assay-${RUN}-l`, urlTemplate: 'https://b.example' })
  const nameless = async (): Promise<void> => {
    await provide('message', { as: member.email, to: [member.userId] })
    await admin.createReusableInviteLink({})
  }
  return { path, out, nameless, holds, before }
}

const state = (text: string): string => (text.includes('"deactivated":true') ? 'deactivated' : '')

test('everything that carries the id of the run is removed', async () => {
  const { path, holds, before } = await killedSession()
  const { status, out } = await assayWith(['clean', '--json', '--target', path, '--run', RUN])
  const report = JSON.parse(out) as CleanReport
  expect({ status, leftovers: report.leftovers }).toEqual({ status: 0, leftovers: [] })
  expect(holds().filter(one => !before.includes(one) && !one.endsWith('deactivated'))).toEqual([])
})

test('messages and reusable links are found by the evidence of the run', async () => {
  const { path, out, nameless, holds, before } = await killedSession()
  await nameless()
  const { out: report } = await assayWith(['clean', '--json', '--target', path, '--run', RUN, '--out', out])
  expect((JSON.parse(report) as CleanReport).leftovers).toEqual([])
  expect(holds().filter(one => !before.includes(one) && !one.endsWith('deactivated'))).toEqual([])
})
