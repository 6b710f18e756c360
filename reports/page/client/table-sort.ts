/** Sorts a table by the column whose heading is clicked; a second click reverses the order. */
import { say } from './element.ts'

export function tableSort() {
  for (const table of document.querySelectorAll('table[data-sortable]')) {
    const headings = [...table.querySelectorAll('thead th')]
    headings.forEach((heading, column) => {
      const button = heading.querySelector('button')
      button?.addEventListener('click', () => {
        const down = heading.getAttribute('aria-sort') === 'ascending'
        for (const other of headings) other.removeAttribute('aria-sort')
        heading.setAttribute('aria-sort', down ? 'descending' : 'ascending')
        const body = table.querySelector('tbody')
        const rows = [...(body?.querySelectorAll('tr') ?? [])]
        rows.sort((one, other) => order(keyOf(one, column), keyOf(other, column)) * (down ? -1 : 1))
        body?.append(...rows)
        say(`sorted by ${button.textContent}, ${down ? 'descending' : 'ascending'}`)
      })
    })
  }
}

const keyOf = (row: Element, column: number): string => {
  const cell = row.children[column]
  return cell instanceof HTMLElement ? (cell.dataset.key ?? cell.textContent ?? '') : ''
}

const order = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })
