/** A shard: one machine's share of a run that is divided among machines. */

export interface Share {
  /** As the report calls it: `2/4`, or `last/4`. */
  readonly name: string
  /** Whether the check or visit with this id belongs to this share. */
  readonly takes: (id: string) => boolean
  readonly split: Split
}

/** What all the shares of a run have in common. */
export interface Split {
  /** The names of the shares that have something to do. */
  readonly parts: string[]
  /** The digest of which check goes to which share: shares of different runs cannot be merged. */
  readonly digest: string
}
