/** Code playgrounds. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { isAdministrator } from './roles.ts'
import type { Route } from './route.ts'
import { variablesOf } from './uri-template.ts'

export const playgroundRoutes: readonly Route[] = [
  {
    operation: 'addPlayground',
    method: 'POST',
    path: '/realm/playgrounds',
    parameters: [
      { name: 'name', kind: 'string', required: true },
      { name: 'pygments_language', kind: 'string', required: true },
      { name: 'url_template', kind: 'string', required: true },
    ],
    handle: addPlayground,
  },
]

const lexers = new Set(['Python', 'Rust', 'JavaScript', 'TypeScript', 'Go', 'C', 'C++', 'Java', 'Ruby', 'Haskell'])

function addPlayground(call: Call): Reply {
  const { org, caller, params } = call
  if (!isAdministrator(caller) && call.uses('messaging.playgrounds.administrators-only')) {
    return refuse(call, 'permission', 'Insufficient permission')
  }
  const language = params.text('pygments_language')
  if (call.uses('messaging.playgrounds.known-lexers-only') && !lexers.has(language))
    return refuse(call, 'language', 'Unknown lexer')
  const template = params.text('url_template')
  const repeated = (template.match(/\{[^}]*code/g) ?? []).length > 1
  if (repeated && call.uses('messaging.playgrounds.variable-once'))
    return refuse(call, 'template', 'The variable stands twice')
  const problem = problemWith(template)
  if (problem && call.keeps('playgrounds.template', { problem }))
    return refuse(call, 'template', `Invalid URL template: ${problem}`)
  if (!call.keeps('playgrounds.every-expression') && !template.includes('{code}'))
    return refuse(call, 'template', 'No {code}')
  const id = org.id('playground')
  org.playgrounds.set(id, { id, name: params.text('name'), pygments_language: language, url_template: template })
  org.touch()
  return succeed({ id })
}

function problemWith(template: string): string | undefined {
  const variables = variablesOf(template)
  if (!variables) return 'malformed'
  if (variables.length === 0) return 'no variable'
  if (variables.length > 1) return 'several variables'
  if (variables[0] === 'code') return undefined
  return variables[0]?.toLowerCase() === 'code' ? 'another letter case' : 'another variable'
}
