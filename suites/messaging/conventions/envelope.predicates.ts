/** The messaging API's two envelopes. */
import { bodyOf, broken, holds, predicate, shown } from '../../../harness/index.ts'
import { codeOf, outcomeOf } from '../outcome.ts'

/** The reply is a success envelope. */
export const succeeds = predicate('messaging.succeeds', exchanges => {
  const wrong = exchanges.find(exchange => outcomeOf(exchange) !== 'success')
  return wrong ? broken('a success envelope', bodyOf(wrong)) : holds
})

/** The reply is an error envelope and, if codes are given, has one of them. */
export const isRefused = predicate('messaging.refused', (exchanges, args: { codes?: readonly string[] }) => {
  for (const exchange of exchanges) {
    if (outcomeOf(exchange) !== 'error') return broken(wanted(args.codes), bodyOf(exchange), { refusal: true })
    const code = codeOf(exchange)
    if (args.codes && !args.codes.includes(code as string))
      return broken(wanted(args.codes), `code ${shown(code)} in ${bodyOf(exchange)}`, {
        refusal: true,
        code: shown(code),
      })
  }
  return holds
})

/** An endpoint newer than the claimed level replies anything but a success: the reply to an unknown endpoint is open. */
export const isNotOffered = predicate('messaging.not-offered', exchanges => {
  const offered = exchanges.find(exchange => outcomeOf(exchange) === 'success')
  return offered ? broken('anything but a success envelope', bodyOf(offered)) : holds
})

function wanted(codes: readonly string[] | undefined): string {
  return codes ? `an error envelope with code ${codes.map(code => `"${code}"`).join(' or ')}` : 'an error envelope'
}
