/** `assay spec`. */
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { assayWith } from './fake-io.ts'

test.each(['trading', 'messaging'])('%s is the same document as YAML and as JSON', async api => {
  const yaml = await assayWith(['spec', api, '--feature-level', '417'])
  const json = await assayWith(['spec', api, '--feature-level', '417', '--format', 'json'])
  expect(yaml.status).toBe(0)
  expect(parse(yaml.out)).toEqual(JSON.parse(json.out))
  expect(JSON.parse(json.out)).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) })
})

test('a feature level removes what came later', async () => {
  const at = async (level: string) => (await assayWith(['spec', 'messaging', '--feature-level', level])).out
  expect(await at('360')).not.toContain('/messages/{message_id}/typing')
  expect(await at('361')).toContain('/messages/{message_id}/typing')
  expect(await at('100')).not.toMatch(/x-(since|until|values|renamed-from)/)
})

test('without a level, the extensions are kept', async () => {
  expect((await assayWith(['spec', 'messaging'])).out).toContain('x-since')
})
