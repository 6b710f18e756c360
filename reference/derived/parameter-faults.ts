/** Faults of parameters, derived from the catalogue: a required one may be left out, or any kind or value is accepted. */
import { requirements } from '../../generated/catalogue.ts'
import { type OperationData, operations, type ParameterData } from '../../generated/operations.ts'
import type { Fault } from '../behaviour.ts'
import { levelsOf } from '../breached.ts'
import { takenOfWrongKind, takenWhenLeftOut, takenWhenUnlisted } from '../messaging/faults/careless-parameters.ts'
import { takenOfAnyKind, takenWithout } from '../messaging/faults/draft-members.ts'
import type { Change } from '../operations/change.ts'

interface Row {
  readonly requirement: string
  readonly operation: OperationData
  readonly parameter: ParameterData
  /** The member of the parameter's objects that the requirement is about. */
  readonly member?: string
}

const all: readonly OperationData[] = Object.values(operations)

/** The requirements about a parameter whose ids have this ending. */
function rowsFor(ending: string): Row[] {
  return requirements.flatMap(({ id, parameter: link = '' }) => {
    const [of, name] = link.split('/')
    const operation = all.find(one => one.id === of)
    const parameter = operation?.parameters.find(one => one.name === name)
    if (!operation || !parameter || !id.endsWith(ending)) return []
    const about = id.slice(id.lastIndexOf('.') + 1, -ending.length)
    return [{ requirement: id, operation, parameter, ...(isDraft(parameter, about) && { member: about }) }]
  })
}

const isDraft = ({ name }: ParameterData, about: string): boolean => name === 'drafts' && about !== 'drafts'

type Word = 'left-out' | 'any' | 'bare' | 'taken'

function changesFor({ operation: { id }, parameter: { name }, member }: Row, word: Word): readonly Change[] {
  if (member) return [word === 'left-out' ? takenWithout(member) : takenOfAnyKind(member, word === 'bare')]
  if (word === 'left-out') return takenWhenLeftOut(id, name)
  return word === 'taken' ? takenWhenUnlisted(id, name) : takenOfWrongKind(id, name, word === 'bare' ? word : undefined)
}

function derived(row: Row, word: Word, says: string): Fault {
  const { requirement, operation, parameter, member } = row
  return {
    id: `${requirement}.${word}`,
    api: operation.api,
    derived: true,
    describes: `${operation.id} ${says} ${member ?? parameter.name}`,
    breaches: [requirement],
    changes: changesFor(row, word),
    ...levelsOf([requirement]),
  }
}

/**
 * Here it depends on other parameters or stored objects whether a parameter is required: the operation's own rules check that.
 */
const conditional = new Set(['updateScheduledMessage'])

export const derivedParameterFaults: readonly Fault[] = [
  ...rowsFor('-required')
    .filter(({ operation }) => operation.api === 'messaging' && !conditional.has(operation.id))
    .map(row => derived(row, 'left-out', 'is accepted without')),
  ...rowsFor('-kind').map(row => derived(row, 'any', 'takes something of any kind for')),
  ...rowsFor('-kind')
    .filter(({ parameter, member }) => parameter.kind === 'array' && member !== 'timestamp')
    .map(row => derived(row, 'bare', 'takes a bare value for the list')),
  ...rowsFor('-outside')
    .filter(({ parameter }) => parameter.values)
    .map(row => derived(row, 'taken', 'takes any value for')),
]
