/** Lists requirements, open points, profiles, faults and variants. */
import { areas, openPoints, profiles, type Requirement, requirements } from '../generated/catalogue.ts'
import type { OwnRequirement } from '../harness/index.ts'
import { paint, shortened, wrapped } from '../reports/index.ts'
import type { Kind } from './commands/list.ts'
import type { Io } from './io.ts'
import { grouped, markdownList, type Row } from './list-markdown.ts'
import { PROOF, proved } from './measured-faults.ts'
import { ownRequirements } from './own-suites.ts'
import { unseen } from './unseen.ts'

type Listed = Requirement | OwnRequirement

export interface ListFlags {
  readonly json?: boolean
  readonly markdown?: boolean
  readonly suites?: string
}

export async function list(kind: Kind | undefined, { json, markdown, suites }: ListFlags, io: Io): Promise<number> {
  const all = [...requirements, ...(await ownRequirements(suites))]
  if (json) io.out(`${JSON.stringify(await everything(kind, all), null, 2)}\n`)
  else if (markdown) io.out(markdownList(kind ?? 'requirements', await rowsOf(kind ?? 'requirements', all)))
  else io.out(await asText(kind ?? 'requirements', kind === undefined, all, io))
  return 0
}

async function everything(kind: Kind | undefined, all: readonly Listed[]): Promise<Record<string, unknown>> {
  const wanted = (name: Kind): boolean => kind === undefined || kind === name
  return {
    ...(wanted('requirements') && { requirements: all }),
    ...(wanted('open-points') && { openPoints }),
    ...(wanted('not-observable') && { notObservable: unseen }),
    ...(wanted('profiles') && { profiles: profiles.map(profile => ({ id: profile.name, ...profile })) }),
    ...(wanted('faults') && { proof: PROOF, faults: proved((await import('../reference/index.ts')).faults) }),
    ...(wanted('variants') && { variants: (await import('../reference/index.ts')).variants }),
  }
}

async function asText(kind: Kind, hint: boolean, all: readonly Listed[], io: Io): Promise<string> {
  const rows = await rowsOf(kind, all)
  const colours = paint(io.colour)
  const blocks = [...grouped(rows)].map(([group, members]) => {
    const lines = members.flatMap(({ id, note, text }) => [
      `  ${id}${note === '' ? '' : colours.faint(`  ${note}`)}`,
      ...(text === '' ? [] : [`      ${shortened(text, io.columns() - 6)}`]),
    ])
    return [...(group === '' ? [] : [colours.strong(group)]), ...lines].join('\n')
  })
  const others = 'assay list open-points, not-observable, profiles, faults or variants shows the rest.'
  const count = `${rows.length} ${kind.replace('-', ' ')}.${hint ? ` ${others}` : ''} assay explain ID tells more.`
  return `${[...blocks, wrapped(count, io.columns()).join('\n')].join('\n\n')}\n`
}

async function rowsOf(kind: Kind, all: readonly Listed[]): Promise<Row[]> {
  switch (kind) {
    case 'requirements':
      return all.map(entry => ({
        id: entry.id,
        group: title(entry.area),
        note: noteOn(entry),
        text: entry.sentence,
      }))
    case 'open-points':
      return openPoints.map(({ id, area, sentence }) => ({ id, group: title(area), note: '', text: sentence }))
    case 'not-observable':
      return unseen.map(({ id, area, sentence }) => ({ id, group: title(area), note: '', text: sentence }))
    case 'profiles':
      return profiles.map(profile => ({ id: profile.name, group: '', note: '', text: profile.title }))
    case 'faults': {
      const { faults } = await import('../reference/index.ts')
      return faults.map(({ id, api, describes }) => ({ id, group: `${api} faults`, note: '', text: describes }))
    }
    case 'variants': {
      const { variants } = await import('../reference/index.ts')
      return variants.map(({ id, api, describes }) => ({ id, group: `${api} variants`, note: '', text: describes }))
    }
  }
}

function noteOn({ level, since, until, needs }: Listed): string {
  return [
    ...(level === 'should' ? ['should'] : []),
    ...(since === undefined ? [] : [`from ${since}`]),
    ...(until === undefined ? [] : [`up to ${until}`]),
    ...(needs.allow ? [needs.allow] : []),
  ].join(', ')
}

function title(area: string): string {
  const known = areas.find(({ id }) => id === area)
  return known ? `${known.title} (${known.api})` : area
}
