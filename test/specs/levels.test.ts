/** The messaging description projected to feature levels: valid at each level, and different only where the contract differs. */
import { beforeAll, describe, expect, test } from 'vitest'
import { changeLevels, type Json, lintDocument, loadSpec, projectLevel } from '../../generators/index.ts'
import { differences } from './differences.ts'

const form = 'post/requestBody/content/application~1x-www-form-urlencoded/schema'
const typing = `/paths/~1typing/${form}/oneOf`
const scheduled = `/paths/~1scheduled_messages~1{scheduled_message_id}/${form.replace('post', 'patch')}/anyOf`
const upload = '/paths/~1user_uploads/post/responses/2XX/content/application~1json/schema/allOf/1'

const changes: Record<number, string[]> = {
  167: ['+ /components/schemas/Success/properties/ignored_parameters_unsupported'],
  215: [
    `- ${typing}/0/properties/type/enum: private`,
    `+ ${typing}/1/required: stream_id`,
    `+ ${typing}/1/properties/stream_id`,
  ],
  248: [`+ ${typing}/1/properties/type/enum: channel`, `+ ${scheduled}/1/properties/type/enum: channel`],
  272: [`+ ${upload}/required: url`, `+ ${upload}/properties/url`, `+ ${upload}/properties/uri/deprecated`],
  294: ['~ /paths/~1user_groups/get/parameters/0/name: allow_deactivated -> include_deactivated_groups'],
  334: [
    `- ${typing}/1/properties/topic/minLength`,
    `- ${scheduled}/1/properties/topic/minLength`,
    `- ${scheduled}/1/properties/topic/not`,
    '- /components/schemas/ChannelDraft/properties/topic/minLength',
    '~ /paths/~1messages~1{message_id}~1history/get/parameters: [object Object] -> [object Object],[object Object]',
  ],
  361: ['+ /paths/~1messages~1{message_id}~1typing'],
  389: ['+ /paths/~1channel_folders~1create'],
  417: ['+ /paths/~1channels~1create'],
}

const levels = [100, 166, 167, 214, 215, 247, 248, 271, 272, 293, 294, 333, 334, 360, 361, 388, 389, 416, 417, 500]

describe('messaging', () => {
  let spec: Json
  beforeAll(async () => {
    spec = await loadSpec('messaging')
  })

  test('changes at the levels of the contract and at no other', () => {
    expect(changeLevels(spec)).toEqual(Object.keys(changes).map(Number))
  })

  test.each(levels)('is a clean description without level extensions at %i', async level => {
    const projected = projectLevel(spec, level)
    expect(await lintDocument(projected)).toEqual([])
    expect(JSON.stringify(projected)).not.toMatch(/"x-/)
  })

  test.each(levels.slice(1).map((level, index) => [levels[index] ?? 0, level]))(
    'differs between %i and %i by what the contract says',
    (before, after) => {
      expect(differences(projectLevel(spec, before), projectLevel(spec, after)).sort()).toEqual(
        (changes[after] ?? []).sort(),
      )
    },
  )

  test('is not modified by projection', () => {
    const text = JSON.stringify(spec)
    projectLevel(spec, 100)
    expect(JSON.stringify(spec)).toBe(text)
  })
})

test('the trading description has no levels', async () => {
  const spec = await loadSpec('trading')
  expect(changeLevels(spec)).toEqual([])
  expect(projectLevel(spec, 100)).toEqual(spec)
})
