/**
 * Validators by the text of their schema, compiled before any run: compiling a schema and loading the compiler takes as
 * long as Node takes to start. Empty in the sources: `scripts/bundle.mjs` puts in the validators of the contract and of
 * our own files.
 */
import type { ValidateFunction } from 'ajv'

export const compiledSchemas: ReadonlyMap<string, ValidateFunction> = new Map()
