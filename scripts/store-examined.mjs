/** Stores the result of examining the embedded reference's documents, so that a run against it need not examine them. */
import { writeFileSync } from 'node:fs'
import { documentFault } from '../dist/harness/openapi/document-fault.js'
import { textDigest } from '../dist/harness/text/text-digest.js'
import { document } from '../dist/reference/trading/swagger.js'

const text = JSON.stringify(document)
const examined = { [textDigest(text)]: await documentFault(text) }
writeFileSync(new URL('../dist/harness/openapi/examined.json', import.meta.url), JSON.stringify(examined))
