/** The part of docs/proof.md about faults that need two things at a time. */
import { BUDGETS } from '../options/budgets.ts'
import { type InteractionRecord, type Missed, percent } from './interaction-record.ts'

/** How many missed faults are named for each operation; the record has all of them. */
const NAMED = 3

export function interactionSection({ operations, faults, caught, missed }: InteractionRecord): string {
  const row = (name: string, of: number, each: InteractionRecord['caught']): string =>
    `| ${[name, of, ...BUDGETS.map(budget => percent(each[budget], of))].join(' | ')} |`
  return `
## Two conditions at a time

An **interaction fault** is a violation of a kind that is proved above, but only if two factors of a request occur together: a
role and a parameter, two parameters, a value and the second request about the same object. There are ${faults}, derived from the
operations of the reference, from its single faults and from the catalogue (\`assay list faults --json\`, \`interactionFaults\`).
Each is run against the checks of its operation. It is caught if any requirement fails. The last complete measurement
(\`assay self-check --interactions --accept\`) is \`specs/proof/interactions.json\`.

| operation | faults | ${BUDGETS.join(' | ')} |
|---|---|---|---|---|
${operations.map(one => row(one.operation, one.faults, one.caught)).join('\n')}
${row('**all**', faults, caught)}

${missed.length === 0 ? 'All are caught.' : `Not caught at any budget: ${missed.length}.`}

${missed.length === 0 ? '' : table(missed)}`
}

function table(missed: readonly Missed[]): string {
  const operations = [...new Set(missed.map(({ operation }) => operation))]
  const rows = operations.map(operation => {
    const of = missed.filter(one => one.operation === operation)
    const unmet = of.filter(({ cause }) => cause === 'no request met the pair').length
    const named = of.slice(0, NAMED).map(({ factors }) => factors.join(' and '))
    return `| ${[operation, unmet, of.length - unmet, named.join('; ')].join(' | ')} |`
  })
  return `| operation | no request met the pair | met, and nothing failed | for example |\n|---|---|---|---|\n${rows.join('\n')}\n`
}
