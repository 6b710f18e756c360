/** Faults of feature levels: each change of the descriptions one level early, one level late, or never. */
import type { Fault } from '../behaviour.ts'
import { weightOf } from '../breached.ts'
import { levels } from '../messaging/levels.ts'
import { alter, type Change } from '../operations/change.ts'
import { type LevelChange, levelChanges } from './level-changes.ts'

interface Facts {
  readonly operation?: string
  readonly part?: string
}

interface Observable {
  readonly name: string
  /** The requirement that is violated if the change is missing; none if the change removes something. */
  readonly missing?: string
  /** The requirement that is violated if the change comes too early. */
  readonly early?: string
  readonly facts?: Facts
}

/** How each change can be observed. Changes that are not in here have a reason in `silent`. */
const observables: Readonly<Record<string, Observable>> = {
  '*/ignored_parameters_unsupported': {
    name: 'unsupported-listed',
    missing: 'parameters.unsupported-create-drafts',
    early: 'parameters.unsupported-ahead',
  },
  'setTypingStatus/type=private': {
    name: 'private-dropped',
    missing: 'typing.private-dropped',
    early: 'typing.private',
  },
  'setTypingStatus/stream_id': { name: 'typing-stream-id', missing: 'typing.stream' },
  'setTypingStatus/type=channel': { name: 'typing-channel', missing: 'typing.channel', early: 'typing.channel-ahead' },
  'updateScheduledMessage/type=channel': {
    name: 'scheduled-channel',
    missing: 'scheduled-messages.type-channel',
    early: 'scheduled-messages.type-channel-ahead',
  },
  'uploadFile/url': { name: 'upload-url', missing: 'uploads.url', early: 'uploads.url-ahead' },
  'getUserGroups/include_deactivated_groups': {
    name: 'include-deactivated',
    missing: 'user-groups.deactivated-included',
    early: 'user-groups.new-name-ahead',
  },
  'getUserGroups/allow_deactivated': { name: 'allow-deactivated', early: 'user-groups.old-name-works' },
  'level 334': {
    name: 'empty-topic',
    missing: 'typing.empty-topic',
    early: 'typing.empty-topic-ahead',
    facts: { operation: 'setTypingStatus' },
  },
  'getMessageHistory/allow_empty_topic_name': {
    name: 'allow-empty-topic-name',
    missing: 'history.empty-topic-supported',
  },
  setMessageEditTypingStatus: { name: 'edit-typing', missing: 'typing.edit', early: 'typing.edit-ahead' },
  createChannelFolder: { name: 'channel-folders', missing: 'channel-folders.created', early: 'channel-folders.ahead' },
  createChannel: { name: 'create-channel', missing: 'channels.created', early: 'channels.ahead' },
}

/** Changes the answer of the step `reached` at the levels in question. */
const levelChangeAnswers = (level: number, facts: Facts, word: 'never' | 'late' | 'early'): Change =>
  alter(levels, 'reached', () => word === 'early', {
    where: (it, change, part) =>
      change === level &&
      (facts.operation ?? it.operation) === it.operation &&
      (facts.part ?? part) === part &&
      (word === 'never' ? it.level >= level : it.level === (word === 'late' ? level : level - 1)),
  })

function faultsOf({ what, level, operation, part }: LevelChange): Fault[] {
  const known = observables[what]
  if (!known) return []
  const { name, missing, early, facts = { ...(operation && { operation }), ...(part && { part }) } } = known
  const fault = (
    word: 'never' | 'late' | 'early',
    when: string,
    breached: string,
    levels: NonNullable<Fault['levels']>,
  ): Fault => {
    const breaches = [`messaging.${breached}`]
    return {
      id: `messaging.levels.${name}.${word}`,
      api: 'messaging',
      derived: true,
      describes: `The change of level ${level} (${what}) comes ${when}`,
      breaches,
      changes: [levelChangeAnswers(level, facts, word)],
      ...weightOf(breaches),
      levels,
    }
  }
  return [
    ...(missing === undefined
      ? []
      : [
          fault('never', 'never', missing, { since: level }),
          fault('late', 'one level late', missing, { since: level, until: level }),
        ]),
    ...(early === undefined ? [] : [fault('early', 'one level early', early, { since: level - 1, until: level - 1 })]),
  ]
}

export const derivedLevelFaults: readonly Fault[] = levelChanges.flatMap(faultsOf)
