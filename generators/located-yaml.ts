/** YAML with the line of every value, so that a complaint can say where. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { CatalogueError } from './catalogue-error.ts'
import { projectFolder } from './project-folder.ts'

export interface LocatedYaml {
  /** The file's name as complaints give it. */
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
  const document = parseDocument(text, { lineCounter: lines })
  const [broken] = document.errors
  if (broken) throw new CatalogueError([`${file}:${lines.linePos(broken.pos[0]).line}: ${firstLine(broken.message)}`])
  return {
    file,
    value: document.toJS(),
    at(wanted) {
      for (let length = wanted.length; length > 0; length--) {
        const node = document.getIn(wanted.slice(0, length), true)
        if (isNode(node) && node.range) return `${file}:${lines.linePos(node.range[0]).line}`
      }
      return file
    },
  }
}

const firstLine = (message: string): string => message.split('\n')[0] ?? message
