/** Unknown names in a target file: an API without suites, an actor without a role, a kind of fixture that does not exist. */
import { type Api, staffedIn } from '../api.ts'
import { nearest } from '../text/nearest.ts'
import { staffedEntryOf } from './api-entry.ts'
import type { Target } from './load-target.ts'

/** A message for each; a run ignores them. */
export const unknownNames = (target: Target, apis: readonly Api[]): string[] => [
  ...unknownApis(target, apis),
  ...unknownInStaffed(target, apis),
]

/** Names under `apis` of a target file for which there are no suites. */
export const apisWithoutSuites = (target: Pick<Target, 'apis'>, apis: readonly Api[]): string[] =>
  Object.keys(target.apis ?? {}).filter(name => !apis.some(api => api.name === name))

function unknownApis(target: Target, apis: readonly Api[]): string[] {
  const names = apis.map(({ name }) => name)
  return apisWithoutSuites(target, apis).map(
    name =>
      `apis.${name}: no suite here is for an API of this name${nearest(name, names) || '; name the folder of its suites with --suites'}`,
  )
}

function unknownInStaffed(target: Target, apis: readonly Api[]): string[] {
  const api = staffedIn(apis)
  if (!api) return []
  const { actors = {}, fixtures = {} } = staffedEntryOf(target, api.name)
  const roles = [...new Set(Object.values(api.people?.roles ?? {}).flat())]
  const kinds = Object.keys(api.fixtures?.kinds ?? {})
  return [
    ...Object.entries(actors)
      .filter(([name, { role }]) => !roles.includes(role ?? name))
      .map(([name]) => `${api.name}.actors.${name} has no role, and its name is not one${nearest(name, roles)}`),
    ...Object.keys(fixtures)
      .filter(kind => !kinds.includes(kind))
      .map(kind => `${api.name}.fixtures.${kind}: there is no such kind of fixture${nearest(kind, kinds)}`),
  ]
}
