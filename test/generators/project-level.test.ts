/** Projection of a description to a feature level, tested for each extension separately. */
import { expect, test } from 'vitest'
import { changeLevels, projectLevel } from '../../generators/index.ts'

const cases = [
  {
    title: 'a property and its place among the required ones',
    given: { required: ['url', 'uri'], properties: { url: { type: 'string', 'x-since': 272 }, uri: {} } },
    below: { required: ['uri'], properties: { uri: {} } },
    from: { required: ['url', 'uri'], properties: { url: { type: 'string' }, uri: {} } },
    at: 272,
  },
  {
    title: 'the only required property',
    given: { required: ['url'], properties: { url: { 'x-since': 272 } } },
    below: { properties: {} },
    from: { required: ['url'], properties: { url: {} } },
    at: 272,
  },
  {
    title: 'values that come and go',
    given: { enum: ['direct', 'private', 'channel'], 'x-values': { private: { until: 214 }, channel: { since: 215 } } },
    below: { enum: ['direct', 'private'] },
    from: { enum: ['direct', 'channel'] },
    at: 215,
  },
  {
    title: 'a renamed parameter',
    given: { parameters: [{ name: 'new', in: 'query', 'x-renamed-from': { name: 'old', at: 294 } }] },
    below: { parameters: [{ name: 'old', in: 'query' }] },
    from: { parameters: [{ name: 'new', in: 'query' }] },
    at: 294,
  },
  {
    title: 'a keyword that held before',
    given: { type: 'string', 'x-below': { '334': { minLength: 1 } } },
    below: { type: 'string', minLength: 1 },
    from: { type: 'string' },
    at: 334,
  },
  {
    title: 'a keyword that did not hold before',
    given: { deprecated: true, 'x-below': { '272': { deprecated: null } } },
    below: {},
    from: { deprecated: true },
    at: 272,
  },
  {
    title: 'a dropped parameter',
    given: { parameters: [{ name: 'a' }, { name: 'b', 'x-until': 99 }] },
    below: { parameters: [{ name: 'a' }, { name: 'b' }] },
    from: { parameters: [{ name: 'a' }] },
    at: 100,
  },
  {
    title: 'an operation and its path',
    given: { paths: { '/a': { get: { 'x-since': 361 } }, '/b': { get: {}, post: { 'x-since': 361 } } } },
    below: { paths: { '/b': { get: {} } } },
    from: { paths: { '/a': { get: {} }, '/b': { get: {}, post: {} } } },
    at: 361,
  },
]

test.each(cases)('$title', ({ given, below, from, at }) => {
  expect(changeLevels(given)).toEqual([at])
  expect(projectLevel(given, at - 1)).toEqual(below)
  expect(projectLevel(given, at)).toEqual(from)
})
