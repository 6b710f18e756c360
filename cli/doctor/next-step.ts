/** What the user can do about each reason why requirements cannot be judged. */
import { join, relative } from 'node:path'
import type { Reason } from '../../harness/index.ts'
import { packageFolder } from '../../harness/kit-version.ts'
import { isLasting } from '../../suites/messaging/fixture-kinds.ts'
import { BUILT_IN } from './fixtures.ts'

/** Relative to the working directory: below node_modules if Assay is installed. */
const GUIDE = relative('', join(packageFolder, 'docs', 'provisioning.md'))

export interface Given {
  readonly file: string
  readonly provisioner: string | undefined
  /** The words of `allow` in the target file. */
  readonly allows: readonly string[]
}

const API_FIRST = 'See above: the API has to answer first.'

/** Null if nothing can be done about it. */
export function nextFor(because: Reason, { file, provisioner, allows }: Given): string | null {
  switch (because.kind) {
    case 'write-not-allowed':
      return `Put \`allow: [write]\` into ${file}, or run with --allow write.`
    case 'destructive-not-allowed':
      return allows.includes('destructive')
        ? 'Run with --allow destructive: the target file allows it already.'
        : `Put \`allow: [write, destructive]\` into ${file} and run with --allow destructive, on a deployment that may be damaged.`
    case 'making-not-allowed':
      return because.actor === undefined
        ? `Put \`allow: [write]\` into ${file}, or run with --allow write.`
        : `Name ${personInWords(because.actor)} under messaging.actors, or run with --allow write.`
    case 'missing-in-target-file':
      return MEMBERS[because.member] ?? `Add ${because.member} to ${file}.`
    case 'actor-missing':
      return `Name ${personInWords(because.actor)} under messaging.actors.`
    case 'user-id-missing':
      return `Add userId to messaging.actors.${because.actor}.`
    case 'credentials-refused':
      return 'See above: these credentials have to be right first.'
    case 'provisioner-missing':
      return because.unfit
        ? `Name a provisioner (${GUIDE}).`
        : `Name a provisioner, or give a ready-made one (${GUIDE}).`
    case 'ready-made-invalid':
      return `Correct ${because.fixture} under messaging.fixtures.`
    case 'provisioning-error':
      return provisioner === BUILT_IN
        ? 'Check what the log of the server says about it.'
        : `Repair the provisioner (${provisioner}), or let it answer {"unavailable": "why"} for what it cannot make.`
    case 'fixture-unavailable':
      return nextForUnavailable(because.fixture, provisioner)
    case 'no-reply':
      return because.via === 'provisioner'
        ? `Check messaging.provisioner (${provisioner}), and that the provisioner is up.`
        : API_FIRST
    case 'not-json':
    case 'wrong-address':
      return API_FIRST
    default:
      return null
  }
}

const MEMBERS: Readonly<Record<string, string>> = {
  'trading.credentials': 'Add trading.credentials for a test account.',
  'trading.signedProbe': 'Add trading.signedProbe: a harmless private endpoint that the account may read.',
  'trading.signedProbe.extraParams':
    'Write extraParams: true in trading.signedProbe, if it ignores unknown parameters.',
}

/** For a fixture that no provisioner makes. The built-in provisioner cannot be extended, the user's own can. */
function nextForUnavailable(fixture: string, provisioner: string | undefined): string {
  if (fixture === 'actor')
    return 'Name such people under messaging.actors, or let accounts be created (see the reason).'
  if (provisioner !== BUILT_IN) return `Let the provisioner make it (${GUIDE}); without it, this stays unverified.`
  return isLasting(fixture)
    ? `Give ${fixture} under messaging.fixtures, if there is one; without it, this stays unverified.`
    : 'A Zulip server gives no way to make it: this stays unverified.'
}

const personInWords = (word: string): string =>
  word === 'second' ? 'a second member' : word === 'user' ? 'a member' : `${/^[aeo]/.test(word) ? 'an' : 'a'} ${word}`
