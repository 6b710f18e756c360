/** The live block on a terminal. */
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { width } from '../../reports/columns.ts'
import { liveBlock } from '../../reports/live/block.ts'
import { liveDisplay } from '../../reports/live/display.ts'
import { folded } from '../../reports/live/folded.ts'
import { pace } from '../../reports/live/pace.ts'
import { progressState } from '../../reports/live/progress-state.ts'
import type { AreaStanding, LiveState, Stage } from '../../reports/live/state.ts'
import { aClaim, anEntry, anExchange, aReport } from './a-report.ts'
import { emulatedTerminal } from './emulated-terminal.ts'
import { payloads } from './hostile.ts'

function anArea(id: string, stage: Stage, more: Partial<AreaStanding['counts']> = {}, all = 20): AreaStanding {
  return { id, stage, all, counts: { pass: 0, fail: 0, warn: 0, unverified: 0, ...more } }
}

const some = [
  anArea('trading.envelope', 'under way', { pass: 5 }, 10),
  anArea('trading.ping', 'done', { pass: 3, fail: 1 }, 4),
  anArea('messaging.scheduled-messages', 'under way', { pass: 10, warn: 1, unverified: 4 }),
  anArea('messaging.drafts', 'to come'),
]

function aState(more: Partial<LiveState> = {}): LiveState {
  return {
    target: 'acme-staging',
    featureLevel: 417,
    areas: some,
    checks: 100,
    checksDone: 25,
    toRemove: null,
    requests: 412,
    rates: [
      { api: 'trading', now: 9.84, rateLimit: 10 },
      { api: 'messaging', now: 31.2, rateLimit: 0 },
    ],
    elapsedSeconds: 72.4,
    secondsLeft: 118,
    lastFailure: 'trading.ping.pong: expected "pong", got "PONG"',
    ending: false,
    ...more,
  }
}

const plain = { colour: false, ascii: false }

describe('the block', () => {
  test('at 80 columns has a bar for each area, counts, requests, rates, time left and the last failure', () => {
    expect(liveBlock(aState(), { ...plain, columns: 80, rows: 24 })).toEqual([
      'acme-staging at feature level 417                  1 min 12 s, about 2 min left',
      '━━━━━━━━━━━━━━━━━━━━━━━━━━x!??????·············································',
      '24 of 54 judged: 18 pass, 1 fail, 1 warn, 4 unverified',
      '',
      '                                             pass  fail  warn  unverified  left',
      'trading.envelope             ━━━━━━━·······     5                             5',
      'trading.ping                 ━━━━━━━━━━xxxx     3     1',
      'messaging.scheduled-messages ━━━━━━━!???···    10           1           4     5',
      'messaging.drafts             ··············                                  20',
      '',
      '412 requests sent: trading 9.8 of 10 a second, messaging 31 a second',
      'Last failure: trading.ping.pong: expected "pong", got "PONG"',
    ])
  })

  const many = Array.from({ length: 41 }, (_, n) =>
    anArea(`messaging.area-${n}`, n < 10 ? 'done' : n < 16 ? 'under way' : 'to come', {
      pass: n < 10 ? 20 : n < 16 ? 7 : 0,
    }),
  )
  const hostile = Object.values(payloads).map(text => text.slice(0, 5_000))

  test.each([
    [40, 24],
    [80, 24],
    [80, 8],
    [80, 3],
    [160, 50],
    [20, 5],
    [9, 2],
  ])('%i by %i: every line fits, and there are fewer lines than the terminal has', (columns, rows) => {
    for (const areas of [some, many]) {
      for (const text of ['acme', ...hostile]) {
        for (const [colour, ascii] of [
          [true, false],
          [false, true],
        ] as const) {
          const state = aState({ areas, target: text, lastFailure: text })
          const lines = liveBlock(state, { columns, rows, colour, ascii }).map(stripVTControlCharacters)
          expect(lines.filter(line => width(line) >= columns)).toEqual([])
          expect(lines.length).toBeLessThan(Math.max(2, rows))
          expect(lines.join('')).not.toMatch(/\p{Cc}|[\u202a-\u202e]/u)
        }
      }
    }
  })

  test('a wide terminal has the areas in two columns', () => {
    const lines = liveBlock(aState({ areas: many }), { ...plain, columns: 160, rows: 50 })
    expect(lines.filter(line => line.includes('messaging.area-'))).toHaveLength(21)
    expect(lines.find(line => line.startsWith('messaging.area-0 '))).toContain('messaging.area-21 ')
  })

  test('a short terminal shows running areas first, and sums of the others', () => {
    const shown = folded(many, 9)
    expect(shown.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 6 }, (_, n) => `messaging.area-${n + 10}`),
      'messaging.area-16',
      '10 more done',
      '24 more to come',
    ])
    expect(shown.at(-2)).toMatchObject({ all: 200, counts: { pass: 200 } })
    expect(folded(many, 1)).toHaveLength(1)
  })

  test('a narrow terminal omits the least important parts', () => {
    const lines = liveBlock(aState(), { ...plain, columns: 40, rows: 24 })
    expect(lines).toContain('                             pass  fail')
    expect(lines.some(line => line.startsWith('scheduled-mess'))).toBe(true)
  })

  test('shows how many checks are done if the time left is unknown, and that the run is ending', () => {
    const sheet = { ...plain, columns: 80, rows: 24 }
    expect(liveBlock(aState({ secondsLeft: null }), sheet)[0]).toMatch(/1 min 12 s, 25 of 100 checks done$/)
    expect(liveBlock(aState({ toRemove: 812 }), sheet)[0]).toMatch(/1 min 12 s, 812 left to remove$/)
    expect(liveBlock(aState({ ending: true }), sheet)[0]).toMatch(/1 min 12 s, ending$/)
    expect(liveBlock(aState({ lastFailure: null }), sheet).at(-1)).toBe('No failure so far')
  })

  test('is the same text with colour and without, and ASCII if the terminal has nothing else', () => {
    const sheet = { columns: 80, rows: 24, ascii: false }
    const coloured = liveBlock(aState(), { ...sheet, colour: true })
    expect(coloured.join('\n')).toContain('\u001b[31m')
    expect(coloured.map(stripVTControlCharacters)).toEqual(liveBlock(aState(), { ...sheet, colour: false }))
    expect(liveBlock(aState(), { ...plain, columns: 80, rows: 24, ascii: true }).join('')).toMatch(/^\p{ASCII}*$/u)
  })
})

describe('the pace', () => {
  const steady = () => {
    const speed = pace({ trading: 10, messaging: 10 }, 0)
    for (let at = 100; at <= 10_000; at += 100) {
      speed.ended('messaging', at)
      if (at <= 4_000) speed.ended('trading', at)
      speed.rates(at)
    }
    return speed
  }

  test('is calculated over the last seconds', () => {
    const [trading, messaging] = steady().rates(10_000)
    expect(trading).toEqual({ api: 'trading', now: 0, rateLimit: 10 })
    expect(messaging).toEqual({ api: 'messaging', now: 10, rateLimit: 10 })
  })

  test('gives the time left of the slower API, and none if nothing happens', () => {
    const speed = steady()
    expect(speed.secondsLeft({ trading: 40, messaging: 600 }, 10_000)).toBeCloseTo(50)
    expect(speed.secondsLeft({ trading: 140, messaging: 600 }, 10_000)).toBeCloseTo(60)
    expect(speed.secondsLeft({ trading: 40, messaging: 100 }, 10_000)).toBeNull()
    expect(speed.secondsLeft({ trading: 40, messaging: 600 }, 60_000)).toBeNull()
    expect(pace({ trading: 10 }, 0).secondsLeft({ trading: 10, messaging: 0 }, 1_000)).toBeNull()
  })
})

test('only the APIs of the run have a rate', () => {
  const { run, ...rest } = aReport([anEntry('messaging.drafts.one', 'unverified')])
  const head = { ...rest, run: { ...run, requestsPerSecond: { trading: 10, messaging: 10 } } }
  expect(
    progressState(head, () => 0)
      .state()
      .rates.map(({ api }) => api),
  ).toEqual(['messaging'])
})

describe('on a terminal', () => {
  const head = aReport(
    ['one', 'two', 'three'].map(name => anEntry(`messaging.drafts.${name}`, 'unverified', { planned: true })),
  )

  function shown(columns = 80, rows = 24) {
    const terminal = emulatedTerminal(columns, rows)
    let now = 0
    let tick = (): void => {}
    let frames = 0
    terminal.write('$ assay run\n')
    const display = liveDisplay(head, {
      ...{ colour: true, ascii: false, now: () => now, size: () => terminal },
      write: text => {
        frames++
        terminal.write(text)
      },
      every: (_ms, action) => {
        tick = action
        return () => {
          tick = () => {}
        }
      },
    })
    const wait = (ms: number): void => {
      now += ms
      tick()
    }
    return { terminal, display, wait, frames: () => frames }
  }

  const progress = (exchanges: number) => ({ exchanges, checks: 10, checksDone: 1, toRemove: null, areas: new Map() })

  test('is redrawn in place a few times a second, and removed at the end', () => {
    const { terminal, display, wait, frames } = shown()
    for (let n = 1; n <= 1_000; n++) {
      display.exchange(anExchange({ n }))
      display.progress(progress(n))
      wait(2)
    }
    expect(frames()).toBeLessThanOrEqual(11)
    display.claim(aClaim('messaging.drafts.one', 'broken', { expected: 'this', actual: 'that' }))
    wait(200)
    expect(terminal.cursorShows).toBe(false)
    expect(terminal.lines().filter(line => line.includes('requests sent'))).toEqual(['1000 requests sent'])
    expect(terminal.lines().at(-1)).toBe('Last failure: messaging.drafts.one: expected this, got that')
    expect(terminal.lines()).toContainEqual(expect.stringMatching(/^messaging.drafts +x+·+ +1 +2$/))
    display.stop()
    wait(1_000)
    expect(terminal.lines()).toEqual(['$ assay run'])
    expect(terminal.cursorShows).toBe(true)
  })

  test('continues below messages that are printed meanwhile', () => {
    const { terminal, display, wait } = shown()
    display.progress(progress(1))
    wait(300)
    display.end()
    display.say('assay: interrupted\n')
    expect(terminal.lines().slice(0, 2)).toEqual(['$ assay run', 'assay: interrupted'])
    expect(terminal.lines()[2]).toMatch(/ending$/)
    display.stop()
    expect(terminal.lines()).toEqual(['$ assay run', 'assay: interrupted'])
  })

  test('restores the cursor while the process is stopped, and is drawn again afterwards', () => {
    const { terminal, display } = shown()
    display.progress(progress(1))
    display.hide()
    expect(terminal.cursorShows).toBe(true)
    expect(terminal.lines()).toEqual(['$ assay run'])
    display.redraw()
    expect(terminal.lines().length).toBeGreaterThan(4)
    expect(terminal.cursorShows).toBe(false)
  })

  test('follows the size of the terminal', () => {
    const { terminal, display, wait } = shown()
    display.progress(progress(1))
    terminal.columns = 60
    terminal.rows = 4
    display.redraw()
    wait(300)
    expect(terminal.lines().length).toBeLessThan(24)
    expect(terminal.lines().every(line => line.length < 80)).toBe(true)
  })
})
