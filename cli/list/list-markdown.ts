/** A list as a Markdown page with a table for each group. */

export interface Row {
  readonly id: string
  readonly group: string
  readonly note: string
  readonly text: string
}

export function grouped(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row])
  return groups
}

export function markdownList(kind: string, rows: readonly Row[]): string {
  const name = kind.replace('-', ' ')
  const tables = [...grouped(rows)].map(([group, members]) => {
    const noted = members.some(({ note }) => note !== '')
    const head = noted ? '| id | text | |\n|---|---|---|' : '| id | text |\n|---|---|'
    const lines = members.map(({ id, text, note }) =>
      [`| \`${id}\` | ${escaped(text)} |`, ...(noted ? [`${note === '' ? '' : ` ${note}`} |`] : [])].join(''),
    )
    return `${group === '' ? '' : `## ${group}\n\n`}${head}\n${lines.join('\n')}`
  })
  const introduction = `${rows.length}, printed by \`assay list ${kind} --markdown\`; \`assay explain ID\` shows everything about one.`
  return `# ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n${introduction}\n\n${tables.join('\n\n')}\n`
}

const escaped = (text: string): string => text.replaceAll(/[|\\<>*`]/g, '\\$&')
