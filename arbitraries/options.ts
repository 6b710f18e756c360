/** What a caller knows about the target that requests are generated for. */
import type { Choice } from './favouring.ts'
import type { TextKind } from './text.ts'

export interface RequestOptions {
  /** Feature level; the newest by default. */
  readonly level?: number
  /**
   * Further levels at which a request must be valid, or invalid, as it is at `level`. Levels without the operation are
   * ignored.
   */
  readonly alsoAt?: readonly number[]
  readonly text?: TextKind
  /** Ids (or, for text, names) of things that exist, by kind: user, channel, group, message and so on. */
  readonly ids?: Readonly<Record<string, Choice<number | string>>>
  /** Values of the register settings that limit lengths. A text whose limit is not given stays short. */
  readonly limits?: Readonly<Record<string, number>>
  /** Values of a parameter that replace what its schema says; `absent`: never sent. */
  readonly given?: Readonly<Record<string, Choice<unknown> | 'absent'>>
  /** Titles of the forms to generate, for a request with several; all of them by default. */
  readonly forms?: readonly string[]
  /** Domain of invented email addresses. */
  readonly emailDomain?: string
  /** The current time in Unix seconds. */
  readonly now?: number
}
