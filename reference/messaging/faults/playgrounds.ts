/** Faults of code playgrounds. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import { scriptOf } from '../call.ts'
import { addPlayground } from '../playgrounds.ts'
import { fault } from './fault.ts'

export const playgroundFaults: readonly Fault[] = [
  fault(
    'playgrounds.ids-distinct.always-one',
    'All playgrounds have one id',
    alter(addPlayground, 'reply', reply => ({ ...reply, id: 7 })),
  ),
  fault(
    'playgrounds.refused-name-free.taken',
    'A playground with a bad template is refused, and its name is taken',
    alter(addPlayground, 'refused', (refusal, { org, sent }) => {
      const id = org.id('playground')
      org.playgrounds.set(id, { id, name: sent.get('name'), pygments_language: sent.get('pygments_language') })
      return refusal
    }),
  ),
  fault(
    'playgrounds.added.other-scripts',
    'Playgrounds with names of other scripts are refused',
    refuseAlso(addPlayground, 'Invalid name', { where: ({ params }) => scriptOf(params.text('name')) === 'other' }),
    { breaches: ['playgrounds.added', 'properties.accepts-playgrounds'] },
  ),
  fault(
    'playgrounds.common-lexer.none',
    'Every playground is refused',
    refuseAlso(addPlayground, 'Invalid pygments language'),
  ),
  fault(
    'playgrounds.template-no-variable.accepted',
    'A template with no variable is accepted',
    drop(addPlayground, 'template-has-a-variable'),
  ),
  fault(
    'playgrounds.template-two-variables.accepted',
    'A template with two variables is accepted',
    drop(addPlayground, 'template-has-one-variable'),
  ),
  fault(
    'playgrounds.template-other-variable.accepted',
    'A template of another variable is accepted',
    drop(addPlayground, 'variable-named-code', { where: ({ variables }) => variables?.[0]?.toLowerCase() !== 'code' }),
  ),
  fault(
    'playgrounds.template-other-variable.letter-case',
    'A variable named Code passes for code',
    drop(addPlayground, 'variable-named-code', { where: ({ variables }) => variables?.[0]?.toLowerCase() === 'code' }),
  ),
  ...(
    [
      ['containing', 'A variable whose name has code in it passes for code', (name: string) => name.includes('code')],
      ['ending', 'A variable whose name ends in code passes for code', (name: string) => name.endsWith('_code')],
    ] as const
  ).map(([word, describes, passes]) =>
    fault(
      `playgrounds.template-other-variable.${word}`,
      describes,
      drop(addPlayground, 'variable-named-code', { where: ({ variables }) => passes(variables?.[0] ?? '') }),
    ),
  ),
  fault(
    'playgrounds.template-malformed.accepted',
    'A malformed template is accepted',
    drop(addPlayground, 'template-well-formed'),
  ),
  fault(
    'playgrounds.template-malformed.doubled-braces',
    'A template with doubled braces is accepted',
    drop(addPlayground, 'template-well-formed', { where: ({ template }) => template.includes('{{') }),
  ),
  fault(
    'playgrounds.template-forms.simple-only',
    'Only {code} itself is accepted',
    refuseAlso(addPlayground, 'No {code}', { where: ({ template }) => !template.includes('{code}') }),
  ),
  fault(
    'playgrounds.template-forms.no-paths',
    'A variable that stands as a segment of the path is refused',
    refuseAlso(addPlayground, 'No {code}', { where: ({ template }) => template.includes('{/') }),
  ),
  fault(
    'playgrounds.template-forms.no-prefix',
    'A variable of which only the beginning is taken is refused',
    refuseAlso(addPlayground, 'No {code}', { where: ({ template }) => /:\d+\}/.test(template) }),
  ),
  fault(
    'playgrounds.template-malformed.blanks',
    'A variable with blanks around its name is accepted',
    drop(addPlayground, 'template-well-formed', { where: ({ template }) => template.includes('{ ') }),
  ),
  fault(
    'playgrounds.template-malformed.empty',
    'An expression without a variable is accepted beside {code}',
    drop(addPlayground, 'template-well-formed', { where: ({ template }) => template.includes('{}') }),
  ),
  fault(
    'playgrounds.template-forms.no-modifier',
    'A variable with a modifier is refused',
    refuseAlso(addPlayground, 'No {code}', { where: ({ template }) => template.includes('*}') }),
  ),
]
