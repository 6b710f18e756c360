/** Fills an opened requirement with its claims and exchanges. */
import type { ClaimLine } from '../evidence-format.ts'
import { claims, exchange } from './data.ts'
import { element } from './element.ts'
import { exchangeView } from './exchange-view.ts'

const FIRST_EXCHANGES = 4
const FEW_CLAIMS = 4

export function requirementEvidence() {
  for (const details of document.querySelectorAll('details.requirement')) {
    if (!(details instanceof HTMLDetailsElement)) continue
    details.addEventListener('toggle', () => details.open && fill(details))
    if (details.open) fill(details)
  }
}

export async function fill(details: HTMLDetailsElement) {
  const place = details.querySelector('[data-evidence]')
  if (!(place instanceof HTMLElement) || place.dataset.filled !== undefined) return
  place.dataset.filled = ''
  const area = details.closest('[data-area]')?.id.slice('area-'.length) ?? ''
  const known = await claims(area, details.id)
  if (known === null || known.lines.length === 0) return
  const { total, lines, predicates } = known
  await showExchanges(place, known.exchanges, lines)
  const counts = [
    `${total.holds} hold`,
    total.broken > 0 && `${total.broken} violated`,
    total.undecided > 0 && `${total.undecided} undecided`,
  ]
  const list = element('ol', { class: 'claims' }, lines.map(claimLine))
  const all = total.holds + total.broken + total.undecided
  place.append(
    element('h4', {}, 'Claims ', element('span', { class: 'muted' }, counts.filter(Boolean).join(', '))),
    element(
      'details',
      { class: 'claim-list', open: lines.length <= FEW_CLAIMS },
      element(
        'summary',
        { class: 'predicates' },
        predicates.map(([name, times]) => `${name} × ${times}`).join(', ') || `${all} claims`,
      ),
      list,
      all > lines.length && element('p', { class: 'muted' }, `${all - lines.length} more are in claims.ndjson`),
    ),
  )
}

function claimLine(claim: ClaimLine) {
  const { n, predicate, outcome, weight, expected, actual, why, attempt, exchanges: numbers, args, control } = claim
  return element(
    'li',
    { class: `claim ${outcome}` },
    element(
      'span',
      { class: `claim-outcome ${outcome}` },
      outcome === 'broken' ? `violated (${weight.toUpperCase()})` : outcome,
    ),
    element('code', { title: args === '{}' ? null : args.slice(0, 500) }, predicate ?? 'no predicate'),
    numbers.length > 0 && element('span', { class: 'muted' }, 'exchange ', numbers.map(link)),
    control !== null && element('span', { class: 'muted' }, 'control ', link(control)),
    attempt > 1 && element('span', { class: 'muted' }, 'second try'),
    expected !== null && element('div', {}, element('b', {}, 'Expected '), expected),
    actual !== null && element('div', {}, element('b', {}, 'Actual '), actual),
    why !== undefined && element('div', {}, why),
    element('span', { class: 'unseen' }, `claim ${n}`),
  )
}

const link = (n: number) => element('a', { href: `#exchange-${n}`, class: 'number' }, n)

async function showExchanges(place: HTMLElement, numbers: readonly number[], lines: readonly ClaimLine[]) {
  if (numbers.length === 0) return
  place.append(element('h4', {}, 'Exchanges'))
  const shelf = element('div', {})
  place.append(shelf)
  await add(shelf, numbers.slice(0, FIRST_EXCHANGES), lines)
  const rest = numbers.slice(FIRST_EXCHANGES)
  if (rest.length === 0) return
  const more = element('button', { type: 'button', class: 'more' }, `Show ${rest.length} more exchanges`)
  more.addEventListener('click', () => add(shelf, rest, lines).then(() => more.remove()))
  place.append(more)
}

async function add(shelf: HTMLElement, numbers: readonly number[], lines: readonly ClaimLine[]) {
  for (const n of numbers) {
    const shown = await exchange(n)
    if (shown === null) {
      shelf.append(element('p', { class: 'muted' }, `Exchange ${n} is not in exchanges.ndjson.`))
      continue
    }
    const broken = lines.filter(claim => claim.outcome === 'broken' && claim.exchanges.includes(n))
    const isControl = lines.some(claim => claim.control === n)
    const control = broken.find(claim => claim.control !== null)?.control ?? null
    const role = broken.length > 0 ? 'violation' : isControl ? 'control: accepted, one change away' : ''
    shelf.append(
      exchangeView(shown, {
        role,
        broken: broken.length > 0,
        at: [...new Set(broken.flatMap(claim => claim.at))],
        control: control === null ? null : await exchange(control),
      }),
    )
  }
}
