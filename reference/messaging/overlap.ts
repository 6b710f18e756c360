/** What one request does to another while both are in flight. */
import type { Flight, Traffic } from '../traffic.ts'
import type { Asked } from '../wire.ts'
import type { Moment, Reply } from './call.ts'
import type { Organization } from './organization.ts'

export type ChatTraffic = Traffic<Asked, Reply>

/** The request as a server sees it that mixes up who is calling, or gives out ids without looking again. */
export async function arrived(
  moment: Moment,
  flight: Flight<Asked, Reply>,
  traffic: ChatTraffic,
  org: Organization,
): Promise<Asked> {
  const { request } = flight
  if (!moment.keeps('overlap.own-ids')) {
    const before = org.idsGiven()
    await traffic.hold()
    org.giveAgain(before)
  }
  if (moment.keeps('overlap.own-caller')) return request
  const known = request.header('authorization')
  const other = await traffic.mistaken(flight, one => one.request.header('authorization') !== known)
  return other?.request ?? request
}

/** The reply as a server gives it that mixes up whose it is, or lets words of another slip in. */
export async function departing(
  moment: Moment,
  flight: Flight<Asked, Reply>,
  traffic: ChatTraffic,
  reply: Reply,
): Promise<Reply> {
  flight.reply = reply
  if (!moment.keeps('overlap.own-reply')) {
    const other = await traffic.mistaken(flight, one => one.operation === flight.operation && one.reply !== undefined)
    return other?.reply ?? reply
  }
  if (moment.keeps('overlap.own-words')) return reply
  const other = await traffic.mistaken(flight, one => one.reply !== undefined && one.reply.result !== reply.result)
  return other?.reply ? { ...reply, msg: other.reply.msg } : reply
}
