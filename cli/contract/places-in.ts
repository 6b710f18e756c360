/** Finds the places of a contract in a user's copy of it: Markdown with headings, tables, lists and paragraphs. */

export interface Passage {
  readonly text: string
  /** Line of the document, from 1. */
  readonly line: number
}

/** `known`: the places that requirements cite. A heading gets the name that these places have for it. */
export function placesIn(document: string, known: ReadonlySet<string>): Map<string, Passage> {
  const found = new Map<string, Passage>()
  const counts = new Map<string, number>()
  const names = segmentsOf(known)
  let path: { readonly depth: number; readonly name: string }[] = []
  let table: 'none' | 'head' | 'body' = 'none'
  let paragraph: Passage | null = null

  const at = (name: string): string => [...path.map(step => step.name), name].join(' > ')
  const add = (name: string, text: string, line: number): void => {
    if (!found.has(at(name))) found.set(at(name), { text, line })
  }
  const counted = (word: string): string => {
    const key = at(word)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return `${word} ${counts.get(key)}`
  }
  const enter = (depth: number, title: string): void => {
    path = path.filter(step => step.depth < depth)
    path.push({ depth, name: nameOf(title, names, path.map(step => step.name).join(' > ')) })
  }
  const endParagraph = (): void => {
    if (paragraph) add(counted('text'), paragraph.text, paragraph.line)
    paragraph = null
  }

  document.split(/\r?\n/).forEach((raw, index) => {
    const [text, line] = [raw.trim(), index + 1]
    const heading = /^(#{1,6}) (.+)$/.exec(text)
    const operation = /^\*\*([A-Z]+ \/\S*)\*\*(.*)$/.exec(text)
    const item = /^(?:(\d+)\.|[-*]) (.+)$/.exec(text)
    if (text === '' || heading || operation || item || text.startsWith('|')) endParagraph()
    if (!text.startsWith('|')) table = 'none'
    if (heading) {
      const depth = heading[1]?.length ?? 1
      if (depth === 1) path = []
      else enter(depth, heading[2] ?? '')
    } else if (operation) {
      enter(9, operation[1] ?? '')
      if (operation[2]?.trim()) add('note', text, line)
    } else if (text.startsWith('|')) {
      if (table === 'none') table = 'head'
      else if (/^\|[\s:|-]+\|?$/.test(text)) table = 'body'
      else if (table === 'body') {
        const cells = text
          .replace(/^\||\|$/g, '')
          .split('|')
          .map(cell => cell.trim())
        const row = cells.join(' | ').replace(/[ |]+$/, '')
        const [first = '', second = ''] = cells.map(cell => cell.replaceAll('`', ''))
        add(/^[A-Z]{3,7}$/.test(first) && second.startsWith('/') ? `${first} ${second}` : first, row, line)
        add(counted('transition'), row, line)
      }
    } else if (item) add(counted(item[1] === undefined ? 'bullet' : 'rule'), item[2] ?? '', line)
    else if (text !== '') paragraph = paragraph ? { ...paragraph, text: `${paragraph.text} ${text}` } : { text, line }
  })
  endParagraph()
  return new Map([...found].filter(([place]) => known.has(place)))
}

/** Maps each path to the names below it. */
function segmentsOf(known: ReadonlySet<string>): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const place of known) {
    const parts = place.split(' > ')
    for (let depth = 0; depth < parts.length - 1; depth++) {
      const above = parts.slice(0, depth).join(' > ')
      names.set(above, (names.get(above) ?? new Set()).add(parts[depth] ?? ''))
    }
  }
  return names
}

/** The known name that the heading begins with, or that it contains; else the heading itself. */
function nameOf(title: string, names: ReadonlyMap<string, ReadonlySet<string>>, above: string): string {
  const here = [...(names.get(above) ?? [])].sort((a, b) => b.length - a.length)
  const words = title.toLowerCase()
  const begins = here.find(name => words === name.toLowerCase() || words.startsWith(`${name.toLowerCase()} `))
  return begins ?? here.find(name => words.split(/\W+/).includes(name.toLowerCase())) ?? title
}
