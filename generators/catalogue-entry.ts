/** The catalogue as data: what a file under `specs/catalogue/` may contain. */
import type { Api } from './load-spec.ts'

interface Needs {
  actors?: string[]
  fixtures?: string[]
  allow?: 'write' | 'destructive'
  credentials?: true
  probe?: true
  extraParams?: true
}

export interface Entry {
  id: string
  api: Api
  area: string
  sentence: string
  places: string[]
}

export interface Requirement extends Entry {
  level: 'must' | 'should'
  since?: number
  until?: number
  needs: Needs
  fields?: string[]
  parameter?: string
  absent?: true
  code?: string
}

export interface OpenPoint extends Entry {
  since?: number
  until?: number
  unvaried?: string
}

export interface NotObservable extends Entry {
  reason: string
}

interface Area {
  id: string
  api: Api
  title: string
}

export interface Catalogue {
  areas: Area[]
  requirements: Requirement[]
  openPoints: OpenPoint[]
  notObservable: NotObservable[]
  introductions: Record<Api, string[]>
  /** `file:line (id)` of every entry, for error messages. */
  where: Map<string, string>
}

/** A named set of requirements, by patterns on their ids. */
export interface Profile {
  name: string
  title: string
  include: string[]
  exclude?: string[]
  /** Patterns for requirements that a vendor may declare unsupported. */
  optional?: string[]
}

/** Keys that each kind of entry may have; the first three are required everywhere. */
export const entryKeys = {
  requirements: [
    'id',
    'sentence',
    'places',
    'level',
    'since',
    'until',
    'needs',
    'fields',
    'parameter',
    'absent',
    'code',
  ],
  openPoints: ['id', 'sentence', 'places', 'since', 'until', 'unvaried'],
  notObservable: ['id', 'sentence', 'places', 'reason'],
} as const

export const needsKeys = ['actors', 'fixtures', 'allow', 'credentials', 'probe', 'extraParams']
