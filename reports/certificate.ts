/** certificate.svg: what was certified, on one page of A4, and how anybody can verify it. */
import { shortened } from './columns.ts'
import { printable, xml } from './escape.ts'

export interface CertificateFacts {
  readonly vendor: string
  readonly product: { readonly name: string; readonly version: string; readonly url?: string | undefined }
  readonly profile: { readonly name: string; readonly title: string }
  readonly featureLevel: number | null
  readonly judged: number
  /** Recommended requirements that do not hold. */
  readonly warnings: number
  readonly unsupported: readonly string[]
  readonly issuedAt: string
  readonly expiresAt: string
  readonly trust: string
  readonly keyId: string
  readonly evidence: string
  readonly kit: string
}

const WIDTH = 1123
const HEIGHT = 794
const SERIF = "font-family=\"Georgia,'Times New Roman','DejaVu Serif',serif\""
const SANS = "font-family=\"system-ui,'Segoe UI','DejaVu Sans',Arial,sans-serif\""
const MONO = 'font-family="ui-monospace,Consolas,\'DejaVu Sans Mono\',monospace"'

/** Presentation attributes only: the pages that contain it have a policy that forbids style attributes. */
export function certificateSvg(facts: CertificateFacts): string {
  const { vendor, product, profile, featureLevel } = facts
  const name = `${product.name} ${product.version}`
  const said = `Certificate of conformance: ${name} by ${vendor}, profile ${profile.name}, issued ${day(facts.issuedAt)}, expires ${day(facts.expiresAt)}`
  const level = featureLevel === null ? '' : ` at feature level ${featureLevel}`
  const middle = WIDTH / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="297mm" height="210mm" role="img" aria-label="${safe(said)}">`,
    `<title>${safe(said)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<rect x="24" y="24" width="${WIDTH - 48}" height="${HEIGHT - 48}" fill="none" stroke="#23408e" stroke-width="2"/>`,
    `<rect x="32" y="32" width="${WIDTH - 64}" height="${HEIGHT - 64}" fill="none" stroke="#23408e" stroke-opacity="0.35"/>`,
    seal(middle, 104),
    centred('CERTIFICATE OF CONFORMANCE', 186, 20, `${SANS} letter-spacing="5" font-weight="600" fill="#23408e"`),
    fitting(name, 246, 46, `${SERIF} fill="#141a26"`),
    fitting(`by ${vendor}`, 288, 24, `${SERIF} fill="#3a4252"`),
    ...(product.url === undefined ? [] : [fitting(product.url, 316, 15, `${SANS} fill="#4a5364"`)]),
    centred('conforms to the contract, in the profile', 360, 17, `${SANS} fill="#4a5364"`),
    fitting(`${profile.title}${level}`, 398, 27, `${SERIF} fill="#141a26"`),
    centred(scope(facts), 430, 15, `${SANS} fill="#4a5364"`),
    ...unsupported(facts.unsupported),
    `<line x1="90" y1="500" x2="${WIDTH - 90}" y2="500" stroke="#c9cfdb"/>`,
    ...table(facts),
    centred('Verify it, trusting nothing that is written here:', 684, 14, `${SANS} fill="#4a5364"`),
    centred('assay verify BUNDLE --key assay.pub', 710, 17, `${MONO} fill="#141a26"`),
    centred(
      'Made by the vendor with Assay. It shows what one run observed; assay verify says what that establishes and what it does not.',
      740,
      12,
      `${SANS} fill="#4a5364"`,
    ),
    '</svg>\n',
  ].join('\n')
}

const safe = (text: string): string => xml(printable(text))

const centred = (text: string, y: number, size: number, look: string): string =>
  `<text x="${WIDTH / 2}" y="${y}" text-anchor="middle" font-size="${size}" ${look}>${safe(text)}</text>`

/** A long text gets a smaller font; if that is not enough, it is shortened. */
function fitting(text: string, y: number, size: number, look: string): string {
  const shown = shortened(printable(text), 110)
  const room = WIDTH - 160
  const fits = Math.min(size, Math.max(11, Math.floor(room / (0.56 * Math.max(1, shown.length)))))
  return centred(shown, y, fits, look)
}

function scope({ judged, warnings, unsupported: left, profile }: CertificateFacts): string {
  const kept = `${judged} requirements of the profile "${profile.name}" judged, every required one holds`
  const warned = warnings === 0 ? '' : `; ${warnings} recommended ${warnings === 1 ? 'one does' : 'ones do'} not`
  return `${kept}${warned}${left.length === 0 ? '' : '; declared unsupported:'}`
}

function unsupported(options: readonly string[]): string[] {
  const shown = options.slice(0, 2).map((text, n) => fitting(text, 452 + n * 18, 13, `${SANS} fill="#4a5364"`))
  const rest = options.length - 2
  return rest > 0
    ? [...shown, centred(`and ${rest} more, in statement.json`, 488, 12, `${SANS} fill="#4a5364"`)]
    : shown
}

function table({ issuedAt, expiresAt, trust, keyId, evidence, kit }: CertificateFacts): string[] {
  const cell = (x: number, y: number, label: string, value: string, look = SANS, size = 17): string[] => [
    `<text x="${x}" y="${y}" font-size="12" ${SANS} fill="#4a5364">${safe(label)}</text>`,
    `<text x="${x}" y="${y + 24}" font-size="${size}" ${look} fill="#141a26">${safe(value)}</text>`,
  ]
  return [
    ...cell(90, 534, 'Issued', day(issuedAt)),
    ...cell(290, 534, 'Expires', day(expiresAt)),
    ...cell(490, 534, 'Trust when issued', trust),
    ...cell(690, 534, 'Kit', `Assay ${kit}`),
    ...cell(880, 534, 'Key', keyId, MONO, 16),
    ...cell(90, 606, 'Digest of the evidence', evidence, MONO, 16),
  ]
}

const day = (time: string): string => time.slice(0, 10)

const seal = (x: number, y: number): string =>
  `<g transform="translate(${x - 42} ${y - 42}) scale(1.3)" fill="none" stroke="#1a7f4b" stroke-linejoin="round"><path d="M32 3l25 14.5v29L32 61 7 46.500v-29z" fill="#1a7f4b" fill-opacity="0.1" stroke-width="2.500"/><path d="M32 8.500l20.300 11.750v23.500L32 55.500 11.700 43.750v-23.500z" stroke-opacity="0.5"/><path d="M21 33l8 8 15-18" stroke-width="5" stroke-linecap="round"/></g>`

/** The text of a badge about a certificate instead of a run. */
export function certifiedBadge({ profile, featureLevel, expiresAt }: CertificateFacts): {
  label: string
  message: string
} {
  const level = featureLevel === null ? '' : ` at level ${featureLevel}`
  return { label: 'Assay certified', message: `${profile.name}${level}, until ${day(expiresAt)}` }
}
