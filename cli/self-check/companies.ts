/** Subjects that meet all checks together, so that what else they break shows at the cost of one run. */
import type { Subject } from './subject.ts'

const MOST_IN_COMPANY = 25

/** Of the same kind, API and level; no requirement breached twice, no freedom of the same area used twice. */
export function companiesOf(subjects: readonly Subject[]): Subject[][] {
  const byKind = new Map<string, Subject[]>()
  for (const subject of subjects.filter(({ joins }) => joins)) {
    const kind = `${subject.kind} ${subject.api} ${subject.level}`
    byKind.set(kind, [...(byKind.get(kind) ?? []), subject])
  }
  return [...byKind.values()].flatMap(alike => {
    const companies: Subject[][] = Array.from({ length: Math.ceil(alike.length / MOST_IN_COMPANY) }, () => [])
    alike.forEach((subject, index) => {
      const turn = index % companies.length
      const open = [...companies.slice(turn), ...companies.slice(0, turn)].find(
        company => company.length < MOST_IN_COMPANY && !company.some(other => clash(other, subject)),
      )
      if (open) open.push(subject)
      else companies.push([subject])
    })
    return companies.filter(company => company.length > 0)
  })
}

const clash = (one: Subject, other: Subject): boolean =>
  one.near.some(id => other.near.includes(id)) || one.excludes.includes(other.id) || other.excludes.includes(one.id)

/** All of a company at once; whatever one of them breaks may break. */
export function together(subjects: readonly [Subject, ...Subject[]]): Subject {
  const [first] = subjects
  return {
    ...first,
    kind: first.kind === 'fault' ? 'company' : 'combination',
    id: subjects.map(({ id }) => id).join(' + '),
    faults: subjects.flatMap(({ faults }) => faults),
    variants: subjects.flatMap(({ variants }) => variants),
    breaches: [],
    mayAlso: subjects.flatMap(({ breaches, mayAlso }) => [...breaches, ...mayAlso]),
    near: [`${first.api}.*`],
    budget: 'quick',
    mayBeIncomplete: subjects.some(({ mayBeIncomplete }) => mayBeIncomplete),
  }
}
