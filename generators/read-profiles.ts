/** Reads the profiles: named sets of requirements, each chosen by patterns on ids. */
import { existsSync } from 'node:fs'
import type { Profile } from './catalogue-entry.ts'
import { CatalogueError } from './catalogue-error.ts'
import { asJson, asList, type Json } from './json.ts'
import { type LocatedYaml, readLocatedYaml } from './located-yaml.ts'
import { specsFile } from './project-folder.ts'

const keys = ['name', 'title', 'include', 'exclude', 'optional']

export function readProfiles(): Profile[] {
  const path = specsFile('profiles.yaml')
  return existsSync(path) ? profilesOf(readLocatedYaml(path)) : []
}

export function profilesOf(yaml: LocatedYaml): Profile[] {
  const profiles = asList(asJson(yaml.value)['profiles']).map(asJson)
  const mistakes = profiles.flatMap((profile, index) =>
    checkProfile(profile).map(mistake => `${yaml.at(['profiles', index])}: ${mistake}`),
  )
  if (mistakes.length > 0) throw new CatalogueError(mistakes)
  return profiles as unknown as Profile[]
}

function checkProfile(profile: Json): string[] {
  const unknown = Object.keys(profile).filter(key => !keys.includes(key))
  return [
    ...unknown.map(key => `unknown key ${key}`),
    ...['name', 'title'].filter(key => typeof profile[key] !== 'string').map(key => `${key} is missing`),
    ...(asList(profile['include']).length > 0 ? [] : ['include is not a list with something in it']),
  ]
}
