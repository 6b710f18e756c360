/** Parameters that an endpoint does not support: ignored, and listed in the reply. */
import { stageOn } from '../operations/stage.ts'
import { type Call, type Reply, stepsOf } from './call.ts'
import { reached } from './levels.ts'
import type { Refusal } from './operation.ts'

export interface WithUnsupported extends Call {
  readonly unsupported: readonly string[]
}

export const unsupportedParameters = stageOn<WithUnsupported, Refusal>()({
  id: 'unsupported-parameters',
  rules: {},
  steps: {
    names: ({ unsupported }): readonly string[] => unsupported,
    /** The list in the reply; undefined if there is nothing to list. */
    list: (_it, names: readonly string[]): readonly string[] | undefined => (names.length > 0 ? names : undefined),
  },
})

const FIELD = 'ignored_parameters_unsupported'

export function withUnsupported(it: WithUnsupported, reply: Reply): Reply {
  if (!reached(it, 167)) return reply
  const { names, list } = stepsOf(it, unsupportedParameters)
  const own = (reply[FIELD] as readonly string[] | undefined) ?? []
  const listed = list(it, [...new Set([...own, ...names(it)])])
  return listed ? { ...reply, [FIELD]: listed } : reply
}

/** The kind of value that was sent for an unsupported parameter. */
export function formOf(value = ''): 'empty' | 'json' | 'long' | 'plain' {
  if (value === '') return 'empty'
  if (/^[[{]/.test(value)) return 'json'
  return value.length > 500 ? 'long' : 'plain'
}
