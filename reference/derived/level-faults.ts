/** Faults of feature levels: each change of the descriptions one level early, one level late, or never. */
import type { Fault } from '../behaviour.ts'
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
  readonly missingIs?: 'should'
  /** The requirement that is violated if the change comes too early; a must if something is lost. */
  readonly early?: readonly [requirement: string, weight: 'must' | 'should']
  readonly facts?: Facts
}

/** How each change can be observed. Changes that are not in here have a reason in `silent`. */
const observables: Readonly<Record<string, Observable>> = {
  '*/ignored_parameters_unsupported': {
    name: 'unsupported-listed',
    missing: 'parameters.unsupported-create-drafts',
    early: ['parameters.unsupported-ahead', 'should'],
  },
  'setTypingStatus/type=private': {
    name: 'private-dropped',
    missing: 'typing.private-dropped',
    early: ['typing.private', 'must'],
  },
  'setTypingStatus/stream_id': {
    name: 'typing-stream-id',
    missing: 'typing.stream',
  },
  'setTypingStatus/type=channel': {
    name: 'typing-channel',
    missing: 'typing.channel',
    early: ['typing.channel-ahead', 'should'],
  },
  'updateScheduledMessage/type=channel': {
    name: 'scheduled-channel',
    missing: 'scheduled-messages.type-channel',
    early: ['scheduled-messages.type-channel-ahead', 'should'],
  },
  'uploadFile/url': {
    name: 'upload-url',
    missing: 'uploads.url',
    early: ['uploads.url-ahead', 'should'],
  },
  'getUserGroups/include_deactivated_groups': {
    name: 'include-deactivated',
    missing: 'user-groups.deactivated-included',
    early: ['user-groups.new-name-ahead', 'should'],
  },
  'getUserGroups/allow_deactivated': {
    name: 'allow-deactivated',
    early: ['user-groups.old-name-works', 'must'],
  },
  'level 334': {
    name: 'empty-topic',
    missing: 'typing.empty-topic',
    missingIs: 'should',
    early: ['typing.empty-topic-ahead', 'should'],
    facts: { operation: 'setTypingStatus' },
  },
  'getMessageHistory/allow_empty_topic_name': {
    name: 'allow-empty-topic-name',
    missing: 'history.empty-topic-supported',
  },
  setMessageEditTypingStatus: {
    name: 'edit-typing',
    missing: 'typing.edit',
    early: ['typing.edit-ahead', 'should'],
  },
  createChannelFolder: {
    name: 'channel-folders',
    missing: 'channel-folders.created',
    early: ['channel-folders.ahead', 'should'],
  },
  createChannel: {
    name: 'create-channel',
    missing: 'channels.created',
    early: ['channels.ahead', 'should'],
  },
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

const mark = (id: string): string => `messaging.${id}`

function faultsOf({ what, level, operation, part }: LevelChange): Fault[] {
  const known = observables[what]
  if (!known) return []
  const { name, missing, missingIs, early, facts = { ...(operation && { operation }), ...(part && { part }) } } = known
  const fault = (word: 'never' | 'late' | 'early', when: string, breached: string): Fault => ({
    id: mark(`levels.${name}.${word}`),
    api: 'messaging',
    derived: true,
    describes: `The change of level ${level} (${what}) comes ${when}`,
    breaches: [mark(breached)],
    changes: [levelChangeAnswers(level, facts, word)],
  })
  const weight = missingIs && { weight: missingIs }
  return [
    ...(missing === undefined
      ? []
      : [
          { ...fault('never', 'never', missing), ...weight, levels: { since: level } },
          { ...fault('late', 'one level late', missing), ...weight, levels: { since: level, until: level } },
        ]),
    ...(early === undefined
      ? []
      : [
          {
            ...fault('early', 'one level early', early[0]),
            levels: { since: level - 1, until: level - 1 },
            ...(early[1] === 'should' && { weight: 'should' as const }),
          },
        ]),
  ]
}

export const derivedLevelFaults: readonly Fault[] = levelChanges.flatMap(faultsOf)
