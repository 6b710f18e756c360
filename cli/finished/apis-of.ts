/** The APIs of a report: the built-in ones, or those of the folder that the run had as --suites. */
import type { Report } from '../../generated/formats.ts'
import { type Api, apisIn } from '../../harness/index.ts'
import { apis } from '../../suites/index.ts'
import { withOwnSuites } from '../own/own-suites.ts'

/** A folder that a report names is never loaded automatically, because its modules are programs. */
export const apisOf = async (folder: string | undefined): Promise<readonly Api[]> =>
  folder === undefined ? apis : apisIn((await withOwnSuites(folder)).areas)

/** Names the APIs of the report that are not known; null if all are known. */
export function unknownIn({ target }: Report, known: readonly Api[]): string | null {
  const names = Object.keys(target.apis ?? {}).filter(name => !known.some(api => api.name === name))
  return names.length === 0
    ? null
    : `the run judged ${names.join(' and ')}, which this kit does not know: name the folder of its contract with --suites`
}
