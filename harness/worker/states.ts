/** What both sides of a bounded call agree on. */
export interface Call {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

export type Answer = { readonly came: unknown } | { readonly failed: string }

/** The module is loaded, and the work begins. */
export const BEGUN = 2
/** The answer is there. */
export const ANSWERED = 1
