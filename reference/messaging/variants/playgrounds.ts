/** Legal variations of code playgrounds. */
import type { Variant } from '../../behaviour.ts'
import { refuseAlso } from '../../operations/change.ts'
import { addPlayground } from '../playgrounds.ts'
import { isAdministrator, roles } from '../roles.ts'
import { isNamed } from './parameters.ts'
import { variant } from './variant.ts'

const lexers = new Set(['Python', 'Rust', 'JavaScript', 'TypeScript', 'Go', 'C', 'C++', 'Java', 'Ruby', 'Haskell'])

export const playgroundVariants: readonly Variant[] = [
  variant(
    'playgrounds.known-lexers-only',
    'playgrounds.lexers',
    'Only a few lexers are known',
    refuseAlso(addPlayground, 'Unknown lexer', {
      where: ({ params }) => !lexers.has(params.text('pygments_language')),
    }),
  ),
  variant(
    'playgrounds.variable-once',
    'playgrounds.template-repeated-variable',
    'The variable stands in a template once',
    refuseAlso(
      addPlayground,
      { msg: 'The variable stands twice', uncoded: true },
      { where: ({ template }) => (template.match(/\{[^}]*code/g) ?? []).length > 1 },
    ),
  ),
  variant(
    'playgrounds.administrators-only',
    'principle 15: permissions',
    'Only administrators add playgrounds',
    refuseAlso(addPlayground, 'Insufficient permission', { where: ({ caller }) => !isAdministrator(caller) }),
  ),
  variant(
    'playgrounds.owners-only',
    'principle 15: permissions',
    'Only owners add playgrounds',
    refuseAlso(addPlayground, 'Insufficient permission', { where: ({ caller }) => caller.role !== roles.owner }),
  ),
  variant(
    'playgrounds.names-once',
    'principle 15: unique names',
    'No two playgrounds have one name',
    refuseAlso(addPlayground, 'A playground of that name exists', {
      where: ({ org, params }) => isNamed(params, org.playgrounds.values()),
    }),
  ),
]
