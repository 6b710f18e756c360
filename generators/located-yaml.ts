/** YAML with the line of every value, for error messages. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { CatalogueError } from './catalogue-error.ts'
import { projectFolder } from './project-folder.ts'

export interface LocatedYaml {
  /** The name of the file in error messages. */
  readonly file: string
  readonly value: unknown
  /** `file:line` of the value at a path, or of the nearest one above it. */
  at(path: readonly (string | number)[]): string
}

export function readLocatedYaml(path: string): LocatedYaml {
  return parseLocatedYaml(relative(projectFolder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'))
}

export function parseLocatedYaml(file: string, text: string): LocatedYaml {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [broken] = document.errors
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0])
    throw new CatalogueError([`${file}:${line}:${col}: this is not valid YAML: ${firstLine(broken.message)}`])
  }
  return {
    file,
    value: valueIn(document, file),
    at(wanted) {
      for (let length = wanted.length; length > 0; length--) {
        const node = document.getIn(wanted.slice(0, length), true)
        if (isNode(node) && node.range) return `${file}:${lines.linePos(node.range[0]).line}`
      }
      return file
    },
  }
}

/** Aliases are resolved only here, so only here can they cause errors. */
function valueIn(document: Document, file: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new CatalogueError([`${file}: this is not valid YAML: ${firstLine((error as Error).message)}`])
  }
}

const firstLine = (message: string): string =>
  (message.split('\n')[0] ?? message).replace(
    /^Missing closing (["'])quote$/,
    'a closing quotation mark ($1) is missing',
  )
