/** Every statement of the specs has a derived fault, or a reason why it has none. */
import { expect, test } from 'vitest'
import { requirements } from '../../generated/catalogue.ts'
import { type OperationData, operations } from '../../generated/operations.ts'
import { replyFields } from '../../generated/reply-fields.ts'
import { codeOf } from '../../generators/error-codes.ts'
import { loadSpec } from '../../generators/index.ts'
import { asList } from '../../generators/json.ts'
import { replyFields as describedFields } from '../../generators/reply-fields.ts'
import { operationsOf } from '../../generators/spec-operations.ts'
import { isBarred } from '../../generators/write-reply-fields.ts'
import { derivedFaults } from '../../reference/derived/derived-faults.ts'
import { levelChanges } from '../../reference/derived/level-changes.ts'

const all: readonly OperationData[] = Object.values(operations)

/** Fails if something without a fault has no reason, and if a reason is not needed. */
function expectReasons(lacking: Iterable<string>, reasons: Readonly<Record<string, string>>): void {
  expect([...new Set(lacking)].sort()).toEqual(Object.keys(reasons).sort())
}

const altering = (operation: string, path: string) =>
  derivedFaults.filter(({ mutates = [] }) =>
    mutates.some(one => one.operation === operation && `/${one.path}`.replace(/#(first|middle|last)/g, '*') === path),
  )

test('every field of every reply has a fault that omits it and one that changes its type', async () => {
  const lacking: string[] = []
  for (const api of ['trading', 'messaging'] as const) {
    const document = await loadSpec(api)
    for (const { id, success, error } of operationsOf(document)) {
      const shapes = [success, ...asList(error?.['anyOf']).filter(one => codeOf(document, one) !== undefined)]
      for (const shape of shapes) {
        const fields = describedFields(document, (shape ?? {}) as Record<string, unknown>, id)
        for (const field of fields.values()) {
          if (isBarred(field)) continue
          const { path, required } = field
          const words = altering(id, path).map(fault => fault.id.slice(fault.id.lastIndexOf('.') + 1))
          const wanted = required ? ['dropped', 'type'] : ['type']
          if (!wanted.every(word => words.includes(word))) lacking.push(`${id}${path}`)
        }
      }
    }
  }
  const bySetting = 'the requirement of the setting around it answers for it'
  const byValue = 'a requirement of its own compares it with what was sent, and faults by hand breach that'
  expectReasons(
    lacking.map(place => place.replace(/\/can_\w+_group\//, '/can_*_group/')),
    {
      'deactivateOwnAccount/is_last_owner': byValue,
      'deleteEventQueue/queue_id': byValue,
      'getUserGroups/user_groups/*/can_*_group/direct_members': bySetting,
      'getUserGroups/user_groups/*/can_*_group/direct_subgroups': bySetting,
    },
  )
})

test('every enumeration of a reply has a fault that widens it', () => {
  const closed = replyFields.filter(({ values }) => values)
  const widened = closed.filter(({ path, operations: [operation = ''] }) =>
    altering(operation, path).some(({ id }) => id.endsWith('.outside')),
  )
  expect(closed.length).toBeGreaterThan(10)
  expect(widened).toEqual(closed)
})

const changing = (operation: string, name: string, word: 'left-out' | 'any' | 'taken'): boolean =>
  requirements.some(
    ({ id, parameter }) =>
      parameter === `${operation}/${name}` && derivedFaults.some(fault => fault.id === `${id}.${word}`),
  )
const parameters = all.flatMap(({ id: operation, parameters: own }) =>
  own.map(parameter => ({ ...parameter, operation })),
)

test('every enumeration of a request has a fault that widens it', () => {
  const lacking = parameters.filter(({ operation, name, values }) => values && !changing(operation, name, 'taken'))
  expect(lacking).toEqual([])
})

test('every required parameter has a fault that makes it optional', () => {
  const lacking = parameters
    .filter(({ required, operation, name }) => required && !changing(operation, name, 'left-out'))
    .map(parameter => (parameter.in === 'path' ? 'in a path' : `${parameter.operation}/${parameter.name}`))
  expectReasons(lacking, {
    'in a path': 'without it the request goes to another endpoint',
    'getOrderbook/symbol': 'what is refused there is open; a fault by hand answers with a book',
    'uploadFile/file': 'no form field; a fault by hand accepts an upload without a file',
  })
})

test('every parameter that is not a string has a fault that accepts any type', () => {
  const typed = parameters.filter(({ kind }) => kind !== 'string')
  const lacking = typed
    .filter(({ operation, name }) => !changing(operation, name, 'any'))
    .map(parameter => (parameter.in === 'path' ? 'in a path' : `${parameter.operation}/${parameter.name}`))
  expectReasons(lacking, {
    'in a path': 'what a path with an odd id leads to is open',
    'createChannel/message_retention_days': 'its words are a list of values; a fault by hand takes any',
  })
})

test('every error code has a fault that changes it', () => {
  const lacking = all.flatMap(({ id, codes }) =>
    codes
      .filter(
        code =>
          !derivedFaults.some(
            ({ when, mutates }) =>
              when?.facts?.['code'] === code && mutates?.some(one => one.operation === id && one.path === 'code'),
          ),
      )
      .map(code => `${id}/${code}`),
  )
  expectReasons(lacking, {
    'createProfileField/BAD_REQUEST':
      'the contract names it only as the other code for callers who are no administrators',
  })
})

test('every change of a level has faults that move it up and down by one', () => {
  const ofLevels = derivedFaults.filter(({ id }) => id.startsWith('messaging.levels.'))
  const descriptions = ofLevels.map(({ describes }) => describes)
  for (const word of ['late', 'early']) {
    const moved = ofLevels.filter(({ id }) => id.endsWith(`.${word}`)).map(({ describes }) => describes)
    expect(levelChanges.filter(({ level }) => !moved.some(text => text.includes(`level ${level} `)))).toEqual([])
  }
  expect(levelChanges.filter(({ what }) => !descriptions.some(text => text.includes(`(${what})`)))).toEqual([])
  const stated = new Set(requirements.flatMap(({ since }) => since ?? []))
  expect([...stated].filter(level => !levelChanges.some(change => change.level === level))).toEqual([])
})
