/** Fixtures that the target file has ready: lent to every check that asks, so only what no check changes. */
import type { Target } from '../target/load-target.ts'
import { Undecided } from '../undecided.ts'
import { faultOf } from './fixture-values.ts'
import type { FixtureValue, Provisioner } from './provisioner.ts'

/**
 * What serves again and again, in this run and in the next. The rest is used up or changed by the first check that has
 * it, or reads back what has just happened, which a value written down beforehand cannot know.
 */
const LASTING = new Set([
  'channel',
  'message',
  'register',
  'linkifier',
  'push-device',
  'presence',
  'unread',
  'last-owner',
  'last-user',
])

/** Whether a ready-made one of this kind can be lent. */
export const isLasting = (kind: string): boolean => LASTING.has(kind)

export function readyMade(fixtures: NonNullable<Target['messaging']>['fixtures'] = {}): Provisioner {
  const ready = (kind: string): FixtureValue | undefined => (LASTING.has(kind) ? fixtures[kind] : undefined)
  return {
    lends: true,
    isLent: () => true,
    forbids: () => false,
    offers: kind => ready(kind) !== undefined,
    async provide(kind, withWhat) {
      const value = ready(kind)
      if (!value) throw new Undecided('fixture-missing', notReady(kind, fixtures), false)
      const fault = faultOf(kind, value) ?? unlike(kind, withWhat, value)
      if (fault)
        throw new Undecided('fixture-missing', `the ready-made ${kind} of the target file will not do: ${fault}`, false)
      return value
    },
  }
}

export function notReady(kind: string, fixtures: Readonly<Record<string, unknown>> = {}): string {
  return Object.hasOwn(fixtures, kind)
    ? `no provisioner, and a ready-made ${kind} will not do: each check needs one of its own`
    : `no provisioner and no ready-made ${kind} in the target file`
}

/** A wish that an ordinary one does not fulfil, unless the file says that this one does. */
function unlike(kind: string, wishes: FixtureValue, value: FixtureValue): string | null {
  if (kind !== 'channel') return null
  if (wishes['private'] === true && value['private'] !== true) return 'it is not said to be private'
  const { settings } = wishes
  return typeof settings === 'object' && settings !== null && Object.keys(settings).length > 0
    ? 'a check needs one with settings of its own'
    : null
}
