/** Each pattern of a profile matches requirements. */
import { expect, test } from 'vitest'
import { readCatalogue } from '../../generators/read-catalogue.ts'
import { readProfiles } from '../../generators/read-profiles.ts'

const profiles = readProfiles()
const ids = readCatalogue().requirements.map(({ id }) => id)

test('the promised profiles exist', () => {
  const promised = [
    'trading-public',
    'trading-signed',
    'messaging-member',
    'messaging-admin',
    'messaging-push',
    'everything',
  ]
  expect(profiles.map(({ name }) => name)).toEqual(expect.arrayContaining(promised))
})

test.each(profiles)('$name: each pattern matches a requirement', ({ include, exclude = [], optional = [] }) => {
  const idle = [...include, ...exclude, ...optional].filter(pattern => !ids.some(id => glob(pattern).test(id)))
  expect(idle).toEqual([])
})

const glob = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
