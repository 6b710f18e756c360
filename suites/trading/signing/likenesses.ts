/** Parameters that a careless server takes for those that were signed, because it converts or cuts them before it compares. */
import type { Parameter, Reply } from '../../../harness/index.ts'
import { shared } from '../shared.ts'
import type { Venue } from '../venue.ts'
import type { World } from '../world.ts'
import { account, ownPairs, refusal, send } from './account.ts'
import { isAccepted } from './signing.predicates.ts'
import { same, sentInstead, type Tampered } from './tampering.ts'

const LONG = 'one-of-several-words-longer-than-a-column'

/** The parameters of the control: more than ten, so that the last is beyond what a short list holds. */
const SIGNED = {
  assay_count: '15',
  assay_ratio: '1.5',
  assay_flag: 'true',
  assay_number: '9007199254740993',
  assay_text: 'assay',
  assay_name: 'café',
  assay_words: LONG,
  assay_7: '7',
  assay_8: '8',
  assay_9: '9',
  assay_end: 'one',
} as const

/** What is sent in place of a signed parameter, and in words. */
const ALIKE: readonly (readonly [name: keyof typeof SIGNED, sent: Parameter | string, what: string])[] = [
  ['assay_count', '15.0', 'a whole number written with a fraction'],
  ['assay_count', '015', 'a number written with a zero before it'],
  ['assay_count', '+15', 'a number written with its sign'],
  ['assay_count', '۱۵', 'a number written in Persian digits'],
  ['assay_ratio', '1.50', 'a fraction written with a zero at its end'],
  ['assay_flag', 'TRUE', 'the word true turned to capitals'],
  ['assay_flag', '1', 'the word true turned to 1'],
  ['assay_number', '9007199254740992', 'a large number turned to the nearest that a double holds'],
  ['assay_text', 'assay\0x', 'a null byte and a letter put behind a value'],
  ['assay_text', 'assay#x', 'a number sign and a letter put behind a value'],
  ['assay_text', 'assay;x', 'a semicolon and a letter put behind a value'],
  ['assay_text', 'as\u0007say', 'a control character put into a value'],
  ['assay_text', '%61ssay', 'a letter of a value encoded once more'],
  ['assay_text', ['assay_text[]', 'assay'], 'the name of a parameter turned to that of a list'],
  ['assay_name', 'cafe', 'an accent left out'],
  ['assay_words', `${LONG.slice(0, -1)}x`, 'the last letter of a long value changed'],
  ['assay_end', 'two', 'the last of more than ten parameters changed'],
]

const pairs = (venue: Venue, timestamp: string): Parameter[] => [
  ...ownPairs(venue, timestamp),
  ...Object.entries(SIGNED),
]

export const likeChanges: readonly Tampered[] = ALIKE.map(([name, sent, what]) => ({
  sent: `${what} after signing`,
  make: sentInstead(
    same,
    all => all.map(pair => (pair[0] !== name ? pair : typeof sent === 'string' ? [name, sent] : sent)),
    pairs,
  ),
}))

/** The control that these are changes of; throws if it was refused. */
export const likenessControl = shared(async (world: World): Promise<Reply> => {
  const own = await account(world)
  const reply = await send(world, own, (venue, timestamp) => venue.signed(pairs(venue, timestamp)), { after: 1 })
  if (!isAccepted(reply.exchange, own.reading)) throw refusal('the signed probe with more than ten parameters', reply)
  return reply
})
