/** The rules that models cite: requirements of the catalogue, with the codes of refusals. */
import type { Sentences } from '../../../generated/catalogue.ts'

export type RequirementId = keyof Sentences & string

/** The requirement by which a request is refused. */
export interface Rule {
  readonly by: RequirementId
  /** One of these codes is required. */
  readonly codes?: readonly string[]
  /** This code is only recommended. */
  readonly prefers?: string
}

export const refused = (by: RequirementId, ...codes: readonly string[]): Rule =>
  codes.length > 0 ? { by, codes } : { by }

/** The envelope is required; that the code is BAD_REQUEST is recommended. */
export const refusedPreferably = (by: RequirementId): Rule => ({ by, prefers: 'BAD_REQUEST' })
