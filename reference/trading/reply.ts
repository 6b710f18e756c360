/** From an answer to a response: the envelope, then wire mutations, then JSON, then framing. */
import type { Behaviour } from '../behaviour.ts'
import { mutate } from '../mutate.ts'
import type { Answered, Asked } from '../wire.ts'
import type { Answer } from './answer.ts'
import { framed } from './framing.ts'
import { toldTime } from './public-endpoints.ts'
import { refusalReply } from './refusal-reply.ts'
import { isShaping, shaped, written } from './shape.ts'
import { asYaml } from './swagger.ts'

export interface Destination {
  readonly operation: string
  readonly access: 'public' | 'private'
  readonly request: Asked
}

export function reply(answer: Answer, to: Destination, behaviour: Behaviour): Answered {
  if (answer.kind === 'refusal') return refusalReply(answer, to.request, behaviour)
  const text = textOf(answer, to, behaviour)
  const yaml = answer.kind === 'document' && behaviour.uses('trading.swagger.yaml')
  const whole = behaviour.keeps('reply.whole', { operation: to.operation }) ? text : text.slice(0, -7)
  const said = behaviour.keeps('reply.json', { operation: to.operation }) ? whole : '<html><body>OK</body></html>'
  return framed(
    { status: statusOf(to, behaviour), type: yaml ? 'application/yaml' : 'application/json', text: said },
    to.request,
    behaviour,
  )
}

type Served = Exclude<Answer, { kind: 'refusal' }>

/** What a request carries beside its query. */
const carried = ({ header }: Asked) => ({
  client: header('accept-language') !== undefined,
  carries: header('x-svc-apikey') !== undefined,
})

function textOf(answer: Served, { operation, access, request }: Destination, behaviour: Behaviour): string {
  const facts = { ...(answer.kind === 'success' && answer.facts), ...carried(request) }
  const mutations = behaviour.mutations(operation, 'success', facts)
  const now = toldTime(behaviour)
  const serverTime = String(behaviour.uses('trading.time.two-readings') ? now + 1_500 : now)
  const bare = access === 'private' && behaviour.uses('trading.access.bare-private-replies')
  const plain = mutations.length === 0 && !isShaping(behaviour) && !bare
  if (answer.kind === 'document') {
    if (plain && answer.text && !behaviour.uses('trading.swagger.yaml')) return answer.text
    const body = shaped(mutate(answer.body, mutations), operation, behaviour)
    return behaviour.uses('trading.swagger.yaml') ? asYaml(body) : written(body, behaviour)
  }
  if (plain)
    return `{"status":"true","serverTime":"${serverTime}","result":${answer.text ?? JSON.stringify(answer.result)}}`
  const body = bare ? { code: 0, data: answer.result } : { status: 'true', serverTime, result: answer.result }
  return written(shaped(mutate(body, mutations), operation, behaviour), behaviour)
}

/** Success comes with 200 unless a variant says otherwise; a signed request keeps a 2xx, which is how it is told. */
function statusOf({ operation, access }: Destination, { uses }: Behaviour): number {
  if (uses('trading.errors.success-as-404') && access === 'public' && operation !== 'getSwagger') return 404
  return uses('trading.errors.success-as-203') ? 203 : 200
}
