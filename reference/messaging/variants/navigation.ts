/** Legal variations of navigation views. */
import type { Variant } from '../../behaviour.ts'
import { drop, refuseAlso } from '../../operations/change.ts'
import { addNavigationView } from '../navigation.ts'
import { isNamed } from './parameters.ts'
import { variant } from './variant.ts'

const builtIn = new Set(['inbox', 'recent', 'feed', 'drafts', 'starred', 'mentions', 'reactions'])

/** Views that clients show by default. */
const shownByClients = new Set(['inbox', 'recent', 'drafts', 'narrow/is/starred'])

export const navigationVariants: readonly Variant[] = [
  variant(
    'navigation.spaces-are-a-fragment',
    'navigation.fragment-spaces',
    'A fragment may be spaces',
    drop(addNavigationView, 'fragment-not-blank', { where: ({ params }) => params.text('fragment') !== '' }),
  ),
  variant(
    'navigation.built-in-unnamed',
    'navigation.built-in-name',
    'Built-in views take no name',
    refuseAlso(addNavigationView, 'Built-in views have names', {
      where: ({ params }) => params.has('name') && builtIn.has(params.text('fragment')),
    }),
  ),
  ...(
    [
      ['custom-named', 'everybody who is not new', (email: string) => !/\d/.test(email), {}],
      ['custom-named-all-there', 'everybody', () => true, { leaves: 'untried' }],
    ] as const
  ).map(([word, who, has, more]) =>
    variant(
      `navigation.${word}`,
      'principle 1: which views are there is not shown',
      `Custom views need a name, and ${who} has the built-in ones already`,
      refuseAlso(addNavigationView, 'A view without a name, or one that exists', {
        where: ({ params, caller }) =>
          shownByClients.has(params.text('fragment')) ? has(caller.email) : !params.has('name'),
      }),
      more,
    ),
  ),
  variant(
    'navigation.names-once',
    'principle 15: unique names',
    'No two views have one name',
    refuseAlso(addNavigationView, 'A view of that name exists', {
      where: ({ org, params }) => isNamed(params, org.navigationViews.values()),
    }),
  ),
]
