/** Enforces the import boundaries of ARCHITECTURE.md: which top-level folder may import which. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What each folder may import from, besides itself. `generated/formats` stands for that one file. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  arbitraries: [],
  generators: [],
  harness: ['generated', 'arbitraries'],
  suites: ['generated', 'harness'],
  reference: ['generated'],
  reports: ['generated/formats'],
  cli: ['generated', 'generators', 'harness', 'suites', 'reference', 'reports'],
}

/** The entry for vitest may import everything, like the command line: it connects suites, reference and reports. */
const entries = new Set(['suites/conformance.test.ts'])

const libraries: Readonly<Record<string, readonly string[]>> = {
  generators: ['fast-check', 'undici', 'hono', 'commander'],
  suites: ['undici', 'ajv', 'ajv-formats', 'fast-check', 'yaml'],
  reference: ['ajv', 'ajv-formats', 'undici'],
  reports: ['undici', 'ajv', 'commander', 'hono'],
  harness: ['commander', 'hono', 'vitest'],
}

interface Import {
  readonly file: string
  readonly of: string
  readonly line: string
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function imports(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = text.matchAll(/(?:^(?:import|export)\s[^'"]*?from\s*|^import\s*|\bimport\()(['"])([^'"]+)\1/gm)
  return [...statements].map(([line, , of = '']) => ({ file, of, line }))
}

const inside = ({ file, of }: Import): string =>
  relative(root, resolve(root, dirname(file), of))
    .split(sep)
    .join('/')

describe.each(Object.keys(allowed))('%s', folder => {
  const files = sources(folder).filter(file => !entries.has(file))
  const all = files.flatMap(imports)

  test('imports only from the layers below', () => {
    const wrong = all
      .filter(({ of }) => of.startsWith('.'))
      .filter(statement => {
        const path = inside(statement)
        const known = [folder, ...(allowed[folder] ?? [])]
        return !known.some(place => path.startsWith(`${place}/`) || path === `${place}.ts`)
      })
    expect(wrong.map(({ file, of }) => `${file} imports ${of}`)).toEqual([])
  })

  test('uses no library that belongs to another layer', () => {
    const wrong = all.filter(({ of }) =>
      (libraries[folder] ?? []).some(name => of === name || of.startsWith(`${name}/`)),
    )
    expect(wrong.map(({ file, of }) => `${file} imports ${of}`)).toEqual([])
  })

  test('has no file of more than 400 lines, except data', () => {
    const long = files.filter(file => readFileSync(join(root, file), 'utf8').split('\n').length > 401)
    expect(long.filter(file => !isData(file))).toEqual([])
  })
})

test('reports import only types from the formats', () => {
  const values = sources('reports')
    .flatMap(imports)
    .filter(({ of, line }) => of.includes('generated/') && !/^import type\s/.test(line))
  expect(values).toEqual([])
})

test('the reference does not import the generated validators', () => {
  const wrong = sources('reference')
    .flatMap(imports)
    .filter(({ of }) => /generated\/(schemas|field-rules|.*-schema)\.ts$/.test(of))
  expect(wrong.map(({ file, of }) => `${file} imports ${of}`)).toEqual([])
})

/** Files of tables, which may be long. */
const isData = (file: string): boolean => /(^|\/)(faults|variants)\//.test(file) || /(faults|variants)\.ts$/.test(file)

/** Import cycles in one folder, types included: each file that reaches itself, with the other files of its cycle. */
function importCycles(folder: string): string[][] {
  const files = sources(folder)
  const known = new Set(files)
  const uses = new Map(
    files.map(file => [
      file,
      imports(file)
        .map(inside)
        .filter(path => known.has(path)),
    ]),
  )
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>()
    const ahead = [...(uses.get(from) ?? [])]
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      ahead.push(...(uses.get(next) ?? []))
    }
    return seen
  }
  const all = new Map(files.map(file => [file, reached(file)]))
  const inOne = files.filter(file => all.get(file)?.has(file))
  return inOne.map(file => [file, ...inOne.filter(other => all.get(file)?.has(other) && all.get(other)?.has(file))])
}

test.each(Object.keys(allowed))('%s has no import cycles, types included', folder => {
  expect(importCycles(folder).map(([file, ...others]) => `${file}: ${others.join(', ')}`)).toEqual([])
})
