/**
 * Judges the exchanges of a run as if somebody else had sent them, beyond what checks claim. Only a violation becomes a
 * claim, of the check that sent the request; that a requirement holds is for checks to demonstrate.
 */
import type { Requirement } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area } from '../check.ts'
import { type Exchange, exchange as exchangeOf } from '../evidence/exchange.ts'
import { LONG_TEXT } from '../evidence/held-text.ts'
import { decidedClaim, type Ledger } from '../judging/ledger.ts'
import { entryOf } from '../target/api-entry.ts'
import type { Target } from '../target/load-target.ts'
import { type ChangesFirst, changesFirst } from './changes-first.ts'
import { stepJudge } from './judge-step.ts'
import { placer } from './place.ts'
import { readRequest } from './read-request.ts'
import { callerOf, mayChange } from './sender.ts'
import type { TrafficClaim } from './traffic-claims.ts'
import { unusableReply } from './unusable-reply.ts'

export function shownBeside(
  areas: readonly Area[],
  target: Target,
  judged: ReadonlyMap<string, Requirement>,
  ledger: Pick<Ledger, 'add'>,
): ChangesFirst<Exchange> {
  const apis = apisIn(areas).filter(({ name }) => entryOf(target, name))
  const place = placer(apis, new Map(apis.map(({ name }) => [name, [entryOf(target, name)?.baseUrl ?? '']])))
  const ignored = (): void => {}
  const judge = stepJudge(apis, { claim: made => addBroken(made, judged, ledger), leaveOpen: ignored, doubt: ignored })
  let disturbances = 0

  const judgeNext = (exchange: Exchange): void => {
    const { via, request, purpose, sentAt, receivedAt, response } = exchange
    const isUsable = purpose !== 'outside' && purpose !== 'throttled'
    const found = via === 'target' && isUsable ? place(request.method, request.url) : null
    const entry = found && entryOf(target, found.api.name)
    // Without a usable reply, the request may have been carried out all the same.
    if (found?.operation == null || unusableReply({ response: response ?? null, unusable: null }, entry?.throttled)) {
      if (via !== 'target' || mayChange(request.method)) disturbances++
      return
    }
    const { api, operation, path } = found
    const seen = exchange.operation === operation ? exchange : exchangeOf({ ...exchange, operation })
    const level = entry?.featureLevel ?? 0
    const data = api.operations[operation]
    const times = { sentAt: Date.parse(sentAt), receivedAt: Date.parse(receivedAt ?? sentAt) }
    const read = data ? readRequest(seen, data, level, true) : null
    judge({ exchange: seen, request: read, path, caller: callerOf(seen), level, disturbances, ...times }, api, true, '')
  }
  const order = changesFirst(judgeNext, () => void disturbances++)
  return {
    left: order.left,
    came: (n, exchange) => order.came(n, exchange, (exchange.response?.body.length ?? 0) < LONG_TEXT),
  }
}

function addBroken(
  { requirement, predicate, args, exchanges, control, weight }: TrafficClaim,
  judged: ReadonlyMap<string, Requirement>,
  ledger: Pick<Ledger, 'add'>,
): void {
  const stated = judged.get(requirement)
  const last: Exchange | undefined = exchanges.at(-1)
  const judgement = stated && predicate.judge(exchanges, args)
  if (!last || judgement?.outcome !== 'broken') return
  const { check, attempt = 1 } = last
  const made = { requirement, check: check ?? '', predicate, args, exchanges, control, attempt }
  ledger.add(decidedClaim({ ...made, weight: weight ?? stated?.level ?? 'must' }, judgement))
}
