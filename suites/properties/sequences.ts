/** Sequences of requests: after each step the target is in the state that the contract says. */
import { area } from '../messaging/area.ts'
import { groups } from './sequences-of-groups.ts'
import { drafts, links, profileFields, queues, reactions } from './sequences-of-things.ts'

export default area('messaging.sequences', ({ check }) => [
  check(
    'messaging.sequences.drafts',
    'Whatever drafts were created before, each batch answers new ids, one for each draft',
    drafts,
  ),
  check(
    'messaging.sequences.user-groups',
    'Through any course of creating, using, deactivating and listing groups, each step goes as the states say',
    groups,
  ),
  check(
    'messaging.sequences.invite-links',
    'Through any course of making and revoking links, a link is revoked exactly once',
    links,
  ),
  check(
    'messaging.sequences.event-queues',
    'Through any course of deletions by two users, a queue is deleted exactly once',
    queues,
  ),
  check(
    'messaging.sequences.reactions',
    'Through any course of reacting and removing by two users, a reaction is removed by its user exactly once',
    reactions,
  ),
  check(
    'messaging.sequences.profile-fields',
    'Through any course of creating and listing profile fields, the list has each as it was sent',
    profileFields,
  ),
])
