/** Very many plain requests, each of them judged. ASSAY_LOAD is their number. */
import { area, holds, predicate } from 'assay'

const requests = Number(process.env.ASSAY_LOAD ?? 1000)
const isAnswered = predicate('load.answered', () => holds)

export default area('load.steady', ({ check }) => [
  check('answers', 'Every one of many requests is answered', async ({ venue, claim }) => {
    for (let sent = 0; sent < requests; sent++)
      claim(await (sent % 2 === 0 ? venue.ping() : venue.getTime())).keeps(isAnswered, {})
  }),
])
