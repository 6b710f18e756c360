/** What can be certified: the requirements and profiles of one kit version. */
import { catalogueDigest, profiles, requirements } from '../../generated/catalogue.ts'
import { belongs, glob, kitVersion } from '../../harness/index.ts'

export interface CertifiableRequirement {
  readonly id: string
  readonly sentence: string
  readonly level: 'must' | 'should'
  readonly since?: number
  readonly until?: number
}

export interface CertifiableProfile {
  readonly name: string
  readonly title: string
  /** Ids of the requirements. */
  readonly requirements: readonly string[]
  /** Patterns for the ids of requirements that may be declared unsupported. */
  readonly optional?: readonly string[]
}

export interface CertifiableSet {
  readonly version: string
  readonly catalogue: string
  readonly requirements: readonly CertifiableRequirement[]
  readonly profiles: readonly CertifiableProfile[]
}

/** The set of this kit, from its catalogue. */
export function currentSet(): CertifiableSet {
  return {
    version: kitVersion,
    catalogue: catalogueDigest,
    requirements: requirements
      .map(({ id, sentence, level, since, until }) => ({
        ...{ id, sentence, level },
        ...(since !== undefined && { since }),
        ...(until !== undefined && { until }),
      }))
      .sort(byId),
    profiles: profiles.map(profile => ({
      name: profile.name,
      title: profile.title,
      requirements: requirements
        .filter(requirement => belongs(profile, requirement))
        .map(({ id }): string => id)
        .sort(),
      ...(profile.optional && { optional: [...profile.optional] }),
    })),
  }
}

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1)

export const profileNamed = (set: CertifiableSet, name: string): CertifiableProfile | undefined =>
  set.profiles.find(profile => profile.name === name)

export const matching = (ids: readonly string[], pattern: string): string[] => ids.filter(id => glob(pattern).test(id))

export const mayBeUnsupported = ({ optional = [] }: CertifiableProfile, id: string): boolean =>
  optional.some(pattern => glob(pattern).test(id))
