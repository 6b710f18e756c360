/** The tables of docs/provisioning.md: parameters and values of each kind of fixture, and what it leaves behind. */
import type { FixtureMember, StatedKind } from './read-fixtures.ts'

interface Needing {
  readonly area: string
  readonly needs: { readonly fixtures?: readonly string[] }
}

const START = (name: string): string => `<!-- ${name}: written by npm run docs -->`
const END = '<!-- end -->'

/** The page with its tables written again. */
export function withFixtureTables(
  page: string,
  kinds: readonly StatedKind[],
  requirements: readonly Needing[],
): string {
  return inserted(inserted(page, 'kinds', askedTable(kinds)), 'uses', usesTable(kinds, requirements))
}

function inserted(page: string, name: string, table: string): string {
  const from = page.indexOf(START(name))
  const to = page.indexOf(END, from)
  if (from < 0 || to < 0) throw new Error(`docs/provisioning.md has no place for the table "${name}"`)
  return `${page.slice(0, from)}${START(name)}\n\n${table}\n\n${page.slice(to)}`
}

const askedTable = (kinds: readonly StatedKind[]): string =>
  [
    '| kind | `with` | `value` |',
    '|---|---|---|',
    ...kinds.map(kind => `| ${kind.name} | ${members(kind.with)} | ${answerOf(kind)} |`),
  ].join('\n')

const answerOf = ({ about, value }: StatedKind): string =>
  [...(about ? [about] : []), ...(value.length > 0 ? [members(value)] : about ? [] : ['{}'])].join(': ')

function members(all: readonly FixtureMember[]): string {
  const said = (optional: boolean): string[] =>
    all
      .filter(one => one.optional === optional)
      .map(({ name, note }) => (note === undefined ? name : `${name} (${note})`))
  const [needed, others] = [said(false), said(true)]
  return [
    ...(needed.length > 0 ? [needed.join(', ')] : []),
    ...(others.length > 0 ? [`optional: ${others.join(', ')}`] : []),
  ].join('; ')
}

function usesTable(kinds: readonly StatedKind[], requirements: readonly Needing[]): string {
  const areas = (kind: string): string => {
    const needing = requirements.filter(({ needs }) => needs.fixtures?.includes(kind))
    return [...new Set(needing.map(({ area }) => area.split('.').slice(1).join('.')))].join(', ')
  }
  return [
    '| kind | leaves in the target | removed by | ready-made | needed by |',
    '|---|---|---|---|---|',
    ...kinds.map(
      kind =>
        `| ${kind.name} | ${leftBy(kind)} | ${removedBy(kind)} | ${kind.lasting ? 'yes' : 'no'} | ${areas(kind.name)} |`,
    ),
  ].join('\n')
}

const leftBy = ({ makes, leaves }: StatedKind): string =>
  leaves ? leaves.kind : makes ? 'nothing of its own' : 'reads only'

const removedBy = ({ leaves }: StatedKind): string =>
  leaves ? (leaves.removedBy ? `\`${leaves.removedBy.operation}\`` : '`discard`') : ''
