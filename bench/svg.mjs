/** Small line charts as SVG: axes, a line for each series, its name in the legend. */
const COLOURS = ['#1f6feb', '#d1242f', '#1a7f37', '#9a6700', '#8250df', '#0e7490', '#bf3989', '#57606a']
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [760, 380, 64, 34, 48]

const escaped = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
const round = number => Number(number.toFixed(1))

function scale(values, log, from, to) {
  const low = log ? Math.min(...values.filter(value => value > 0)) : Math.min(0, ...values)
  const high = Math.max(...values, low * (log ? 10 : 1))
  const place = value => (log ? Math.log10(Math.max(value, low)) : value)
  const range = place(high) - place(low) || 1
  return { low, high, at: value => round(from + ((place(value) - place(low)) / range) * (to - from)) }
}

function ticks({ low, high }, log) {
  if (log) {
    const powers = []
    for (let power = Math.floor(Math.log10(low)); 10 ** power <= high * 1.001; power++)
      for (const part of high / low > 1000 ? [1] : [1, 3]) powers.push(part * 10 ** power)
    return powers.filter(value => value >= low * 0.999 && value <= high * 1.001)
  }
  const rough = (high - low) / 5
  const step = [1, 2, 5, 10].map(part => part * 10 ** Math.floor(Math.log10(rough))).find(one => one >= rough) ?? rough
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => low + index * step)
}

/** `series`: `{ name, points: [[x, y]] }`; `steps` draws stairs. */
export function chart({ title, x, y, series, steps = false }) {
  const points = series.flatMap(one => one.points)
  const right = WIDTH - 190
  const across = scale(
    points.map(([at]) => at),
    x.log,
    LEFT,
    right,
  )
  const up = scale(
    points.map(([, value]) => value),
    y.log,
    HEIGHT - BOTTOM,
    TOP,
  )
  const lines = series.map(({ name, points: own }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const places = own.map(([at, value]) => [across.at(at), up.at(value)])
    const path = places
      .map(([px, py], at) => (at === 0 ? `M${px} ${py}` : steps ? `H${px}V${py}` : `L${px} ${py}`))
      .join('')
    const dots = steps
      ? ''
      : places.map(([px, py]) => `<circle cx="${px}" cy="${py}" r="3" fill="${colour}"/>`).join('')
    const legend = TOP + 8 + index * 20
    return [
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}`,
      `<path d="M${right + 14} ${legend}h18" stroke="${colour}" stroke-width="3"/>`,
      `<text x="${right + 38}" y="${legend + 4}">${escaped(name)}</text>`,
    ].join('')
  })
  const number = value => (value >= 1 || value === 0 ? Math.round(value).toLocaleString('en') : value.toFixed(1))
  const grid = [
    ...ticks(across, x.log).map(
      at =>
        `<path d="M${across.at(at)} ${TOP}V${HEIGHT - BOTTOM}" stroke="#d0d7de"/><text x="${across.at(at)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${number(at)}</text>`,
    ),
    ...ticks(up, y.log).map(
      value =>
        `<path d="M${LEFT} ${up.at(value)}H${right}" stroke="#d0d7de"/><text x="${LEFT - 6}" y="${up.at(value) + 4}" text-anchor="end">${number(value)}</text>`,
    ),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="20" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...grid,
    ...lines,
    `<text x="${(LEFT + right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escaped(x.label)}</text>`,
    `<text transform="translate(14 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`,
    '</svg>\n',
  ].join('\n')
}
