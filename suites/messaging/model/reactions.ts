/** The model of removing reactions: messaging contract, "Messages", DELETE /messages/{message_id}/reactions. */
import { type Row, type Ruling, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { succeeds } from '../conventions/envelope.predicates.ts'
import { NO_SUCH_ID, newlyMade, unlessMissing } from '../fixtures.ts'
import { GONE, hasOneReactionEach } from '../messages/reaction-makers.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { type Done, everybody, firstIn, type OperationModel, type Params } from './operation-model.ts'
import { room } from './rooms.ts'
import { type RequirementId, refused } from './rules.ts'
import { type RequestContext, value, withOpenRefusal, wrong } from './values.ts'

const EMOJI: Readonly<Record<string, { readonly reactionType: string; readonly emojiName?: string }>> = {
  unicode: { reactionType: 'unicode_emoji', emojiName: 'octopus' },
  custom: { reactionType: 'realm_emoji' },
  extra: { reactionType: 'zulip_extra_emoji' },
}

/** An emoji of several codepoints, for rows in which the code comes first and name, code and type are all sent. */
const OF_SEVERAL = { reactionType: 'unicode_emoji', emojiName: 'germany' }
const CODE_FIRST = 'emoji_code first'
const WHOLLY = 'name, code and type'

/** A code of no emoji, and a code that is invalid in the namespace of the type sent. */
const NO_CODE = 'an invalid code'
const CODE_OF_ANOTHER = 'a code of another type'

const isOfSeveral = (row: Row): boolean =>
  row['emoji'] === 'unicode' && row['order'] === CODE_FIRST && row['named by'] === WHOLLY

const typeBy: Readonly<Record<string, RequirementId>> = {
  unicode: 'messaging.reactions.unicode-emoji',
  custom: 'messaging.reactions.realm-emoji',
  extra: 'messaging.reactions.zulip-extra-emoji',
}

const BY_NAME = 'name alone'

export const removeReaction: OperationModel = {
  operation: 'removeReaction',
  needs: { actors: ['user'], fixtures: ['channel', 'message', 'reaction'], allow: 'write' },
  accepted: 'messaging.reactions.removed',
  decides: ['messaging.reactions.refused-stays'],
  factors: () => [
    everybody,
    { name: 'emoji', parameter: null, values: Object.keys(EMOJI).map(emoji => value(emoji, undefined, typeBy[emoji])) },
    {
      name: 'named by',
      parameter: null,
      values: [
        value(WHOLLY, undefined),
        // Accepting a removal without a name, or with a name only, is recommended; what a code means without a type is open.
        withOpenRefusal(value('code and type', undefined)),
        withOpenRefusal(value(BY_NAME, undefined)),
        withOpenRefusal(value('name and code', undefined)),
        ...[NO_CODE, CODE_OF_ANOTHER].map(invalid =>
          wrong(invalid, undefined, refused('messaging.reactions.invalid-code', 'BAD_REQUEST', GONE)),
        ),
        wrong('another type', undefined, refused('messaging.reactions.type-outside')),
        wrong('one on another message', undefined, refused('messaging.reactions.never-made', GONE)),
        wrong('one removed before', undefined, refused('messaging.reactions.removed-twice', GONE)),
        wrong('an unknown message', undefined, refused('messaging.reactions.unknown-message')),
      ],
    },
    firstIn('emoji_code', 'reaction_type'),
  ],
  exclusions: [
    {
      reason: 'a name alone is enough for a unicode emoji',
      excludes: row => row['named by'] === BY_NAME && row['emoji'] !== undefined && row['emoji'] !== 'unicode',
    },
    {
      reason: 'what is not sent is not first',
      excludes: row =>
        (row['named by'] === BY_NAME && row['order'] !== undefined && row['order'] !== 'as listed') ||
        (row['named by'] === 'name and code' && row['order'] === 'reaction_type first'),
    },
  ],
  arranged,
  request,
  settled: ({ outcome, notes }) => {
    if (outcome === 'success') removed(notes.get('board') as Board, String(notes.get('key')))
  },
  review,
  rows: { quick: 0, standard: 80, thorough: 300 },
}

/** Adds rows so that every caller who must be accepted removes each emoji by name, code and type. */
function arranged(rows: readonly Row[]): readonly Row[] {
  const [plain] = rows
  const served = everybody.values.filter(({ open, name }) => !open && rows.some(({ caller }) => caller === name))
  const whole = served.flatMap(({ name: caller }): Row[] => [
    ...Object.keys(EMOJI).map(emoji => ({ ...plain, caller, emoji })),
    { ...plain, caller, order: CODE_FIRST },
  ])
  const hasRow = (wanted: Row): boolean =>
    rows.some(
      row =>
        ['caller', 'emoji', 'named by'].every(name => row[name] === wanted[name]) &&
        isOfSeveral(row) === isOfSeveral(wanted),
    )
  return [...rows, ...whole.filter(row => !hasRow(row))]
}

interface Reaction {
  readonly message_id: number
  readonly emoji_name: unknown
  readonly emoji_code: unknown
  readonly reaction_type: unknown
}

/** A message on which everybody reacted with every emoji, and a message without reactions. */
interface Board {
  readonly messageId: number
  readonly messageWithoutReactions: number
  /** The existing reactions, by person and emoji. */
  readonly existing: Map<string, Reaction>
  /** The removed reactions. */
  readonly removedReactions: Map<string, Reaction>
}

function removed({ existing, removedReactions }: Board, key: string): void {
  const was = existing.get(key)
  if (was) removedReactions.set(key, was)
  existing.delete(key)
}

const keyOf = ({ email }: Actor, emoji: string): string => `${email} ${emoji}`

async function react(world: World, as: Actor, messageId: number, emoji = EMOJI['unicode']): Promise<Reaction> {
  const made = await world.provide('reaction', { as: as.email, messageId, ...emoji } as never)
  const { emoji_name, emoji_code, reaction_type } = made as Params
  return { message_id: messageId, emoji_name, emoji_code, reaction_type }
}

/** Whether this person already has this reaction: a provisioner may know only one emoji, which then exists only once. */
const hasReaction = ({ existing }: Board, { email }: Actor, one: Reaction): boolean =>
  [...existing].some(([key, other]) => key.startsWith(`${email} `) && other.emoji_code === one.emoji_code)

const boardIn = shared.by(
  (channelId: number, _people: readonly Actor[]) => String(channelId),
  async (world, channelId, people): Promise<Board> => {
    if (await hasOneReactionEach(world))
      throw new Undecided('fixture-missing', 'a user has one reaction to a message here', false)
    const message = () => ({ as: world.user.email, channelId, topic: 'assay', content: world.name('message') })
    const messageId = await newlyMade(world, 'message', message())
    const board: Board = {
      messageId,
      messageWithoutReactions: await newlyMade(world, 'message', message()),
      existing: new Map(),
      removedReactions: new Map(),
    }
    for (const emoji of Object.keys(EMOJI))
      for (const person of people) {
        const made = await react(world, person, messageId, EMOJI[emoji]).catch(unlessMissing)
        if (made && !hasReaction(board, person, made)) board.existing.set(keyOf(person, emoji), made)
      }
    return board
  },
)

/** The parameters for removing the caller's reaction from a message with everybody's; a removed one is made again first. */
async function request(context: RequestContext): Promise<Params> {
  const { world, caller, row, notes, people } = context
  const emoji = row['emoji'] ?? 'unicode'
  const board = await boardIn(world, await room(context), [...people.values()])
  const key = keyOf(caller, emoji)
  if (isOfSeveral(row)) {
    const made = await react(world, caller, board.messageId, OF_SEVERAL).catch(unlessMissing)
    if (made && !hasReaction(board, caller, made)) {
      const several = `${key} ${OF_SEVERAL.emojiName}`
      board.existing.set(several, made)
      notes.set('board', board).set('key', several)
      return { ...made }
    }
  }
  const gone = row['named by'] === 'one removed before'
  notes.set('board', board)
  let own = board.existing.get(key) ?? (gone ? board.removedReactions.get(key) : undefined)
  if (!own) {
    own = await react(world, caller, board.messageId, EMOJI[emoji])
    if (hasReaction(board, caller, own)) throw new Undecided('fixture-missing', 'there is one emoji alone', false)
    board.existing.set(key, own)
  }
  notes.set('key', key)
  if (gone && board.existing.has(key)) {
    world.requireAccepted(await caller.sends('removeReaction', { ...own }))
    removed(board, key)
  }
  if (row['named by'] === 'code and type') return { ...own, emoji_name: undefined }
  if (row['named by'] === 'name and code') return { ...own, reaction_type: undefined }
  if (row['named by'] === BY_NAME) return { message_id: own.message_id, emoji_name: own.emoji_name }
  if (row['named by'] === NO_CODE) return { ...own, emoji_code: 'nonsense' }
  if (row['named by'] === CODE_OF_ANOTHER)
    return { ...own, reaction_type: emoji === 'custom' ? 'zulip_extra_emoji' : 'realm_emoji' }
  if (row['named by'] === 'another type') return { ...own, reaction_type: String(own.reaction_type).toUpperCase() }
  if (row['named by'] === 'one on another message') return { ...own, message_id: board.messageWithoutReactions }
  if (row['named by'] === 'an unknown message') return { ...own, message_id: NO_SUCH_ID }
  return { ...own }
}

/** Whether this caller may surely remove reactions: required callers, and others with a wrong row, whose control succeeded. */
const mayRemove = (row: Row): boolean =>
  !everybody.values.find(({ name }) => name === row['caller'])?.open ||
  ![WHOLLY, 'code and type', BY_NAME, 'name and code'].includes(row['named by'] ?? '')

/** Judges that reactions named by refused requests, or beside them, still exist: they can be removed. */
async function review(_world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = []
  for (const caller of new Set(all.map(one => one.caller))) {
    const refusals = all.filter(one => one.caller === caller && one.outcome === 'error' && mayRemove(one.row))
    const board = refusals[0]?.notes.get('board') as Board | undefined
    for (const key of board ? new Set(refusals.map(({ notes }) => String(notes.get('key')))) : []) {
      const own = board?.existing.get(key)
      if (!own) continue
      const reply = await caller.sends('removeReaction', { ...own })
      if (board) removed(board, key)
      for (const { row } of refusals.filter(({ notes }) => notes.get('key') === key))
        rulings.push({
          requirement: 'messaging.reactions.refused-stays',
          row,
          replies: [reply],
          predicate: succeeds as never,
          args: {},
        })
    }
  }
  return rulings
}
