/** Claims about traffic, and which exchanges are kept because a claim cites them. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import type { Api } from '../api.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { EvidenceSink } from '../evidence/recorder.ts'
import { decidedClaim } from '../judging/ledger.ts'
import type { Judgement, PlainArgs, Predicate } from '../judging/predicate.ts'
import { type ReplyBook, replyBook } from '../replies.ts'
import { Undecided } from '../undecided.ts'
import { type FlatLedger, flatLedger } from './flat-ledger.ts'
import type { TrafficPlan } from './traffic-plan.ts'

export interface TrafficClaim {
  readonly requirement: string
  readonly predicate: Predicate
  readonly args: PlainArgs
  readonly exchanges: readonly Exchange[]
  readonly control?: Exchange | undefined
  readonly weight?: 'must' | 'should' | undefined
}

export interface TrafficClaims {
  /** Also notes violations; for the requirements that are judged on every exchange. */
  readonly ledger: FlatLedger
  readonly replies: ReplyBook
  /** Begins an exchange: the next claims are about it. */
  start(exchange: Exchange): void
  /** Requirements that were violated since the last `start`. */
  broken(): string[]
  keep(exchange: Exchange): void
  claim(made: TrafficClaim): void
  /** Keeps a requirement from passing if something speaks against it without proving a violation. */
  leaveOpen(made: TrafficClaim): void
  doubt(requirement: string, why: Undecided): void
}

const CHECK = 'traffic'
const SPEAKS_AGAINST = 'a reply speaks against it, and traffic cannot tell whether it had to be otherwise'

export function trafficClaims(
  { judged, inPart }: TrafficPlan,
  apis: readonly Api[],
  sink: EvidenceSink,
): TrafficClaims {
  const replies = replyBook(apis)
  const written = new Set<number>()
  const pending = new Map<number, ExchangeRecord>()
  let broken = new Set<string>()
  const write = (record: ExchangeRecord): void => {
    if (written.has(record.n)) return
    written.add(record.n)
    sink.exchange(record)
    replies.add(record)
  }
  const cited = (exchanges: readonly Exchange[]): number[] => {
    for (const one of exchanges) pending.set(one.n, recordOf(one))
    return exchanges.map(({ n }) => n)
  }
  const flat = flatLedger(claim => {
    for (const n of [...claim.exchanges, ...(claim.control === null ? [] : [claim.control])]) {
      const record = pending.get(n)
      if (record) write(record)
    }
    sink.claim(claim)
  })
  const ledger: FlatLedger = {
    ...flat,
    get count() {
      return flat.count
    },
    add: made => {
      if (made.outcome === 'holds' && inPart.has(made.requirement)) return
      if (made.outcome === 'broken') broken.add(made.requirement)
      flat.add(made)
    },
  }
  const doubt = (requirement: string, why: Undecided): void => {
    const stated = judged.get(requirement)
    if (stated) flat.undecided(requirement, CHECK, 1, stated.level, why)
  }
  return {
    ledger,
    replies,
    start: exchange => {
      broken = new Set()
      pending.clear()
      pending.set(exchange.n, recordOf(exchange))
    },
    broken: () => [...broken],
    keep: exchange => write(recordOf(exchange)),
    claim: ({ requirement, predicate, args, exchanges, control, weight }) => {
      const stated = judged.get(requirement)
      if (!stated) return
      const judgement = predicate.judge(exchanges, args)
      if (judgement.outcome === 'vacuous') return
      if (control) cited([control])
      cited(exchanges)
      const made = { requirement, check: CHECK, predicate, args, exchanges, control, attempt: 1 }
      ledger.add(decidedClaim({ ...made, weight: weight ?? stated.level }, judgement))
    },
    leaveOpen: ({ requirement, predicate, args, exchanges }) => {
      const judgement: Judgement = predicate.judge(exchanges, args)
      if (judgement.outcome === 'broken')
        doubt(requirement, new Undecided('prerequisite-failed', SPEAKS_AGAINST, false, cited(exchanges)))
    },
    doubt,
  }
}

const recordOf = (exchange: Exchange): ExchangeRecord => exchange as unknown as ExchangeRecord
