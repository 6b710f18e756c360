/** Finds where something is written: file and line, in the sources of a clone or in the files that the package ships. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageFolder } from '../../harness/kit-version.ts'
import { regexEscaped } from '../../harness/text/regex-escaped.ts'
import type { Explanation } from './explanation-text.ts'

interface Text {
  readonly file: string
  readonly text: string
}

/** Where the explained thing is written: its check, its entry in the catalogue, the fault or the variant. */
export function writtenAt(found: Explanation): Readonly<Record<string, string>> {
  const { kind, id } = found
  const [says, describes, from, area] = ['sentence', 'describes', 'from', 'area'].map(name => String(found[name] ?? ''))
  const places: Record<string, string | undefined> =
    kind === 'fault' || kind === 'variant'
      ? { writtenAt: behaviourAt(id, describes ?? '', found['derived'] === true) }
      : from
        ? ownAt(from, id, area ?? '')
        : { checkAt: kind === 'requirement' ? checkAt(id, says ?? '') : undefined, entryAt: entryAt(id) }
  return Object.fromEntries(Object.entries(places).flatMap(([name, at]) => (at === undefined ? [] : [[name, at]])))
}

/** The check of a requirement: the place where its id occurs with its sentence. */
const checkAt = (id: string, sentence: string): string | undefined => placeOf(code('suites'), [id], sentence)

/** A fault or a variant of the reference. Its id may be written there without the name of the API. */
const behaviourAt = (id: string, describes: string, derived: boolean): string | undefined =>
  placeOf(code(derived ? 'reference/derived' : 'reference'), [id, id.slice(id.indexOf('.') + 1)], describes)

/** The entry of the catalogue, or of the profiles. */
const entryAt = (id: string): string | undefined => {
  const entry = new RegExp(`^\\s*-?\\s*\\{?\\s*(?:id|name):\\s*['"]?${regexEscaped(id)}['"]?(?=[\\s,}]|$)`, 'm')
  return found(texts(join(packageFolder, 'specs'), '.yaml'), entry)
}

/** A requirement of a vendor's folder: its entry, and its check. */
function ownAt(folder: string, id: string, area: string): Record<string, string | undefined> {
  const at = found(texts(folder, '.yaml'), new RegExp(`^\\s*-?\\s*id:\\s*['"]?${regexEscaped(id)}['"]?\\s*$`, 'm'))
  return { checkAt: placeOf(texts(folder, '.mjs'), [id, id.slice(area.length + 1)], ''), entryAt: at }
}

/** The sources if there are any, else the code built from them. */
function code(folder: string): Text[] {
  const sources = join(packageFolder, folder)
  return existsSync(sources) ? texts(sources, '.ts') : texts(join(packageFolder, 'dist', folder), '.js')
}

function texts(folder: string, ending: string): Text[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(ending))
    .sort()
    .map(name => ({ file: join(folder, name), text: readFileSync(join(folder, name), 'utf8') }))
}

/**
 * The place where an id is written in full, preferably followed by its text; else the most specific template that
 * produces it.
 */
function placeOf(all: readonly Text[], ids: readonly string[], says: string): string | undefined {
  const exact = new RegExp(`(['"\`])(?:${ids.map(regexEscaped).join('|')})\\1`, 'g')
  const whole = all.flatMap(one => [...one.text.matchAll(exact)].map(({ index }) => ({ one, index })))
  const best = whole.find(({ one, index }) => nearby(one.text, index).includes(says)) ?? whole[0]
  if (best) return lineAt(best.one, best.index)
  const [made] = all
    .flatMap(one =>
      [...one.text.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].flatMap(({ index, 1: template = '' }) =>
        isParticular(template) && ids.some(id => patternOf(template).test(id))
          ? [{ one, index, particular: constant(template).length }]
          : [],
      ),
    )
    .sort((a, b) => b.particular - a.particular)
  return made && lineAt(made.one, made.index)
}

const nearby = (text: string, index: number): string => text.slice(index, index + 500).replaceAll(/\\(['"])/g, '$1')

const HOLE = /\$\{[^}]*\}/

const patternOf = (template: string): RegExp => new RegExp(`^${template.split(HOLE).map(regexEscaped).join('.+')}$`)

/** Whether a template contains more than the name of an API. */
const isParticular = (template: string): boolean => !/^(?:\w+\.)?$/.test(constant(template))

const constant = (template: string): string => template.split(HOLE).join('')

function found(all: readonly Text[], pattern: RegExp): string | undefined {
  for (const one of all) {
    const match = pattern.exec(one.text)
    if (match) return lineAt(one, match.index + match[0].search(/\S/))
  }
  return undefined
}

const lineAt = ({ file, text }: Text, index: number): string =>
  `${relative(process.cwd(), file) || file}:${text.slice(0, index).split('\n').length}`.replaceAll('\\', '/')
