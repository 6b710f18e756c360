/** Small plots as inline SVG: shapes by attributes, colours by classes. */
import { type Html, html } from './html.ts'

export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
}

export interface Axis {
  readonly columns: number
  readonly secondsEach: number
  readonly unit: string
  readonly label: string
  /** A line that the values should stay below. */
  readonly rateLimit?: number
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 200, 44, 24, 8]

export function bars(series: readonly Series[], axis: Axis): Html {
  const sums = Array.from({ length: axis.columns }, (_, n) =>
    series.reduce((sum, { values }) => sum + (values[n] ?? 0), 0),
  )
  const scale = scaleFor(Math.max(...sums, axis.rateLimit ?? 0, 1))
  const each = (WIDTH - LEFT) / axis.columns
  const shapes = series.map(({ name }, s) => {
    const path = sums.map((_, n) => {
      const below = series.slice(0, s).reduce((sum, { values }) => sum + (values[n] ?? 0), 0)
      const own = series[s]?.values[n] ?? 0
      if (own === 0) return ''
      const [x, y0, y1] = [LEFT + n * each, scale.y(below), scale.y(below + own)]
      return `M${rounded(x + each * 0.08)} ${rounded(y0)}H${rounded(x + each * 0.92)}V${rounded(y1)}H${rounded(x + each * 0.08)}z`
    })
    return html`<path class="series-${name}" d="${path.join('')}"/>`
  })
  return frame(shapes, series, scale, axis)
}

export function lines(series: readonly Series[], axis: Axis): Html {
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map(value => value ?? 0)))
  const scale = scaleFor(most)
  const each = (WIDTH - LEFT) / axis.columns
  const shapes = series.map(({ name, values }) => {
    let started = false
    const path = values.map((value, n) => {
      if (value === null) {
        started = false
        return ''
      }
      const step = `${started ? 'L' : 'M'}${rounded(LEFT + (n + 0.5) * each)} ${rounded(scale.y(value))}${started ? '' : 'h0.01'}`
      started = true
      return step
    })
    return html`<path class="series-${name} line" d="${path.join('')}"/>`
  })
  return frame(shapes, series, scale, axis)
}

interface Scale {
  readonly ticks: readonly number[]
  y(value: number): number
}

function scaleFor(most: number): Scale {
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [0.2, 0.5, 1, 2, 5].map(n => n * power).find(size => most / size <= 5) ?? power
  const top = Math.ceil(most / step) * step
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n * step)
  return { ticks, y: value => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM) }
}

function frame(shapes: readonly Html[], series: readonly Series[], { ticks, y }: Scale, axis: Axis): Html {
  const grid = ticks.map(
    tick =>
      html`<path class="grid" d="M${LEFT} ${rounded(y(tick))}H${WIDTH}"/><text class="tick" x="${LEFT - 6}" y="${rounded(y(tick) + 4)}" text-anchor="end">${rounded(tick)}</text>`,
  )
  const seconds = axis.columns * axis.secondsEach
  const marks = [0, 0.25, 0.5, 0.75, 1].map(share => {
    const x = LEFT + share * (WIDTH - LEFT)
    const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle'
    return html`<text class="tick" x="${rounded(x)}" y="${HEIGHT - 6}" text-anchor="${anchor}">${clock(share * seconds)}</text>`
  })
  const rateLimit =
    axis.rateLimit === undefined
      ? null
      : html`<path class="rate-limit" d="M${LEFT} ${rounded(y(axis.rateLimit))}H${WIDTH}"/>`
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${axis.label}">${grid}${shapes}${rateLimit}${marks}</svg>
<ul class="key">${series.map(({ name }) => html`<li><span class="swatch series-${name}" aria-hidden="true"></span>${name}</li>`)}${axis.rateLimit === undefined ? null : html`<li><span class="swatch swatch-rate-limit" aria-hidden="true"></span>rate limit ${rounded(axis.rateLimit)}</li>`}</ul>`
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100)

function clock(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`
}
