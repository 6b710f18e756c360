/** `generated/fixtures.ts`: kinds of fixtures as data for validation, and types of their parameters and values. */
import { type FixtureMember, type Fixtures, MEMBER_TYPES, type StatedKind } from './read-fixtures.ts'

export function writeFixtures({ actors, kinds }: Fixtures): string {
  return `/** The words for people in a requirement's needs, each with the roles that may stand in for it. */
export const actorRoles = ${JSON.stringify(actors, null, 2)} as const

export type ActorWord = keyof typeof actorRoles

export const statedKinds = ${JSON.stringify(Object.fromEntries(kinds.map(kind => [kind.name, dataOf(kind)])), null, 2)} as const

export type FixtureKind = keyof typeof statedKinds

/** What a fixture of each kind is asked for with. */
export type FixtureWishes = {
${kinds.map(kind => `  readonly '${kind.name}': ${typeOf(kind.with, false)}`).join('\n')}
}

/** What each kind answers. */
export type FixtureValues = {
${kinds.map(kind => `  readonly '${kind.name}': ${typeOf(kind.value, kind.open === true)}`).join('\n')}
}
`
}

/** Of a kind's value, only the members that are required. */
function dataOf({ makes, lasting, once, anew, named, leaves, value }: StatedKind): object {
  const needed = value.filter(({ optional }) => !optional).map(({ name, is }) => [name, is] as const)
  const elsewhere = value.some(({ name }) => name === 'baseUrl') ? true : undefined
  return {
    makes,
    lasting,
    once,
    anew,
    named,
    elsewhere,
    leaves,
    ...(needed.length > 0 && { value: Object.fromEntries(needed) }),
  }
}

function typeOf(members: readonly FixtureMember[], open: boolean): string {
  if (open) return 'Readonly<Record<string, unknown>>'
  if (members.length === 0) return 'Readonly<Record<string, never>>'
  const lines = members.map(
    ({ name, is, optional }) =>
      `readonly ${name}${optional ? '?' : ''}: ${MEMBER_TYPES[is]}${optional && is !== 'any' ? ' | undefined' : ''}`,
  )
  return `{ ${lines.join('; ')} }`
}
