/** For what is told after something went wrong where nobody knows whose it is: the secrets of all sessions are taken out. */
import type { Redactor } from './redactor.ts'

/** Many side by side, and few enough that sessions which are over fill no memory. */
const MOST = 32
const latest: Pick<Redactor, 'text'>[] = []

export function hidesEverywhere(one: Pick<Redactor, 'text'>): void {
  latest.push(one)
  if (latest.length > MOST) latest.shift()
}

export const hideEverywhere = (text: string): string => latest.reduce((left, one) => one.text(left), text)
