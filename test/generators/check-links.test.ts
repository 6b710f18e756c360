/** A link of a requirement to something that does not exist, or that is newer than the requirement, is refused. */
import { expect, test } from 'vitest'
import type { Catalogue, Requirement } from '../../generators/catalogue-entry.ts'
import { checkLinks } from '../../generators/check-links.ts'
import { fieldRules } from '../../generators/field-rules.ts'
import { loadSpec } from '../../generators/index.ts'
import { operationData } from '../../generators/operation-data.ts'

test.each<[string, Partial<Requirement>, string[]]>([
  [
    'a field that no reply has',
    { fields: ['UserGroup/nme'] },
    ['a.yaml:7 (x): UserGroup/nme is not a field of any reply'],
  ],
  ['a parameter that no operation has', { parameter: 'ping/name' }, ['a.yaml:7 (x): ping/name is not a parameter']],
  [
    'a parameter that is newer',
    { parameter: 'createChannel/name', since: 389 },
    ['a.yaml:7 (x): createChannel/name exists from feature level 417, so since must not be below it'],
  ],
  [
    'a field that is newer',
    { fields: ['uploadFile/url'] },
    ['a.yaml:7 (x): its field exists from feature level 272, so since must not be below it'],
  ],
  [
    'a code that the operation does not have',
    { code: 'createDrafts/INVITATION_FAILED' },
    ['a.yaml:7 (x): createDrafts/INVITATION_FAILED is not an error code of that operation'],
  ],
  ['nothing wrong', { fields: ['uploadFile/url'], parameter: 'createChannel/name', since: 417 }, []],
])('%s', async (_title, links, want) => {
  const documents = { trading: await loadSpec('trading'), messaging: await loadSpec('messaging') }
  const entry = {
    id: 'x',
    api: 'messaging',
    area: 'a',
    sentence: 's',
    places: ['p'],
    level: 'must',
    needs: {},
    ...links,
  } as const
  const catalogue: Catalogue = {
    areas: [],
    requirements: [entry as Requirement],
    openPoints: [],
    notObservable: [],
    introductions: { trading: [], messaging: [] },
    where: new Map([['x', 'a.yaml:7 (x)']]),
  }
  const rules = fieldRules(documents, catalogue.requirements)
  expect(checkLinks(catalogue, rules, operationData('messaging', documents.messaging))).toEqual(want)
})
