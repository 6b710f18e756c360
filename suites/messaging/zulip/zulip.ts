/** The built-in provisioner for Zulip servers, whose API is a superset of the messaging contract. */
import type { BuiltIn, BuiltInParts, FixtureValue } from '../../../harness/index.ts'
import { zulipCaller } from './caller.ts'
import { channelMakers } from './channels.ts'
import { discard } from './discard.ts'
import { eventMakers } from './events.ts'
import { invitationMakers } from './invitations.ts'
import { madeIn } from './made-in.ts'
import { messageMakers } from './messages.ts'
import { NotOnZulip } from './not-on-zulip.ts'
import { organizationMakers } from './organization.ts'
import { peopleMakers } from './people.ts'
import { reaction } from './reactions.ts'
import { scheduledMessageMakers } from './scheduled-messages.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

type Answer = { readonly value: FixtureValue } | { readonly unavailable: string }

const makers: Readonly<Record<string, Maker>> = {
  ...peopleMakers,
  ...channelMakers,
  ...messageMakers,
  reaction,
  ...scheduledMessageMakers,
  ...eventMakers,
  ...invitationMakers,
  ...organizationMakers,
  discard,
}

/** Fixtures that no call of a Zulip server can create, and what to do instead. */
const reasons: Readonly<Record<string, string>> = {
  'last-owner': 'no call makes an organization; give last-owner under messaging.fixtures',
  'last-user': 'no call makes an organization; give last-user under messaging.fixtures',
  'push-device':
    'a device is registered through the push service, not by a call; give push-device under messaging.fixtures',
  'push-fault': 'no call disturbs the push service',
}

export function zulip(parts: BuiltInParts): BuiltIn {
  let made = 0
  let last: Promise<unknown> = Promise.resolve()
  const server: Zulip = {
    ...parts,
    calls: zulipCaller(parts),
    level: parts.target.messaging?.featureLevel ?? 0,
    next: () => ++made,
    inTurn(action) {
      const mine = last.then(action, action)
      last = mine
      return mine
    },
    queues: new Map(),
    settings: new Map(),
    senders: new Map(),
  }
  return {
    async provision(kind, withWhat): Promise<Answer> {
      const maker = makers[kind]
      if (!maker) return { unavailable: reasons[kind] ?? 'a Zulip server has no known call for it' }
      try {
        return { value: await maker(withWhat, server) }
      } catch (error) {
        if (error instanceof NotOnZulip) return { unavailable: error.message }
        throw error
      }
    },
    madeIn: (runId, links) => madeIn(server, runId, links),
  }
}
