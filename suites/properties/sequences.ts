/** Courses of requests: after each step the target is as the contract says. */
import { area } from '../messaging/area.ts'
import { groups } from './courses-of-groups.ts'
import { drafts, links, profileFields, queues, reactions } from './courses-of-things.ts'

export default area('messaging.sequences', ({ check }) => [
  check('drafts', 'Whatever drafts were created before, each batch answers new ids, one for each draft', drafts),
  check(
    'user-groups',
    'Through any course of creating, using, deactivating and listing groups, each step goes as the states say',
    groups,
  ),
  check('invite-links', 'Through any course of making and revoking links, a link is revoked exactly once', links),
  check('event-queues', 'Through any course of deletions by two users, a queue is deleted exactly once', queues),
  check(
    'reactions',
    'Through any course of reacting and removing by two users, a reaction is removed by its user exactly once',
    reactions,
  ),
  check(
    'profile-fields',
    'Through any course of creating and listing profile fields, the list has each as it was sent',
    profileFields,
  ),
])
