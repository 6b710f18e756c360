/** A list of all exchanges that renders only the rows on screen, so that twenty thousand are as fast as twenty. */
import type { Row } from '../evidence-format.ts'
import { exchange, index } from './data.ts'
import { element, say } from './element.ts'
import { exchangeView } from './exchange-view.ts'

const ROW = 30
const SPARE = 8

export async function exchangeList() {
  const place = document.querySelector('[data-exchanges]')
  const detail = document.querySelector('[data-exchange-detail]')
  const form = document.querySelector('form[data-exchange-filter]')
  if (!(place instanceof HTMLElement) || !detail || !(form instanceof HTMLFormElement)) return
  const known = await index()
  if (known === null) return
  const { words, rows } = known
  const texts = rows.map(row =>
    [row[0], row[3] || 'no reply', ...row.slice(4).map(n => words[n])].join(' ').toLowerCase(),
  )
  let shown = rows
  let active = 0
  const tall = element('div', { class: 'tall', role: 'presentation' })
  place.replaceChildren(tall)

  const draw = () => {
    const first = Math.max(0, Math.floor(place.scrollTop / ROW) - SPARE)
    const last = Math.min(shown.length, Math.ceil((place.scrollTop + place.clientHeight) / ROW) + SPARE)
    tall.style.height = `${shown.length * ROW}px`
    tall.replaceChildren(
      ...shown.slice(first, last).map((row, n) => rowView(row, words, first + n, first + n === active, shown.length)),
    )
    place.setAttribute('aria-activedescendant', shown.length > 0 ? `row-${active}` : '')
  }
  const open = async (n: number) => {
    const one = await exchange(n)
    detail.replaceChildren(one ? exchangeView(one) : element('p', {}, `There is no exchange ${n}.`))
    say(`Exchange ${n} is shown below the list`)
  }
  const move = (at: number) => {
    active = Math.min(shown.length - 1, Math.max(0, at))
    const top = active * ROW
    if (top < place.scrollTop) place.scrollTop = top
    else if (top + ROW > place.scrollTop + place.clientHeight) place.scrollTop = top + ROW - place.clientHeight
    draw()
  }
  const filter = () => {
    const wanted = String(new FormData(form).get('q') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
    shown = wanted.length === 0 ? rows : rows.filter((_, n) => wanted.every(word => texts[n]?.includes(word)))
    active = 0
    place.scrollTop = 0
    const countText =
      shown.length === rows.length ? `${rows.length} exchanges` : `${shown.length} of ${rows.length} exchanges`
    const output = document.querySelector('[data-exchanges-shown]')
    if (output) output.textContent = countText
    draw()
  }

  let waiting = false
  place.addEventListener('scroll', () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      draw()
    })
  })
  place.addEventListener('click', event => {
    const row = event.target instanceof Element ? event.target.closest('[data-at]') : null
    if (!(row instanceof HTMLElement)) return
    move(Number(row.dataset.at))
    open(Number(row.dataset.n))
  })
  place.addEventListener('keydown', event => {
    const page = Math.floor(place.clientHeight / ROW)
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -shown.length,
      End: shown.length,
    }
    const [step, row] = [steps[event.key], shown[active]]
    if (step !== undefined) move(active + step)
    else if (event.key === 'Enter' && row) open(row[0])
    else return
    event.preventDefault()
  })
  form.addEventListener('input', filter)
  form.addEventListener('submit', event => event.preventDefault())
  new ResizeObserver(draw).observe(place)
  filter()

  const followLink = () => {
    const n = /^#exchange-(\d+)$/.exec(location.hash)?.[1]
    if (n === undefined) return
    const at = shown.findIndex(row => row[0] === Number(n))
    if (at >= 0) move(at)
    open(Number(n)).then(() => detail.scrollIntoView({ block: 'start' }))
  }
  addEventListener('hashchange', followLink)
  followLink()
}

function rowView(
  [n, start, took, status, method, path, operation, actor, via]: Row,
  words: readonly string[],
  at: number,
  active: boolean,
  all: number,
) {
  const kind = status === 0 ? 'none' : status < 400 ? 'fine' : 'refused'
  const row = element(
    'div',
    {
      class: 'row',
      role: 'option',
      id: `row-${at}`,
      'aria-selected': String(active),
      'aria-posinset': at + 1,
      'aria-setsize': all,
      'data-at': at,
      'data-n': n,
    },
    element('span', { class: 'row-n' }, n),
    element('span', { class: `row-status ${kind}` }, status === 0 ? 'none' : status),
    element('b', { class: 'row-method' }, words[method]),
    element('span', { class: 'row-path' }, words[path]),
    element(
      'span',
      { class: 'row-who' },
      [words[operation], words[actor], words[via] === 'provisioner' && 'provisioner'].filter(Boolean).join(', '),
    ),
    element('span', { class: 'row-took' }, took < 0 ? '' : `${took} ms`),
    element('span', { class: 'row-at' }, `+${(start / 1000).toFixed(2)} s`),
  )
  row.style.top = `${at * ROW}px`
  return row
}
