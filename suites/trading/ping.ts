/** Ping: trading contract, "GET /public/ping". */
import { area } from './area.ts'
import { pings } from './asked.ts'

export default area('trading.ping', ({ visit }) => [visit('ping', {}, async world => void (await pings(world)))])
