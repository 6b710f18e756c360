/** Faults of feature levels: a change that comes one level early or late, or never. */
import type { Fault } from '../../behaviour.ts'
import { breach, type More } from './fault.ts'

interface Change {
  readonly level: number
  readonly part?: string
  readonly operation?: string
  /** What is breached where the change is missing. */
  readonly missing: string | readonly string[]
  /** What is breached where it shows too early; a must where something is lost. */
  readonly early?: readonly [requirement: string | readonly string[], weight: 'must' | 'should']
  readonly mayAlso?: string | readonly string[]
}

const changes: Readonly<Record<string, Change>> = {
  'unsupported-listed': {
    level: 167,
    missing: 'parameters.unsupported-create-drafts',
    early: ['parameters.unsupported-ahead', 'should'],
    mayAlso: ['parameters.*', 'user-groups.old-name'],
  },
  'private-dropped': {
    level: 215,
    part: 'private',
    missing: 'typing.private-dropped',
    early: ['typing.private', 'must'],
  },
  'typing-stream-id': {
    level: 215,
    part: 'stream_id',
    missing: 'typing.stream',
    mayAlso: ['typing.*', 'parameters.*'],
  },
  'typing-channel': {
    level: 248,
    part: 'channel',
    operation: 'setTypingStatus',
    missing: 'typing.channel',
    early: ['typing.channel-ahead', 'should'],
    mayAlso: 'typing.*',
  },
  'scheduled-channel': {
    level: 248,
    part: 'channel',
    operation: 'updateScheduledMessage',
    missing: 'scheduled-messages.type-channel',
    early: ['scheduled-messages.type-channel-ahead', 'should'],
    mayAlso: 'scheduled-messages.*',
  },
  'upload-url': {
    level: 272,
    missing: 'uploads.url',
    early: ['uploads.url-ahead', 'should'],
    mayAlso: 'uploads.uri-equals-url',
  },
  'include-deactivated': {
    level: 294,
    part: 'include_deactivated_groups',
    missing: 'user-groups.deactivated-included',
    early: ['user-groups.new-name-ahead', 'should'],
    mayAlso: ['user-groups.*', 'parameters.*'],
  },
  'allow-deactivated': {
    level: 294,
    part: 'allow_deactivated',
    missing: [],
    early: ['user-groups.old-name-works', 'must'],
    mayAlso: ['user-groups.*', 'parameters.*'],
  },
  'empty-topic': {
    level: 334,
    operation: 'setTypingStatus',
    missing: 'typing.empty-topic',
    early: ['typing.empty-topic-ahead', 'should'],
    mayAlso: 'typing.*',
  },
  'edit-typing': {
    level: 361,
    operation: 'setMessageEditTypingStatus',
    missing: 'typing.edit',
    early: ['typing.edit-ahead', 'should'],
    mayAlso: ['typing.*', 'parameters.*'],
  },
  'channel-folders': {
    level: 389,
    missing: 'channel-folders.created',
    early: ['channel-folders.ahead', 'should'],
    mayAlso: ['channel-folders.*', 'channels.folder', 'limits.*', 'parameters.*'],
  },
  'create-channel': {
    level: 417,
    missing: 'channels.created',
    early: ['channels.ahead', 'should'],
    mayAlso: ['channels.*', 'user-groups.*', 'limits.*', 'parameters.*'],
  },
}

function faultsOf([name, change]: [string, Change]): Fault[] {
  const { level, part, operation, missing, early, mayAlso } = change
  const facts = { ...(part && { part }), ...(operation && { operation }) }
  const common: More = { facts, ...(mayAlso && { mayAlso }) }
  const faults: Fault[] = []
  if (missing.length > 0) {
    faults.push(
      breach(
        `levels.${name}.never`,
        `The change of level ${level} (${name}) never comes`,
        missing,
        `levels.${level}.ever`,
        { ...common, since: level },
      ),
      breach(
        `levels.${name}.late`,
        `The change of level ${level} (${name}) comes one level late`,
        missing,
        `levels.${level}.at-once`,
        {
          ...common,
          since: level,
          until: level,
        },
      ),
    )
  }
  if (early) {
    const [requirement, weight] = early
    const describes = `The change of level ${level} (${name}) comes one level early`
    faults.push(
      breach(`levels.${name}.early`, describes, requirement, `levels.${level}.not-before`, {
        ...common,
        since: level - 1,
        until: level - 1,
        ...(weight === 'should' && { should: true }),
      }),
    )
  }
  return faults
}

export const levelFaults: readonly Fault[] = Object.entries(changes).flatMap(faultsOf)
