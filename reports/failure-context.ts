/** The context of a failure beyond expected and actual: what was tried, concurrent requests, what happened before. */
import type { JudgedRequirement } from '../generated/formats.ts'

export const BESIDE_OTHERS = 'without another request under way to the same address it held; at the same time'

export function contextOf({
  tried,
  meanwhile,
  before,
}: Pick<JudgedRequirement, 'tried' | 'meanwhile' | 'before'>): (readonly [label: string, text: string])[] {
  return [
    ...(tried === undefined ? [] : [['Tried', tried] as const]),
    ...(meanwhile ? [['Meanwhile', `${BESIDE_OTHERS}: exchange ${meanwhile.join(', ')}`] as const] : []),
    ...(before ? [['Before', before.join('; ')] as const] : []),
  ]
}
