/** The methods by which a check claims something about replies. Each applies one named predicate. */
import type { ReplyReading } from '../contract.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { Undecided } from '../undecided.ts'
import { isNotShown, isShown } from './fixture-predicates.ts'
import { equals, field, integers, listed, unchanged, unlisted } from './general-predicates.ts'
import { bodyOf, type Judgement, type PlainArgs, type Predicate } from './predicate.ts'

export interface Judgeable {
  readonly exchange: Exchange
}

export interface ClaimOptions {
  readonly weight?: 'must' | 'should'
}

/** The options of a claim as it is recorded: with what was sent, in the words of the check. */
export interface RecordOptions extends ClaimOptions {
  readonly sent?: string
}

/** Records a claim with the judgement of its predicate. Throws `Stop` after a failed MUST. */
export type Record = (
  predicate: Predicate,
  args: PlainArgs,
  exchanges: readonly Exchange[],
  control: Exchange | null,
  judgement: Judgement,
  options: RecordOptions,
) => void

export class Claim {
  readonly #exchanges: readonly Exchange[]
  readonly #record: Record
  readonly #readingOf: (exchange: Exchange) => ReplyReading
  #control: Exchange | null = null
  #sent: string | null = null

  readonly #clean: <Args>(args: Args) => Args

  /** `clean` removes secrets from arguments before they are judged, so that judging the evidence later gives the same result. */
  constructor(
    replies: readonly Judgeable[],
    record: Record,
    readingOf: (exchange: Exchange) => ReplyReading,
    clean: <Args>(args: Args) => Args = args => args,
  ) {
    this.#clean = clean
    this.#readingOf = readingOf
    this.#exchanges = replies.map(reply => reply.exchange)
    this.#record = record
  }

  /** The control: the accepted request from which this one differs in one thing. */
  against(control: Judgeable): this {
    this.#control = control.exchange
    return this
  }

  /** Says what was sent, if comparing requests would not show it: `with a topic of 60 characters`. */
  sending(words: string): this {
    this.#sent = words
    return this
  }

  keeps<Args extends PlainArgs>(predicate: Predicate<Args>, args: Args, options: ClaimOptions = {}): this {
    const clean = this.#clean(args)
    const judgement = predicate.judge(this.#exchanges, clean)
    const withSent = this.#sent === null ? options : { ...options, sent: this.#sent }
    this.#record(predicate as unknown as Predicate, clean, this.#exchanges, this.#control, judgement, withSent)
    return this
  }

  get #reading(): ReplyReading {
    const [first] = this.#exchanges
    if (!first) throw new Error('a claim about no reply')
    return this.#readingOf(first)
  }

  succeeds(options: ClaimOptions = {}): this {
    return this.keeps(this.#reading.succeeds, {}, options)
  }

  /** An error envelope; with codes, one of these. */
  isRefused(...codes: readonly string[]): this {
    return this.keeps(this.#reading.isRefused, codes.length > 0 ? { codes } : {})
  }

  /** An error envelope is required (MUST), this code in it is recommended (SHOULD). */
  isRefusedPreferably(code: string, options: ClaimOptions = {}): this {
    const { isRefused } = this.#reading
    return this.keeps(isRefused, {}, options).keeps(isRefused, { codes: [code] }, { weight: 'should' })
  }

  /** Anything but success: the operation does not exist before a later feature level. */
  isNotOffered(): this {
    return this.keeps(this.#reading.isNotOffered, {})
  }

  /** A field of the reply matches a small JSON schema; `*` in the path stands for every element. */
  has(path: string, schema: object, options: ClaimOptions = {}): this {
    return this.keeps(field, { path, schema, required: true }, options)
  }

  equals(pointer: string, value: unknown, options: ClaimOptions = {}): this {
    return this.keeps(equals, { pointer, value }, options)
  }

  holdsIntegers(pointer: string, count: number): this {
    return this.keeps(integers, { pointer, count })
  }

  lists(list: string, where: { readonly [name: string]: unknown }, has?: { readonly [name: string]: unknown }): this {
    return this.keeps(listed, has ? { list, where, has } : { list, where })
  }

  listsNo(list: string, where: { readonly [name: string]: unknown }): this {
    return this.keeps(unlisted, { list, where })
  }

  /** The value at the pointer is the same in the first reply and in the last. */
  leavesUnchanged(pointer: string): this {
    return this.keeps(unchanged, { pointer })
  }

  /** A provisioner read the thing back, with these members. */
  isShown(what: string, found: unknown, has?: { readonly [name: string]: unknown }): this {
    return this.keeps(isShown, has ? { what, found: found ?? null, has } : { what, found: found ?? null })
  }

  /** A provisioner found no such thing. */
  isNotShown(what: string, found: unknown): this {
    return this.keeps(isNotShown, { what, found: found ?? null })
  }

  /** The replies are to controls: throws `Undecided` if one was refused, because nothing follows then. */
  isControl(): this {
    for (const exchange of this.#exchanges) {
      if (this.#readingOf(exchange).succeeds.judge([exchange], {}).outcome !== 'holds') {
        const { n, operation, request } = exchange
        throw new Undecided({
          kind: 'control-refused',
          operation: operation ?? request.url,
          exchange: n,
          body: bodyOf(exchange, 160),
        })
      }
    }
    return this
  }
}
