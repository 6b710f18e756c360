/** How many requests a run may spend. */
export type Budget = 'quick' | 'standard' | 'thorough'
