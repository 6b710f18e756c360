/** A bundled description as a module. */
import type { Json } from './json.ts'

export const writeDocument = (document: Json): string =>
  `/** The whole description, with its level extensions. */
const document: Record<string, unknown> = JSON.parse(
  ${JSON.stringify(JSON.stringify(document))},
)
export default document
`
