/**
 * Reads `specs/requests/`, which states what schemas of requests cannot express, and writes
 * `generated/request-readings.ts`.
 */
import { CatalogueError } from './catalogue-error.ts'
import { asJson } from './json.ts'
import { apis } from './load-spec.ts'
import { readLocatedYaml } from './located-yaml.ts'
import { specsFile } from './project-folder.ts'

const words = new Set(
  `since until names within limit text time unique needed omit ignored observed open openValues broken avoid also`.split(
    ' ',
  ),
)

export function writeRequestReadings(): string {
  const all = apis.flatMap(api => {
    const yaml = readLocatedYaml(specsFile('requests', `${api}.yaml`))
    const entries = Object.entries(asJson(yaml.value))
    const mistakes = entries.flatMap(([name, places]) =>
      Object.entries(asJson(places)).flatMap(([pointer, reading]) =>
        [reading]
          .flat()
          .flatMap(one => Object.keys(asJson(one)).filter(word => !words.has(word)))
          .map(word => `${yaml.at([name, pointer])}: unknown word ${word}`),
      ),
    )
    if (mistakes.length > 0) throw new CatalogueError(mistakes)
    return entries
  })
  return `/** How the requests of both APIs are generated, by operation, form or schema, and then by pointer. */
export const requestReadings = ${JSON.stringify(Object.fromEntries(all))} as const
`
}
