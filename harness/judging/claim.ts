/** The words in which a check claims something about replies. Each word applies one named predicate. */
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

/** As a claim is written down: with what was sent, in the words of the check. */
export interface RecordOptions extends ClaimOptions {
  readonly sent?: string
}

/** Where a claim goes once its predicate has spoken. Throws `Stop` after a broken must. */
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

  /** `clean` takes secrets out of arguments before they are judged, so that evidence judges alike later. */
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

  /** The accepted request from which this one differs in one thing. */
  against(control: Judgeable): this {
    this.#control = control.exchange
    return this
  }

  /** What was sent, where a failure could not tell by comparing requests: `with a topic of 60 characters`. */
  sending(words: string): this {
    this.#sent = words
    return this
  }

  keeps<Args extends PlainArgs>(predicate: Predicate<Args>, args: Args, options: ClaimOptions = {}): this {
    const clean = this.#clean(args)
    const judgement = predicate.judge(this.#exchanges, clean)
    const told = this.#sent === null ? options : { ...options, sent: this.#sent }
    this.#record(predicate as unknown as Predicate, clean, this.#exchanges, this.#control, judgement, told)
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

  /** An error envelope as a must, its code as a should. */
  isRefusedPreferably(code: string, options: ClaimOptions = {}): this {
    const { isRefused } = this.#reading
    return this.keeps(isRefused, {}, options).keeps(isRefused, { codes: [code] }, { weight: 'should' })
  }

  /** Anything but success: what comes with a later feature level is not there yet. */
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

  /** What stands at the pointer in the first reply stands there in the last. */
  leavesUnchanged(pointer: string): this {
    return this.keeps(unchanged, { pointer })
  }

  /** A provisioner read the thing back, with these members. */
  isShown(what: string, found: unknown, has?: { readonly [name: string]: unknown }): this {
    return this.keeps(isShown, has ? { what, found: found ?? null, has } : { what, found: found ?? null })
  }

  /** A provisioner read back nothing of the kind. */
  isNotShown(what: string, found: unknown): this {
    return this.keeps(isNotShown, { what, found: found ?? null })
  }

  /** The request from which the next ones differ in one thing. Where it is refused, nothing follows. */
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
