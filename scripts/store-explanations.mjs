/** Stores what `assay explain` prints, so that it need not load the suites and the reference. */
import { writeFileSync } from 'node:fs'
import { everyExplanation } from '../dist/cli/explain/explain.js'

const lines = [...everyExplanation()].map(({ id, ...rest }) => JSON.stringify({ id, ...rest }))
writeFileSync(new URL('../dist/cli/explanations.ndjson', import.meta.url), `\n${lines.join('\n')}\n`)
