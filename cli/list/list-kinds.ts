/** The kinds of things that `assay list` lists. */
export const kinds = [
  'requirements',
  'open-points',
  'not-observable',
  'profiles',
  'faults',
  'interaction-faults',
  'variants',
] as const
export type Kind = (typeof kinds)[number]
