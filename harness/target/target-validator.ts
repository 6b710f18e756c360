/** The schema of target files as a function; `scripts/bundle.mjs` puts it into the bundle already compiled. */
import type { ValidateFunction } from 'ajv'
import targetSchema from '../../generated/target-schema.ts'
import { validatorOf } from '../judging/schema-validator.ts'

export const targetValidator = (): ValidateFunction => validatorOf(targetSchema)
