/** What the model cites: requirements of the catalogue, with the codes that their refusals carry. */
import type { Sentences } from '../../../generated/catalogue.ts'

export type RequirementId = keyof Sentences & string

/** Why a request is refused. */
export interface Rule {
  readonly by: RequirementId
  /** The codes of which one is required. */
  readonly codes?: readonly string[]
  /** The code that is only recommended. */
  readonly prefers?: string
}

export const refused = (by: RequirementId, ...codes: readonly string[]): Rule =>
  codes.length > 0 ? { by, codes } : { by }

/** The envelope is required; that the code is BAD_REQUEST is recommended. */
export const refusedPreferably = (by: RequirementId): Rule => ({ by, prefers: 'BAD_REQUEST' })
