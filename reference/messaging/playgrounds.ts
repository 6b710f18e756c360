/** Code playgrounds. */
import type { Call } from './call.ts'
import { operation } from './operation.ts'
import { variablesOf } from './uri-template.ts'

const badTemplate = (problem: string) => ({ msg: `Invalid URL template: ${problem}`, uncoded: true }) as const

export const addPlayground = operation({
  id: 'addPlayground',
  method: 'POST',
  path: '/realm/playgrounds',
  parameters: [
    { name: 'name', kind: 'string', required: true },
    { name: 'pygments_language', kind: 'string', required: true },
    { name: 'url_template', kind: 'string', required: true },
  ],
  given: ({ params }: Call) => {
    const template = params.text('url_template')
    return { template, variables: variablesOf(template) }
  },
  rules: {
    'name-not-taken': [
      ({ org, params }) =>
        ![...org.playgrounds.values()].some(
          one => one['name'] === params.text('name') && one['pygments_language'] === params.text('pygments_language'),
        ),
      { msg: 'A playground of that name exists', uncoded: true },
    ],
    'template-well-formed': [({ variables }) => variables !== undefined, badTemplate('malformed')],
    'template-has-a-variable': [({ variables }) => variables?.length !== 0, badTemplate('no variable')],
    'template-has-one-variable': [({ variables = [] }) => variables.length <= 1, badTemplate('several variables')],
    'variable-named-code': [
      ({ variables }) => variables?.length !== 1 || variables[0] === 'code',
      badTemplate('another variable'),
    ],
  },
  effect({ org, params, template }) {
    const id = org.id('playground')
    const [name, pygments_language] = [params.text('name'), params.text('pygments_language')]
    org.playgrounds.set(id, { id, name, pygments_language, url_template: template })
    org.touch()
    return id
  },
  reply: (_it, id) => ({ id }),
})
