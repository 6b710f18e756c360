/** The commands of a page that a test can run, and the differences between their results and the page. */
import type { Reader } from './reader.ts'
import { isForm, printedAs, type Shown, shownOn } from './shown-commands.ts'

/** The pages that a new user reads first: test/package runs their commands from the packed package. */
export const packedPages: readonly string[] = [
  'README.md',
  ...['qa', 'ci', 'vendor', 'client'].map(name => `docs/guides/${name}.md`),
]

type Row = readonly [RegExp, because: string]

/** One row for each name, so that the test notices a row that no command in the documents needs any more. */
const each = (names: readonly string[], pattern: (name: string) => RegExp, because: string): Row[] =>
  names.map(name => [pattern(name), because])

/** Commands that cannot run here, or that other tests run. */
export const notHere: readonly Row[] = [
  ...each(
    ['install --save-dev \\./assay', 'pack$', 'run release$'],
    words => new RegExp(`^npm ${words}`),
    'test/package packs, installs and releases',
  ),
  [/^node scripts\/pictures\.mjs$/, 'it takes a minute and a browser'],
  [/ --(markets|organization-size) N$/, 'bench/growth.mjs starts it with numbers'],
  [/ --watch$/, 'it ends with Ctrl-C; test/cli/rerun.test.ts watches'],
  [/^npm ci$/, 'it installs from the network; test/package installs the packed package'],
  ...each(
    ['test', 'run build', 'run check', 'run format', 'run generate', 'run docs', 'run conformance', 'run bench'],
    script => new RegExp(`^npm ${script}$`),
    'it is what these tests are run by, or a step of .ci/run',
  ),
  ...each(
    ['peers', 'growth', 'render'],
    part => new RegExp(`^npm run bench -- --${part}\\b`),
    'it takes minutes, or writes a page',
  ),
  [/^npm run typecheck$/, 'it is a step of .ci/run'],
  [/^npm run freeze\b/, 'it writes what a version is judged by'],
  [/^kubectl /, 'it needs a cluster; test/cli/ci-examples.test.ts reads the files'],
  [/python3 /, 'test/examples.test.ts starts it, where there is Python'],
  [/ self-check/, 'it takes minutes; .ci/run runs it whole, and test/cli/self-check.test.ts its parts'],
  ...each(
    ['^node bench/exact\\.mjs', 'faulty\\.yaml'],
    words => new RegExp(words),
    'a fault served over a socket; test/cli/exact-proof.test.ts does the same',
  ),
  [/^node .*bench\/evidence\.mjs/, 'it takes minutes; test/cli/judge-again.test.ts does it for some faults'],
  ...each(
    ['zoo', 'load', 'memory', 'interrupt', 'order', 'touched', 'curve', 'limit'],
    script => new RegExp(`^node bench/${script}\\.mjs`),
    'it takes minutes; tests do smaller ones',
  ),
  [/^node bench\/seeds\.mjs/, 'it takes minutes; test/suites/generated.test.ts tries some variants with other seeds'],
  ...each(
    ['own-contract/server', 'own-contract/target', '^node server\\.mjs', '^export LIBRARY'],
    words => new RegExp(words),
    'it needs the server of the example; test/cli/own-contract.test.ts starts it and runs the same commands',
  ),
  [/^npx vitest run --project conformance$/, 'README.md has it with a target, and test/package without one'],
  ...each(
    ['keygen', 'certify', 'verify', 'witness', 'revoke', 'listing'],
    command => new RegExp(`assay ${command} `),
    'test/certify does it on small profiles, and test/package from the packed package',
  ),
  [/assay init --statement/, 'test/certify fills in a statement'],
  [/ --allure$/, 'test/browser opens what it makes'],
  [/assay judge (?!sample\/)/, 'it needs a capture; test/traffic has some'],
  [/assay proxy /, 'it needs clients; test/traffic has some'],
]

const isElsewhere = ({ command }: Shown): boolean => notHere.some(([pattern]) => pattern.test(command))

export const toFollow = (page: string): Shown[] =>
  shownOn(page).filter(shown => !(shown.inline && isForm(shown.command)) && !isElsewhere(shown))

/** The commands whose exit status (by the comment, or 0) or output differs from the page. */
export async function differences(page: string, somebody: Reader): Promise<object[]> {
  const found: object[] = []
  try {
    for (const shown of toFollow(page)) {
      const { status, out, err } = await somebody.follow(shown)
      const expected = Number(/exit status (\d)/.exec(shown.comment)?.[1] ?? 0)
      const { command } = shown
      if (status !== expected) found.push({ command, status, said: `${out.slice(-600)}${err.slice(-600)}` })
      if (shown.prints !== undefined && !printedAs(shown.prints, out))
        found.push({ command, printed: out.slice(-1500), page: shown.prints })
    }
  } finally {
    await somebody.leave()
  }
  return found
}
