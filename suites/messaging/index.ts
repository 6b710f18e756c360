/** The messaging suites, in the order of the contract. */
import type { Area } from '../../harness/index.ts'
import credentials from './credentials.ts'
import drafts from './drafts.ts'
import envelope from './envelope.ts'
import parameters from './parameters.ts'
import userGroups from './user-groups.ts'
import userGroupsDeactivation from './user-groups-deactivation.ts'

export const messagingSuites: readonly Area[] = [
  envelope,
  parameters,
  credentials,
  drafts,
  userGroups,
  userGroupsDeactivation,
]
