/** The words in which a check claims something about replies. Each word applies one named predicate. */
import type { Exchange } from '../evidence/exchange.ts'
import { Undecided } from '../undecided.ts'
import { equals, field, integers, listed, unchanged, unlisted } from './general-predicates.ts'
import { isRefused, succeeds } from './messaging-predicates.ts'
import { bodyOf, type Judgement, type PlainArgs, type Predicate } from './predicate.ts'

export interface Judgeable {
  readonly exchange: Exchange
}

export interface ClaimOptions {
  readonly weight?: 'must' | 'should'
}

/** Where a claim goes once its predicate has spoken. Throws `Stop` after a broken must. */
export type Record = (
  predicate: Predicate,
  args: PlainArgs,
  exchanges: readonly Exchange[],
  control: number | null,
  judgement: Judgement,
  options: ClaimOptions,
) => void

export class Claim {
  readonly #exchanges: readonly Exchange[]
  readonly #record: Record
  #control: number | null = null

  constructor(replies: readonly Judgeable[], record: Record) {
    this.#exchanges = replies.map(reply => reply.exchange)
    this.#record = record
  }

  /** The accepted request from which this one differs in one thing. */
  against(control: Judgeable): this {
    this.#control = control.exchange.n
    return this
  }

  keeps<Args extends PlainArgs>(predicate: Predicate<Args>, args: Args, options: ClaimOptions = {}): this {
    this.#record(
      predicate as unknown as Predicate,
      args,
      this.#exchanges,
      this.#control,
      predicate.judge(this.#exchanges, args),
      options,
    )
    return this
  }

  succeeds(): this {
    return this.keeps(succeeds, {})
  }

  /** An error envelope; with codes, one of these. */
  isRefused(...codes: readonly string[]): this {
    return this.keeps(isRefused, codes.length > 0 ? { codes } : {})
  }

  /** An error envelope as a must, its code as a should. */
  isRefusedPreferably(code: string): this {
    return this.keeps(isRefused, {}).keeps(isRefused, { codes: [code] }, { weight: 'should' })
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

  /** The request from which the next ones differ in one thing. Where it is refused, nothing follows. */
  isControl(): this {
    for (const exchange of this.#exchanges) {
      if (succeeds.judge([exchange], {}).outcome !== 'holds') {
        throw new Undecided(
          'prerequisite-failed',
          `the control request ${exchange.operation ?? exchange.request.url} was not accepted (exchange ${exchange.n}): ${bodyOf(exchange, 160)}`,
        )
      }
    }
    return this
  }
}
