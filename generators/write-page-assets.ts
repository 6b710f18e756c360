/** The script and style of report pages as text: the script bundled from its modules, so that a page is one file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { projectFolder } from './project-folder.ts'

/** In the order of the cascade. */
const sheets = [
  'base',
  'masthead',
  'map',
  'requirements',
  'exchange',
  'levels',
  'tables',
  'plots',
  'exchange-list',
  'matrix',
  'listing',
  'narrow',
  'print',
]

export async function writePageAssets(): Promise<string> {
  const folder = join(projectFolder, 'reports', 'page')
  const built = await build({
    configFile: false,
    envFile: false,
    root: folder,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: join(folder, 'client', 'main.ts'), formats: ['iife'], name: 'assay', fileName: 'page' },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined
  if (!chunk) throw new Error('the script of the pages came out empty')
  const style = sheets.map(name => readFileSync(join(folder, 'style', `${name}.css`), 'utf8')).join('')
  return [
    '/** What a page runs and how it looks. */',
    `export const pageScript = ${JSON.stringify(safeInScript(chunk.code))}`,
    `export const pageStyle = ${JSON.stringify(style.replaceAll(/\s*\n\s*/g, '\n'))}`,
    '',
  ].join('\n')
}

/** In an HTML script element, these would end the element or begin a comment. */
const safeInScript = (code: string): string => code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
