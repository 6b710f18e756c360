/** The commands in the documents: lines of shell blocks, and `assay …` inside the text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Shown {
  readonly page: string
  /** One command, without its comment. */
  readonly command: string
  readonly comment: string
  readonly inline: boolean
  /** The expected output: the block of text after the command. */
  readonly prints?: string
}

export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...pagesBelow('docs'),
  ...pagesBelow('examples'),
].filter(page => existsSync(join(root, page)))

function pagesBelow(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => name.endsWith('.md'))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
}

export function shownOn(page: string): Shown[] {
  const shown: (Shown & { prints?: string })[] = []
  const add = (line: string, inline: boolean): void => {
    const [, text = '', comment = ''] = /^(.*?)(?:\s+#\s+(.*))?$/.exec(line.trim()) ?? []
    for (const command of text.split(' && ').map(one => one.trim()))
      if (command !== '') shown.push({ page, command, comment, inline })
  }
  let fence: string | null = null
  let open = ''
  let printed: string[] = []
  for (const line of readFileSync(join(root, page), 'utf8').split('\n')) {
    const mark = /^```(\w*)/.exec(line)
    if (mark) {
      const last = shown.at(-1)
      if (fence === 'text' && last && !last.inline) last.prints = printed.join('\n')
      printed = []
      fence = fence === null ? (mark[1] ?? '') : null
      continue
    }
    if (fence === 'text') printed.push(line)
    if (fence === null) for (const [, span = ''] of line.matchAll(/`([^`]+)`/g)) if (isCommand(span)) add(span, true)
    if (fence === null || !['sh', 'bash', 'console', 'shell'].includes(fence)) continue
    open += line.replace(/^\$ /, '')
    if (/[|\\]$/.test(open)) open = open.replace(/\\$/, ' ')
    else {
      add(open, false)
      open = ''
    }
  }
  return shown
}

/** Whether inline code is a command. `assay k3v9z …` is not: it is the name of something that a run created. */
const isCommand = (span: string): boolean =>
  /^(npx (--no-install )?)?assay (?!k3v9z)[a-z]|^(npm|npx|node|python3) /.test(span)

/** Whether it is only the name of a command, or a pattern to fill in: DIR…, [this|that]. FILE stands for a target file. */
export const isForm = (command: string): boolean =>
  /^npx (--no-install )?assay$|^(npx (--no-install )?)?assay \S+$|\b(ID|DIR|NAME|BEFORE|AFTER|COMMAND)\b|[|[…]/.test(
    command,
  )

/** Whether the output contains the text. Numbers may differ; an ellipsis stands for the rest of a line or for any lines. */
export function printedAs(text: string, out: string): boolean {
  const pattern = text
    .trim()
    .split('\n')
    .map(line =>
      line.trim() === '…'
        ? '(?:.*\\n)*?'
        : `${line
            .trimEnd()
            .split('…')
            .map(part => part.split(/\d+/).map(RegExpEscaped).join('\\d+'))
            .join('.*')}\\n`,
    )
  return new RegExp(`(?:^|\\n)${pattern.join('')}`).test(out)
}

const RegExpEscaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The words of a command line, split and unquoted like a shell does. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
}
