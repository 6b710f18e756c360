/** The script of the pages runs in a browser, so it is checked by the compiler with a browser's types. */
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

test('the script of the pages has no type errors', () => {
  const folder = fileURLToPath(new URL('../../reports/page/client', import.meta.url))
  const { config } = ts.readConfigFile(`${folder}/tsconfig.json`, ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const found = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options))
  expect(fileNames.length).toBeGreaterThan(8)
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
})
