/** Why a requirement cannot be judged, or does not apply: a kind with its data. Worded here and nowhere else. */
import type { Report } from '../generated/formats.ts'

/** The code that a report gives for it. */
export type ReasonCode = NonNullable<Report['requirements'][number]['reason']>

export type Reason =
  | { readonly kind: 'write-not-allowed' | 'destructive-not-allowed' }
  | { readonly kind: 'making-not-allowed'; readonly fixture: string; readonly actor?: string }
  | { readonly kind: 'missing-in-target-file'; readonly code: ReasonCode; readonly member: string }
  | { readonly kind: 'actor-missing'; readonly actor: string }
  | { readonly kind: 'user-id-missing'; readonly actor: string }
  | { readonly kind: 'credentials-refused'; readonly actor: string; readonly exchange: number }
  | { readonly kind: 'origin-refused'; readonly actor: string; readonly origin: string; readonly rule: string }
  /** `unfit`: the target file has a ready-made one, but checks need one of their own. */
  | { readonly kind: 'provisioner-missing'; readonly fixture: string; readonly unfit: boolean }
  | { readonly kind: 'ready-made-invalid'; readonly fixture: string; readonly fault: string }
  | { readonly kind: 'fixture-unavailable'; readonly fixture: string; readonly says: string }
  | { readonly kind: 'provisioning-error'; readonly fixture: string; readonly fault: string }
  /** Not tried by `doctor`: something that it needs is missing, or what would be created cannot be removed. */
  | { readonly kind: 'fixture-not-tried'; readonly fixture: string; readonly needs: string | null }
  | {
      readonly kind: 'no-reply'
      readonly via: 'target' | 'provisioner'
      readonly origin: string
      readonly code: string | null
      readonly message: string
      readonly unreadable: boolean
      readonly exchange: number
    }
  | { readonly kind: 'not-json'; readonly origin: string; readonly status: number; readonly exchange: number }
  | { readonly kind: 'wrong-address'; readonly says: string }
  | { readonly kind: 'throttled'; readonly what: string }
  | { readonly kind: 'throttled-throughout'; readonly waits: number }
  | { readonly kind: 'control-refused'; readonly operation: string; readonly exchange: number; readonly body: string }
  | { readonly kind: 'earlier-step-failed'; readonly requirement: string }
  | { readonly kind: 'check-crashed'; readonly message: string }
  | { readonly kind: 'nothing-shown' | 'no-check' | 'not-reached' }
  | { readonly kind: 'request-cap'; readonly most: number }
  | { readonly kind: 'stopped'; readonly says: string }
  | { readonly kind: 'other-shard'; readonly shard: string }
  | { readonly kind: 'shards-missing'; readonly shards: readonly string[] }
  | { readonly kind: 'traffic-cannot-show' | 'traffic-shows-none' | 'traffic-shows-part' | 'traffic-level-unknown' }
  /** What one check says about its own situation. */
  | { readonly kind: 'check'; readonly code: ReasonCode; readonly says: string }
  /** `inferred`: the traffic determined the level, nobody claimed it. */
  | { readonly kind: 'below-level'; readonly since: number; readonly level: number; readonly inferred?: true }
  | { readonly kind: 'above-level'; readonly until: number; readonly level: number; readonly inferred?: true }
  | { readonly kind: 'traffic-without-api'; readonly api: string }
  | { readonly kind: 'declared'; readonly says: string }

type Kind = Reason['kind']
type Of<K extends Kind> = Extract<Reason, { readonly kind: K }>

interface Wording<K extends Kind> {
  /** Null for a requirement that does not apply. */
  readonly code: ReasonCode | null | ((reason: Of<K>) => ReasonCode)
  readonly says: (reason: Of<K>) => string
  /** True if the run did not plan to judge it, because something it needs is missing. */
  readonly unplanned?: true
}

const WRITE = 'needs `allow: [write]` or --allow write'

const WORDINGS: { readonly [K in Kind]: Wording<K> } = {
  'write-not-allowed': { code: 'not-allowed', says: () => `it writes, which ${WRITE}`, unplanned: true },
  'destructive-not-allowed': {
    code: 'not-allowed',
    says: () => 'it is destructive, which needs both `allow: [destructive]` in the target file and --allow destructive',
    unplanned: true,
  },
  'making-not-allowed': {
    code: 'not-allowed',
    says: ({ fixture, actor }) =>
      `the provisioner would create ${aOr(fixture)}${actor === undefined ? '' : ` for ${actor}`}, which ${WRITE}`,
    unplanned: true,
  },
  'missing-in-target-file': {
    code: ({ code }) => code,
    says: ({ member }) => `the target file has no ${member}`,
    unplanned: true,
  },
  'actor-missing': {
    code: 'no-credentials',
    says: ({ actor }) => `the target file names no ${actor === 'second' ? 'second user' : actor} and no provisioner`,
    unplanned: true,
  },
  'user-id-missing': {
    code: 'no-credentials',
    says: ({ actor }) => `the target file gives no userId for ${actor}`,
    unplanned: true,
  },
  'credentials-refused': {
    code: 'no-credentials',
    says: ({ actor, exchange }) => `the target refuses the credentials of ${actor} (exchange ${exchange})`,
  },
  'origin-refused': {
    code: 'fixture-missing',
    says: ({ actor, origin, rule }) => `the ${actor} is at ${origin}, ${rule}`,
    unplanned: true,
  },
  'provisioner-missing': {
    code: 'fixture-missing',
    says: ({ fixture, unfit }) =>
      unfit
        ? `no provisioner, and a ready-made ${fixture} cannot be used: each check needs its own`
        : `no provisioner and no ready-made ${fixture} in the target file`,
    unplanned: true,
  },
  'ready-made-invalid': {
    code: 'fixture-missing',
    says: ({ fixture, fault }) => `the ready-made ${fixture} of the target file cannot be used: ${fault}`,
    unplanned: true,
  },
  'fixture-unavailable': {
    code: 'fixture-missing',
    says: ({ fixture, says }) => `the provisioner has no ${fixture}: ${says}`,
    unplanned: true,
  },
  'provisioning-error': {
    code: 'fixture-missing',
    says: ({ fixture, fault }) => `the provisioner failed to create ${fixture}: ${fault}`,
  },
  'fixture-not-tried': {
    code: 'fixture-missing',
    says: ({ fixture, needs }) =>
      needs === null
        ? `${fixture} was not tried, because what a provisioner creates for it cannot be removed; a run tries it`
        : `${fixture} was not tried: it needs ${needs}`,
    unplanned: true,
  },
  'no-reply': {
    code: 'unreachable',
    says: ({ via, origin, message, unreadable, exchange }) =>
      `${via === 'provisioner' ? `the provisioner at ${origin}` : origin} gave ${unreadable ? 'a reply that cannot be read' : 'no reply'}: ${message} (exchange ${exchange})`,
  },
  'not-json': {
    code: 'unreachable',
    says: ({ origin, status, exchange }) =>
      `${origin} answered ${status} with a body that is not JSON (exchange ${exchange})`,
  },
  'wrong-address': { code: 'unreachable', says: ({ says }) => says },
  throttled: { code: 'throttled', says: ({ what }) => `${what} kept answering "slow down"` },
  'throttled-throughout': {
    code: 'throttled',
    says: ({ waits }) => `the target kept answering "slow down" through ${waits} waits`,
  },
  'control-refused': {
    code: 'prerequisite-failed',
    says: ({ operation, exchange, body }) =>
      `the control request ${operation} was not accepted (exchange ${exchange}): ${body}`,
  },
  'earlier-step-failed': {
    code: 'prerequisite-failed',
    says: ({ requirement }) => `an earlier step of the same scenario failed (${requirement})`,
  },
  'check-crashed': { code: 'prerequisite-failed', says: ({ message }) => `the check itself failed: ${message}` },
  'nothing-shown': { code: 'prerequisite-failed', says: () => 'no exchange with the target could demonstrate it' },
  'no-check': { code: 'budget', says: () => 'no check covers it yet', unplanned: true },
  'not-reached': { code: 'budget', says: () => 'the run ended before it was judged' },
  'request-cap': {
    code: 'budget',
    says: ({ most }) => `the run may send ${most} requests (--max-requests), and all of them were sent`,
    unplanned: true,
  },
  stopped: { code: 'budget', says: ({ says }) => says },
  'other-shard': {
    code: 'budget',
    says: ({ shard }) => `no check of shard ${shard} covers it; another shard does`,
    unplanned: true,
  },
  'shards-missing': {
    code: 'budget',
    says: ({ shards }) => `shard ${shards.join(' and ')} is missing, which covers it`,
  },
  'traffic-cannot-show': {
    code: 'not-allowed',
    says: () => 'captured traffic cannot show it',
    unplanned: true,
  },
  'traffic-shows-none': {
    code: 'fixture-missing',
    says: () => 'no exchange of this traffic is about it',
    unplanned: true,
  },
  'traffic-shows-part': {
    code: 'not-allowed',
    says: () => 'no exchange of this traffic violates it, and only a run can show that it holds',
    unplanned: true,
  },
  'traffic-level-unknown': {
    code: 'prerequisite-failed',
    says: () => 'it depends on the feature level, which the traffic does not determine (--feature-level)',
    unplanned: true,
  },
  check: { code: ({ code }) => code, says: ({ says }) => says },
  'below-level': {
    code: null,
    says: ({ since, level, inferred }) =>
      `it applies from feature level ${since}; the target ${inferred ? 'has' : 'claims'} ${level}`,
  },
  'above-level': {
    code: null,
    says: ({ until, level, inferred }) =>
      `it applies up to feature level ${until}; the target ${inferred ? 'has' : 'claims'} ${level}`,
  },
  'traffic-without-api': { code: null, says: ({ api }) => `the traffic contains nothing of the ${api} API` },
  declared: { code: null, says: ({ says }) => says },
}

const wordingOf = (reason: Reason): Wording<Kind> => WORDINGS[reason.kind] as Wording<Kind>

/** The reason as text. */
export const reasonInWords = (reason: Reason): string => wordingOf(reason).says(reason)

/** The code for a report; null for a requirement that does not apply. */
export function reasonCode(reason: Reason): ReasonCode | null {
  const { code } = wordingOf(reason)
  return typeof code === 'function' ? code(reason) : code
}

/** Whether the run had planned to judge the requirement. */
export const wasPlanned = (reason: Reason): boolean => wordingOf(reason).unplanned !== true

/** `why`: what ended the run, if known. */
export const stopped = (why: string | undefined): Reason => ({
  kind: 'stopped',
  says: why ?? 'the run was interrupted',
})

const aOr = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
