/** Shows a run while it is under way: a block updated in place on a terminal, a line every five seconds elsewhere. */
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import type { Progress } from '../../harness/index.ts'
import { type LiveDisplay, liveDisplay, plainLines, tally } from '../../reports/index.ts'
import type { Forecast } from '../forecast/forecast.ts'
import type { Io, Screen } from '../process/io.ts'

export interface Watch {
  start(head: Report): void
  exchange(record: ExchangeRecord): void
  claim(record: ClaimRecord): void
  progress(state: Progress): void
  /** The run was interrupted; `text` is the message for the user. */
  interrupted(text: string): void
  stop(): void
}

/** `forecast` counts the requests of the coming run; it is called only if there is a terminal to show them. */
export function watchRun(io: Io, quiet: boolean, forecast: () => Forecast): Watch {
  if (quiet) return { ...nothing, interrupted: io.err }
  return io.screen ? onScreen(io, io.screen, forecast) : inLines(io)
}

const nothing: Omit<Watch, 'interrupted'> = {
  start() {},
  exchange() {},
  claim() {},
  progress() {},
  stop() {},
}

function onScreen(io: Io, screen: Screen, forecast: () => Forecast): Watch {
  let display: LiveDisplay | undefined
  let release = (): void => {}
  return {
    start(head) {
      const drawn = liveDisplay(head, {
        size: screen.size,
        colour: screen.colour,
        ascii: screen.ascii,
        write: io.err,
        now: () => performance.now(),
        every,
      })
      const { hide, redraw, stop } = drawn
      const forget = screen.attend({ resized: redraw, suspended: hide, resumed: redraw, exiting: stop })
      const coming = forecast()
      void coming.requests.then(requests => requests && drawn.expect(requests))
      display = drawn
      release = () => {
        forget()
        coming.cancel()
        stop()
      }
    },
    exchange: record => display?.exchange(record),
    claim: record => display?.claim(record),
    progress: state => display?.progress(state),
    interrupted(text) {
      display?.end()
      if (display) display.say(text)
      else io.err(text)
    },
    stop: () => release(),
  }
}

function every(ms: number, action: () => void): () => void {
  const timer = setInterval(action, ms)
  return () => clearInterval(timer)
}

function inLines(io: Io): Watch {
  const standing = tally()
  const lines = plainLines({
    columns: io.columns,
    write: io.err,
    now: () => performance.now(),
    every,
    counts: standing.counts,
  })
  return {
    ...nothing,
    exchange: lines.exchange,
    claim: standing.add,
    progress: lines.update,
    interrupted: io.err,
    stop: lines.stop,
  }
}
