export * from '../../harness/evidence/outcome.ts'
