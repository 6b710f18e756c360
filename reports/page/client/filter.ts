/** Search and filter of the requirements. The choice is kept in the address, so that it can be shared. */
import { say } from './element.ts'

type Entry = { details: HTMLElement; verdict: string; level: string; api: string; text: string }

export function requirementFilter() {
  const form = document.querySelector('form[data-filter]')
  if (!(form instanceof HTMLFormElement)) return
  const entries = entriesOf()
  const areas = [...document.querySelectorAll('[data-area]')].filter(area => area instanceof HTMLElement)
  const shown = document.querySelector('[data-shown]')
  const none = document.querySelector('[data-none]')

  const apply = () => {
    const chosen = new FormData(form)
    const words = String(chosen.get('q') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
    const verdicts = new Set(chosen.getAll('v').map(String))
    const [api, level] = [String(chosen.get('api') ?? ''), String(chosen.get('level') ?? '')]
    let count = 0
    for (const entry of entries) {
      const fits =
        (verdicts.size === 0 || verdicts.has(entry.verdict)) &&
        (api === '' || api === entry.api) &&
        (level === '' || level === entry.level) &&
        words.every(word => entry.text.includes(word))
      entry.details.hidden = !fits
      if (fits) count++
    }
    for (const area of areas) area.hidden = area.querySelector('details.requirement:not([hidden])') === null
    const countText = count === entries.length ? `${count} requirements` : `${count} of ${entries.length} requirements`
    if (shown) shown.textContent = countText
    if (none instanceof HTMLElement) none.hidden = count > 0
    say(countText)
    remember(words.join(' '), [...verdicts], api, level)
  }

  form.addEventListener('input', apply)
  form.addEventListener('submit', event => event.preventDefault())
  form.addEventListener('reset', () => setTimeout(apply))
  document.querySelector('[data-clear]')?.addEventListener('click', () => form.reset())
  for (const tile of document.querySelectorAll('[data-show]')) {
    tile.addEventListener('click', () => {
      choose(form, [tile.getAttribute('data-show') ?? ''])
      apply()
    })
  }
  if (recall(form)) apply()
}

function entriesOf(): Entry[] {
  return [...document.querySelectorAll('details.requirement')].flatMap(details => {
    if (!(details instanceof HTMLElement)) return []
    const summary = details.querySelector('summary')?.textContent ?? ''
    const places = details.querySelector('.about')?.textContent ?? ''
    const { verdict = '', level = '' } = details.dataset
    return [
      { details, verdict, level, api: details.id.split('.')[0] ?? '', text: `${summary} ${places}`.toLowerCase() },
    ]
  })
}

function choose(form: HTMLFormElement, verdicts: readonly string[]) {
  for (const box of form.querySelectorAll('input[name=v]')) {
    if (box instanceof HTMLInputElement) box.checked = verdicts.includes(box.value)
  }
}

function remember(q: string, verdicts: readonly string[], api: string, level: string) {
  const query = new URLSearchParams()
  if (q !== '') query.set('q', q)
  for (const verdict of verdicts) query.append('v', verdict)
  if (api !== '') query.set('api', api)
  if (level !== '') query.set('level', level)
  const search = query.toString()
  try {
    history.replaceState(null, '', `${search === '' ? location.pathname : `?${search}`}${location.hash}`)
  } catch {
    // The address may not be changed, for example in a preview. The filter works nevertheless.
  }
}

function recall(form: HTMLFormElement) {
  const query = new URLSearchParams(location.search)
  if (query.size === 0) return false
  choose(form, query.getAll('v'))
  for (const name of ['q', 'api', 'level']) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = query.get(name) ?? ''
  }
  return true
}
