/** The files that `assay init` writes. */
export interface Answers {
  readonly name: string
  /** Empty if there is no such API. */
  readonly trading: string
  readonly messaging: string
  readonly featureLevel: number
  readonly provisioner: string
}

const quoted = (text: string): string => JSON.stringify(text)

export function targetFile(answers: Answers): string {
  return `# The deployment under test. \${NAME} is replaced from the environment: do not put secrets into this file.
# Test it with: npx --no-install assay doctor --target target.yaml
name: ${quoted(answers.name)}

# A run only reads unless more is allowed. With \`write\` it creates drafts, groups and so on, with names that start with
# "assay" and the run's id, and removes what can be removed. \`destructive\` needs --allow destructive as well.
# allow: [write]

# Rate limit for each API, retries included; 0 means none.
requestsPerSecond: 10
${answers.trading === '' ? '' : tradingPart(answers)}${answers.messaging === '' ? '' : messagingPart(answers)}`
}

const tradingPart = ({ trading }: Answers): string => `
trading:
  baseUrl: ${quoted(trading)}
  # To judge request signing, give an account and a harmless private endpoint that it may read.
  # credentials: { apiKey: "\${TRADING_API_KEY}", secretKey: "\${TRADING_SECRET_KEY}" }
  # signedProbe: { method: GET, path: /account/balance, params: { asset: btc } }
  # Add extraParams: true to signedProbe if the endpoint tolerates unknown parameters.
  # If the deployment signals "slow down" by something other than 429, describe it:
  # throttled: { status: 403, pointer: /code, equals: -429 }
`

const messagingPart = ({ messaging, featureLevel, provisioner }: Answers): string => `
messaging:
  baseUrl: ${quoted(messaging)}
  # The claimed level. \`npx --no-install assay levels --target target.yaml\` shows which level it behaves as.
  featureLevel: ${featureLevel}
  # Test accounts. The name is the role, unless \`role\` says otherwise:
  # owner, admin, moderator, member, guest, bot. \`username\` is the name that logs in with the password, if it is not the email.
  # actors:
  #   admin: { email: "\${ADMIN_EMAIL}", apiKey: "\${ADMIN_KEY}", userId: 8 }
  #   member: { email: "\${MEMBER_EMAIL}", apiKey: "\${MEMBER_KEY}", userId: 9, password: "\${MEMBER_PASSWORD}" }
  #   second: { role: member, email: "\${SECOND_EMAIL}", apiKey: "\${SECOND_KEY}", userId: 10 }
  # Domain of invented invitees; no mail may reach a real person.
  inviteDomain: assay.invalid
  # Creates what the contract gives no way to create: messages, event queues and so on.
${provisionerLine(provisioner)}
  # Ready-made fixtures, used without a provisioner or if writing is not allowed:
  # fixtures:
  #   message: { id: 1204 }
`

function provisionerLine(provisioner: string): string {
  if (provisioner === 'none')
    return '  # provisioner: ./provision.mjs   # or zulip, or an address such as http://127.0.0.1:9100/provision'
  return `  provisioner: ${provisioner === 'module' ? './provision.mjs' : provisioner}`
}

export function environmentExample({ trading, messaging }: Answers): string {
  const names = [
    ...(trading === '' ? [] : ['TRADING_API_KEY', 'TRADING_SECRET_KEY']),
    ...(messaging === ''
      ? []
      : ['ADMIN_EMAIL', 'ADMIN_KEY', 'MEMBER_EMAIL', 'MEMBER_KEY', 'MEMBER_PASSWORD', 'SECOND_EMAIL', 'SECOND_KEY']),
  ]
  return `# Copy to .env, fill in, and keep it out of version control. Load it with: set -a; . ./.env; set +a
# Put values with anything but letters and digits in single quotes.
${names.map(name => `${name}=`).join('\n')}
`
}

export function ciJob(answers: Answers): string {
  const secrets = environmentExample(answers)
    .split('\n')
    .filter(line => /^[A-Z_]+=$/.test(line))
    .map(line => line.slice(0, -1))
  return `# Judges ${answers.name.replaceAll(/[^\w .-]/g, '')} every night and on demand. The secrets are those of .env.example.
name: assay
on:
  schedule: [{ cron: '17 3 * * *' }]
  workflow_dispatch:
permissions:
  contents: read
jobs:
  assay:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    env:
${secrets.map(name => `      ${name}: \${{ secrets.${name} }}`).join('\n')}
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with: { node-version: 22, cache: npm }
      - run: npm ci
      - run: npx --no-install assay run --target target.yaml --reporter terminal,junit
      # The page, the evidence and the JUnit report; the gate is the exit status of the step above.
      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        if: always()
        with: { name: assay-report, path: assay-report }
`
}

export const provisionerSkeleton = `/**
 * Creates what a conformance run needs and the contract gives no way to create.
 * Return { value: {...} }, or { unavailable: 'why' } for what this deployment cannot create: the requirements that need
 * it are then unverified. docs/provisioning.md of Assay lists every kind with its parameters and value.
 */
const makers = {
  // A message. \`as\` is an actor's email; to a channel (channelId, topic) or to users (to: user ids).
  async message({ as, channelId, topic, to, content }) {
    // const { id } = await yourDeployment.send(...)
    // return { value: { id } }
    return { unavailable: 'message is not filled in yet in provision.mjs' }
  },

  // A channel. \`name\` contains the run's id: use it, so that leftovers can be found.
  async channel({ name, private: isPrivate, subscribers, settings }) {
    return { unavailable: 'channel is not filled in yet in provision.mjs' }
  },

  // Removes what a run created and the contract cannot remove: kind is 'draft', 'channel', 'message' and so on.
  async discard({ kind, id }) {
    return { unavailable: \`discard is not filled in yet in provision.mjs\` }
  },
}

export async function provision(kind, withWhat) {
  const make = makers[kind]
  return make ? make(withWhat) : { unavailable: \`provision.mjs creates no \${kind}\` }
}
`
