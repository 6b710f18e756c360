/** Keyboard shortcuts: search, next, previous, next failure; arrows on the map. */

export function keyboard() {
  for (const hint of document.querySelectorAll('[data-keys]')) if (hint instanceof HTMLElement) hint.hidden = false
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const inField = event.target instanceof Element && event.target.closest('input, select, textarea, [role=listbox]')
    if (event.key === 'Escape' && event.target instanceof HTMLInputElement) {
      event.target.form?.reset()
      event.target.blur()
      return
    }
    if (inField) return
    const action = actions[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  for (const map of document.querySelectorAll('[data-map]')) singleTabStop(map)
}

const actions: Record<string, () => void> = {
  '/': () => {
    const field = document.querySelector('form[data-filter] input[type=search]')
    if (field instanceof HTMLInputElement) field.focus()
  },
  j: () => step(1, 'details.requirement:not([hidden])'),
  k: () => step(-1, 'details.requirement:not([hidden])'),
  f: () => step(1, 'details.requirement.fail:not([hidden])'),
}

function step(direction: 1 | -1, selector: string) {
  const all = [...document.querySelectorAll(selector)]
  const here = document.activeElement?.closest('details.requirement')
  const next = here
    ? all.find((one, n) => {
        const place = here.compareDocumentPosition(one)
        if (direction > 0) return (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
        const after = all[n + 1]
        return (
          (place & Node.DOCUMENT_POSITION_PRECEDING) !== 0 &&
          (after === undefined ||
            after === here ||
            (here.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
        )
      })
    : all[direction > 0 ? 0 : all.length - 1]
  const summary = next?.querySelector('summary')
  summary?.focus()
  summary?.scrollIntoView({ block: 'center' })
}

/** A map is one stop of the tab key; arrow keys move from cell to cell. */
function singleTabStop(map: Element) {
  const cells = [...map.querySelectorAll('a.cell')].filter(cell => cell instanceof HTMLElement)
  cells.forEach((cell, n) => {
    cell.tabIndex = n === 0 ? 0 : -1
  })
  map.addEventListener('keydown', event => {
    if (!(event instanceof KeyboardEvent) || !(event.target instanceof HTMLElement)) return
    const at = cells.indexOf(event.target)
    if (at < 0) return
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: rowStep(cells, at, 1),
      ArrowUp: rowStep(cells, at, -1),
      Home: -at,
      End: cells.length - 1 - at,
    }
    const step = steps[event.key]
    const cell = step === undefined ? undefined : cells[at + step]
    if (step === undefined) return
    event.preventDefault()
    if (cell === undefined) return
    for (const other of cells) other.tabIndex = -1
    cell.tabIndex = 0
    cell.focus()
  })
}

/** The step to the nearest cell in the row below or above. */
function rowStep(cells: HTMLElement[], at: number, direction: 1 | -1) {
  const own = cells[at]?.getBoundingClientRect()
  if (own === undefined) return 0
  let best = 0
  let least = Number.POSITIVE_INFINITY
  cells.forEach((cell, n) => {
    const box = cell.getBoundingClientRect()
    const down = (box.top - own.top) * direction
    if (down < 4) return
    const distance = down * 10 + Math.abs(box.left - own.left)
    if (distance < least) [best, least] = [n - at, distance]
  })
  return best
}
