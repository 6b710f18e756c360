/** A finished run in the forms people and machines read. */
export { shortened, width, wrapped } from './columns.ts'
export { printable } from './escape.ts'
export { type FindExchange, failureBlock } from './failure.ts'
export { junit } from './junit.ts'
export { type Paint, paint } from './paint.ts'
export { duration, progressLine } from './progress.ts'
export { tally } from './tally.ts'
export { summary } from './terminal.ts'
