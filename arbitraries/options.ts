/** What a caller knows about the target that requests are generated for. */
import type { Choice } from './favouring.ts'
import type { TextKind } from './text.ts'

export interface RequestOptions {
  /** Feature level; the newest unless said. */
  readonly level?: number
  /** Levels at which a request is to be as right or as wrong as at that one; those that lack the operation aside. */
  readonly alsoAt?: readonly number[]
  readonly text?: TextKind
  /** Ids (or, for text, names) of things that exist, by kind: user, channel, group, message and so on. */
  readonly ids?: Readonly<Record<string, Choice<number | string>>>
  /** The register settings that limit lengths; without its setting a text stays short. */
  readonly limits?: Readonly<Record<string, number>>
  /** The values of a parameter, in place of what its schema says; `absent` never sends it. */
  readonly given?: Readonly<Record<string, Choice<unknown> | 'absent'>>
  /** Titles of the forms to generate, where a request has several; all of them unless said. */
  readonly forms?: readonly string[]
  /** Where invented addresses live. */
  readonly emailDomain?: string
  /** The present, in Unix seconds. */
  readonly now?: number
}
