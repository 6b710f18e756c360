/** Checks that the target accepts the signed probe with the credentials of the trading account. */
import { isObject, type Session, Undecided, unjudgedWorld, valueAt } from '../../harness/index.ts'
import type { World as TradingWorld } from '../../suites/trading/world.ts'
import { type Finding, good, note, wrong } from './finding.ts'

export async function account(session: Session): Promise<Finding> {
  const { credentials, signedProbe } = session.target.trading ?? {}
  if (!credentials)
    return note(
      'account',
      'No trading credentials: signing cannot be judged',
      'Add trading.credentials for a test account.',
    )
  if (!signedProbe)
    return note(
      'account',
      'No signed probe: signing cannot be judged',
      'Add trading.signedProbe: a harmless private endpoint that the account may read.',
    )
  try {
    const { venue, clock } = (await unjudgedWorld(session, 'trading:doctor', {})) as TradingWorld
    const { status, json } = await venue.probes(
      async () => venue.signed([...venue.probeParameters, ['timestamp', String(clock.now())]]),
      { observed: true },
    )
    const { accepted } = signedProbe
    const taken = accepted
      ? valueAt(json, accepted.pointer) === accepted.equals
      : !(isObject(json) && json['status'] === 'false')
    if (status >= 200 && status < 300 && taken) return good('account', 'the signed probe is accepted')
    return wrong(
      'account',
      `The signed probe is refused (status ${status})`,
      'Check trading.credentials, the path and parameters of trading.signedProbe, and that the account may read it.',
    )
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    return wrong('account', `The signed probe got no reply: ${error.message}`, 'Check the path of trading.signedProbe.')
  }
}
