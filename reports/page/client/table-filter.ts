/** Filter of a table on pages of several runs: by words, to rows that differ, and by choices from lists. */
import { say } from './element.ts'

export function tableFilter() {
  const form = document.querySelector('form[data-table-filter]')
  if (!(form instanceof HTMLFormElement)) return
  const groups = [...document.querySelectorAll('tbody[data-group]')].filter(group => group instanceof HTMLElement)
  const rows = [...document.querySelectorAll('tr[data-row]')].flatMap(row =>
    row instanceof HTMLElement ? [{ row, text: (row.textContent ?? '').toLowerCase() }] : [],
  )
  const output = form.querySelector('output')
  const noun = form.dataset.noun ?? 'requirements'
  const lists = [...form.querySelectorAll('select')]
  const apply = () => {
    const chosen = new FormData(form)
    const words = String(chosen.get('q') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
    const differing = chosen.get('differing') !== null
    let count = 0
    for (const { row, text } of rows) {
      const listed = lists.every(({ name, value }) => value === '' || row.dataset[name] === value)
      const fits = words.every(word => text.includes(word)) && (!differing || row.dataset.row === 'differs') && listed
      row.hidden = !fits
      if (fits) count++
    }
    for (const group of groups) group.hidden = group.querySelector('tr[data-row]:not([hidden])') === null
    const countText = `${count} of ${rows.length} ${noun}`
    if (output) output.textContent = countText
    say(countText)
  }
  form.addEventListener('input', apply)
  form.addEventListener('submit', event => event.preventDefault())
}
