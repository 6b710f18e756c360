/** One machine's share of a run that several machines carry out. */

export interface Share {
  /** As the report calls it: `2/4`, or `last/4`. */
  readonly name: string
  /** Whether this share carries out the check or visit of this id. */
  readonly takes: (id: string) => boolean
  readonly split: Split
}

/** What all the shares of a run have in common. */
export interface Split {
  /** The names of the shares that have something to do. */
  readonly parts: string[]
  /** Of which check goes to which share: shares of different runs cannot be merged. */
  readonly digest: string
}
