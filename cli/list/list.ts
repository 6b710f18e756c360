/** Lists requirements, open points, profiles, faults and variants. */
import { areas, openPoints, profiles, type Requirement, requirements } from '../../generated/catalogue.ts'
import type { OwnRequirement } from '../../harness/index.ts'
import { shortened, wrapped } from '../../reports/columns.ts'
import { paint } from '../../reports/paint.ts'
import { unobservable } from '../explain/unobservable.ts'
import type { Io } from '../process/io.ts'
import { UsageError } from '../usage-error.ts'
import type { Kind } from './list-kinds.ts'
import { grouped, markdownList, type Row } from './list-markdown.ts'

type Listed = Requirement | OwnRequirement

export interface ListFlags {
  readonly json?: boolean
  readonly markdown?: boolean
  readonly suites?: string
  readonly observableIn?: 'traffic'
}

export async function list(given: Kind | undefined, flags: ListFlags, io: Io): Promise<number> {
  const { json, markdown, suites } = flags
  if (json && markdown) throw new UsageError('give either --json or --markdown, not both')
  if (flags.observableIn && given !== undefined && given !== 'requirements')
    throw new UsageError(`--observable-in is about requirements, not about ${given.replaceAll('-', ' ')}`)
  const kind = given ?? (flags.observableIn ? 'requirements' : undefined)
  const own = suites === undefined ? [] : await (await import('../own/own-suites.ts')).ownRequirements(suites)
  const all = await observable([...requirements, ...own], flags)
  if (json) io.out(`${JSON.stringify(await everything(kind, all), null, 2)}\n`)
  else if (markdown) io.out(markdownList(kind ?? 'requirements', await rowsOf(kind ?? 'requirements', all)))
  else io.out(await asText(kind ?? 'requirements', kind === undefined, all, io))
  return 0
}

/** With --observable-in: only the requirements that captured traffic can demonstrate, each with how. */
async function observable(all: readonly Listed[], { observableIn: where }: ListFlags): Promise<readonly Listed[]> {
  if (where === undefined) return all
  const { observableIn } = await import('../../harness/index.ts')
  const { suites } = await import('../../suites/index.ts')
  const shown = observableIn(suites)
  return all.flatMap(one => {
    const how = shown.get(one.id)
    return how === undefined ? [] : [{ ...one, observable: how }]
  })
}

async function everything(kind: Kind | undefined, all: readonly Listed[]): Promise<Record<string, unknown>> {
  const wanted = (name: Kind): boolean => kind === undefined || kind === name
  return {
    ...(wanted('requirements') && { requirements: all }),
    ...(wanted('open-points') && { openPoints }),
    ...(wanted('not-observable') && { notObservable: unobservable }),
    ...(wanted('profiles') && { profiles: profiles.map(profile => ({ id: profile.name, ...profile })) }),
    ...(wanted('faults') && (await provedFaults())),
    ...((wanted('faults') || wanted('interaction-faults')) && {
      interactionFaults: (await import('../../reference/index.ts')).interactionFaults(),
    }),
    ...(wanted('variants') && { variants: (await import('../../reference/index.ts')).variants }),
  }
}

async function provedFaults(): Promise<Record<string, unknown>> {
  const { PROOF, proved } = await import('../self-check/measured-faults.ts')
  const { faults } = await import('../../reference/index.ts')
  return { proof: PROOF, faults: proved(faults) }
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
  const others =
    'assay list open-points, not-observable, profiles, faults, interaction-faults or variants shows the rest.'
  const count = `${rows.length} ${kind.replace('-', ' ')}.${hint ? ` ${others}` : ''} assay explain ID shows more.`
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
      return unobservable.map(({ id, area, sentence }) => ({ id, group: title(area), note: '', text: sentence }))
    case 'profiles':
      return profiles.map(profile => ({ id: profile.name, group: '', note: '', text: profile.title }))
    case 'faults': {
      const { faults } = await import('../../reference/index.ts')
      return faults.map(({ id, api, describes }) => ({ id, group: `${api} faults`, note: '', text: describes }))
    }
    case 'interaction-faults': {
      const { interactionFaults } = await import('../../reference/index.ts')
      return interactionFaults().map(({ id, api, operation, describes }) => ({
        id,
        group: `${api}: ${operation}`,
        note: '',
        text: describes,
      }))
    }
    case 'variants': {
      const { variants } = await import('../../reference/index.ts')
      return variants.map(({ id, api, describes }) => ({ id, group: `${api} variants`, note: '', text: describes }))
    }
  }
}

function noteOn(entry: Listed & { readonly observable?: string }): string {
  const { level, since, until, needs } = entry
  return [
    ...(entry.observable === 'sequence' ? ['in a sequence'] : []),
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
