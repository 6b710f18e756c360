/** What to do about each thing that keeps requirements from being judged. */

import type { Obstacle } from '../../reports/index.ts'
import { isLasting } from '../../suites/messaging/fixture-kinds.ts'
import { BUILT_IN } from './fixtures.ts'

export function nextFor({ reason, why }: Obstacle, file: string, provisioner: string | undefined): string | null {
  if (why.includes('refuses the credentials')) return 'See above: these credentials have to be right first.'
  const actor = /names no (\w+)/.exec(why)?.[1]
  const wanted = /would make an actor for (\w+)/.exec(why)?.[1]
  if (wanted)
    return `Name ${wanted === 'second' ? 'a second member' : somebody(wanted)} under messaging.actors, or run with --allow write.`
  if (reason === 'not-allowed')
    return why.includes('destructive')
      ? `Put \`allow: [write, destructive]\` into ${file} and run with --allow destructive, on a deployment that may be damaged.`
      : `Put \`allow: [write]\` into ${file}, or run with --allow write.`
  if (reason === 'no-credentials' && actor)
    return actor === 'user'
      ? 'Name a member under messaging.actors.'
      : `Name ${actor === 'second' ? 'a second member' : `somebody with the role ${actor}`} under messaging.actors.`
  if (reason === 'no-credentials') return 'Add trading.credentials for a test account.'
  if (why.includes('extraParams')) return 'Say extraParams: true in trading.signedProbe, if it is so.'
  if (why.includes('signedProbe')) return 'Add trading.signedProbe: a harmless private endpoint.'
  if (reason === 'fixture-missing') return nextForFixture(why, provisioner)
  if (reason === 'unreachable') return 'See above: the API has to answer first.'
  return null
}

/** What no provisioner has made: advice for the one that is built in differs from advice for one's own. */
function nextForFixture(why: string, provisioner: string | undefined): string | null {
  if (why.includes('was not tried')) return null
  const kind = /(?:has no|failed to make) ([\w-]+)/.exec(why)?.[1]
  if (kind === 'actor') return 'Name such people under messaging.actors, or let accounts be created (see the reason).'
  if (provisioner === undefined) return 'Name a provisioner, or give a ready-made one (docs/provisioning.md).'
  if (provisioner !== BUILT_IN)
    return 'Let the provisioner make it (docs/provisioning.md); without it, this stays unverified.'
  return kind !== undefined && isLasting(kind)
    ? `Give ${kind} under messaging.fixtures, if there is one; without it, this stays unverified.`
    : 'A Zulip server gives no way to make it: this stays unverified.'
}

const somebody = (word: string): string => `${/^[aeo]/.test(word) ? 'an' : 'a'} ${word === 'user' ? 'member' : word}`
