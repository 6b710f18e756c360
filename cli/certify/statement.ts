/** A vendor's statement: reads it, checks it against the profile, and writes it into a bundle in one form. */

import type { VendorStatement } from '../../generated/formats.ts'
import statementSchema from '../../generated/statement-schema.ts'
import { boundedYaml, ConfigurationError, nearest, offsetOf, readBounded, validatorOf } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { shapeMistake } from '../shape-mistake.ts'
import { type CertifiableSet, currentSet, matching, mayBeUnsupported, profileNamed } from './certifiable-set.ts'

/** A statement with the position of each member in its file. */
export interface LocatedStatement {
  readonly statement: VendorStatement
  /** `file:line:column` of a JSON pointer. */
  at(pointer: string): string
}

const LARGEST = 1024 * 1024

export function readStatement(file: string): LocatedStatement {
  return parseStatement(readBounded(file, LARGEST), file)
}

/** The text of statement.json in a bundle: members in a fixed order. */
export function statementText({
  vendor,
  product,
  contact,
  profile,
  featureLevel,
  unsupported,
}: VendorStatement): string {
  const { name, version, url } = product
  const options = (unsupported ?? []).map(one => ({
    requirement: one.requirement,
    reason: one.reason,
    ...(one.url !== undefined && { url: one.url }),
  }))
  const ordered = {
    vendor,
    product: { name, version, ...(url !== undefined && { url }) },
    contact,
    profile,
    ...(featureLevel !== undefined && { featureLevel }),
    ...(options.length > 0 && { unsupported: options }),
  }
  return `${JSON.stringify(ordered, null, 2)}\n`
}

export function parseStatement(text: string, file: string): LocatedStatement {
  const { document, at: place, toJS } = boundedYaml(text, file, 0)
  const at = (pointer: string): string => place(offsetOf(document, pointer))
  const data = toJS()
  const valid = validatorOf(statementSchema)
  if (!valid(data)) {
    const { pointer, why } = shapeMistake(valid.errors?.[0], 'the statement')
    throw new ConfigurationError(`${at(pointer)}: ${why}`)
  }
  const statement = data as VendorStatement
  const [mistake] = mistakesOf(statement, currentSet())
  if (mistake) throw new ConfigurationError(`${at(mistake.pointer)}: ${mistake.why}`)
  return { statement, at }
}

interface Mistake {
  readonly pointer: string
  readonly why: string
}

/** What is wrong with a statement about this set of requirements. */
export function mistakesOf(
  { profile, featureLevel, unsupported = [] }: VendorStatement,
  set: CertifiableSet,
): Mistake[] {
  const chosen = profileNamed(set, profile)
  if (!chosen) {
    const names = set.profiles.map(({ name }) => name)
    const hint = nearest(profile, names) || `; there are ${names.join(', ')}`
    return [{ pointer: '/profile', why: `there is no profile "${printable(profile)}"${hint}` }]
  }
  if (featureLevel === undefined && chosen.requirements.some(id => id.startsWith('messaging.')))
    return [{ pointer: '', why: `the profile ${profile} covers messaging, so the statement needs a featureLevel` }]
  return unsupported.flatMap(({ requirement }, index): Mistake[] => {
    const pointer = `/unsupported/${index}/requirement`
    const named = matching(chosen.requirements, requirement)
    if (named.length === 0)
      return [{ pointer, why: `"${requirement}" matches no requirement of the profile ${profile}` }]
    const due = named.find(id => !mayBeUnsupported(chosen, id))
    if (due === undefined) return []
    const options = (chosen.optional ?? []).join(', ')
    const may =
      options === '' ? 'nothing may be declared unsupported' : `only these may be declared unsupported: ${options}`
    return [{ pointer, why: `${due} is not optional in the profile ${profile}: ${may}` }]
  })
}
