#!/usr/bin/env node
/** The `assay` command. */
import { assay } from './assay.ts'
import { processIo } from './io.ts'
import { strayRejections } from './stray-rejections.ts'

const strays = strayRejections()
const status = await assay(process.argv.slice(2), processIo())
process.exitCode = strays.told(status)
