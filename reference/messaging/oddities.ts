/** Rules that a server keeps for nearly every request: only requests nobody wrote down show that it does not. */
import type { Call, Moment, Reply } from './call.ts'
import { refuse } from './call.ts'
import { oddRules } from './odd-rules.ts'
import type { Organization } from './organization.ts'

/** The answer of a server that stumbles over this request; undefined where it does not. */
export function oddAnswer(call: Call): Reply | undefined {
  for (const { rule, operation, when, answer } of oddRules) {
    if (operation !== '*' && operation !== call.operation) continue
    if (call.keeps(rule) || !when(call)) continue
    return answer === 'refusal'
      ? refuse(call, 'odd', 'Not like this')
      : ({ detail: 'Server error' } as unknown as Reply)
  }
  return undefined
}

/** A refused profile field that stays all the same. */
export function keepRefused(moment: Moment, org: Organization, sent: ReadonlyMap<string, string>): void {
  const name = sent.get('name')
  if (name === undefined || moment.operation !== 'createProfileField') return
  if (moment.keeps('createProfileField.refused-is-nothing')) return
  const id = org.id('profileField')
  const plain = { hint: '', type: 1, order: 1, field_data: '', required: false, editable_by_user: true }
  org.profileFields.set(id, { ...plain, id, name, display_in_profile_summary: false })
}
