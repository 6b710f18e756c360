/**
 * Validators by the text of their schema, made before any run: compiling a schema, and loading what compiles it, takes as long as
 * Node takes to start. Empty here: `scripts/bundle.mjs` puts those of the contract and of our own files in its place.
 */
import type { ValidateFunction } from 'ajv'

export const compiledSchemas: ReadonlyMap<string, ValidateFunction> = new Map()
