#!/usr/bin/env node
/** The `assay` command. */
import { assay } from './assay.ts'
import { processIo } from './io.ts'

process.exitCode = await assay(process.argv.slice(2), processIo())
