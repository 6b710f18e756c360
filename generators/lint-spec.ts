/** Lints OpenAPI documents by the rules in `specs/redocly.yaml`: our own files, or any document. */
import type { NormalizedProblem } from '@redocly/openapi-core'
import type { Api } from './load-spec.ts'
import { specsFile } from './project-folder.ts'

export interface LintProblem {
  readonly severity: 'error' | 'warn'
  readonly rule: string
  readonly message: string
  /** JSON pointer into the document. */
  readonly at: string
}

/** Lints the files of one API in `specs/`, before bundling. */
export async function lintSpec(api: Api): Promise<LintProblem[]> {
  const { lint, loadConfig } = await import('@redocly/openapi-core')
  const config = await loadConfig({ configPath: specsFile('redocly.yaml') })
  return (await lint({ ref: specsFile(api, 'openapi.yaml'), config })).map(plain)
}

/** Lints any document by the same rules. */
export async function lintDocument(document: object): Promise<LintProblem[]> {
  const { lintFromString, loadConfig } = await import('@redocly/openapi-core')
  const config = await loadConfig({ configPath: specsFile('redocly.yaml') })
  return (await lintFromString({ source: JSON.stringify(document), config })).map(plain)
}

function plain(problem: NormalizedProblem): LintProblem {
  return {
    severity: problem.severity === 'error' ? 'error' : 'warn',
    rule: problem.ruleId,
    message: problem.message,
    at: problem.location[0]?.pointer ?? '#/',
  }
}
