/** What the provisioner can make and read, asked with things that do no harm. */
import { type FixtureValue, type Session, Undecided } from '../../harness/index.ts'
import { type Finding, good, note, wrong } from './finding.ts'

export interface Tried {
  readonly findings: readonly Finding[]
  /** Kinds that are not to be had, with the reason. */
  readonly lacking: ReadonlyMap<string, string>
}

type Ask = readonly [kind: string, withWhat: FixtureValue]

export async function fixtures(session: Session, mayWrite: boolean): Promise<Tried> {
  const { provisioner, fixtures: ready = {}, actors = {} } = session.target.messaging ?? {}
  if (provisioner === undefined) return { findings: [withoutProvisioner(Object.keys(ready))], lacking: new Map() }
  const asks = [...reading(actors), ...(mayWrite ? making(actors, session.runId) : [])]
  const had: string[] = []
  const lacking = new Map<string, string>()
  const failed = new Map<string, string>()
  for (const [kind, withWhat] of asks) {
    try {
      await session.provisioner.provide(kind, withWhat)
      had.push(kind)
    } catch (error) {
      if (!(error instanceof Undecided)) throw error
      ;(error.planned ? failed : lacking).set(kind, error.message)
    }
  }
  return { findings: [...told(provisioner, had, failed), ...(mayWrite ? [] : [notMade])], lacking }
}

const notMade = note(
  'fixtures',
  'Fixtures that make something were not asked for: writing is not allowed',
  'Try them with --allow write; what is made is removed again.',
)

function withoutProvisioner(ready: readonly string[]): Finding {
  const next = 'Name a provisioner (docs/provisioning.md), or give ready-made fixtures.'
  if (ready.length === 0) return note('fixtures', 'No provisioner and no ready-made fixtures', next)
  return note('fixtures', `No provisioner; ready-made: ${ready.join(', ')}`, next)
}

function told(provisioner: string, had: readonly string[], failed: ReadonlyMap<string, string>): Finding[] {
  const first = [...failed.values()][0]
  return [
    ...(had.length > 0 ? [good('fixtures', `the provisioner has ${had.join(', ')}`)] : []),
    ...(first === undefined
      ? []
      : [
          wrong(
            'fixtures',
            `The provisioner fails for ${[...failed.keys()].join(', ')}: ${first}`,
            `Repair the provisioner (${provisioner}), or let it answer {"unavailable": "why"} for what it cannot make.`,
          ),
        ]),
  ]
}

type Actors = NonNullable<NonNullable<Session['target']['messaging']>['actors']>

function personOf(actors: Actors, ...roles: readonly string[]): { email: string; userId?: number } | undefined {
  for (const role of roles) {
    const found = Object.entries(actors).find(([name, entry]) => (entry.role ?? name) === role)
    if (found) return found[1]
  }
  return undefined
}

function reading(actors: Actors): Ask[] {
  const user = personOf(actors, 'member', 'admin', 'owner', 'moderator')
  const admin = personOf(actors, 'admin', 'owner')
  return [
    ['default-channels', {}],
    ...(user ? (['register', 'drafts-of', 'unread-of'] as const).map((kind): Ask => [kind, { as: user.email }]) : []),
    ...(admin ? [['invitations', { as: admin.email }] as const] : []),
  ]
}

function making(actors: Actors, runId: string): Ask[] {
  const content = `assay ${runId} doctor`
  const user = personOf(actors, 'member', 'admin', 'owner', 'moderator')
  const admin = personOf(actors, 'admin', 'owner')
  const as = user?.email
  const oneself = user?.userId === undefined ? null : [user.userId]
  return [
    ['channel', { subscribers: oneself ?? [] }],
    ...(as && oneself
      ? ([
          ['message', { as, to: oneself, content }],
          ['scheduled-message', { as, type: 'direct', to: oneself, content }],
        ] as const)
      : []),
    ...(as
      ? (['event-queue', 'apns-token', 'presence'] as const).map((kind): Ask => [kind, { as, eventTypes: ['message'] }])
      : []),
    ...(admin ? [['multiuse-invite', { as: admin.email }] as const] : []),
  ]
}
