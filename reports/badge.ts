/** Badges for a README: the outcome as an SVG, and as data for shields.io. */
import type { Report } from '../generated/formats.ts'
import { type CertificateFacts, certifiedBadge } from './certificate.ts'
import { shortened } from './columns.ts'
import { printable, xml } from './escape.ts'
import type { Outcome } from './verdicts.ts'

const colours: Readonly<Record<Outcome, string>> = {
  conformant: '#1a7f4b',
  incomplete: '#8a6100',
  nonconformant: '#b3261e',
  invalid: '#5b6270',
}

const LONGEST_NAME = 40

function badgeText({ summary, target, run }: Report): { label: string; message: string } {
  const { counts, outcome } = summary
  const judged = counts.pass + counts.fail + counts.warn
  const seen = counts.fail > 0 ? `${counts.fail} of ${judged} failed` : `${counts.pass + counts.warn} kept`
  const profile = run.profile === 'everything' ? '' : ` ${run.profile}`
  return {
    label: shortened(printable(`${target.name}${profile}`), LONGEST_NAME),
    message: outcome === 'invalid' ? outcome : `${outcome}, ${seen}`,
  }
}

export const badgeSvg = (report: Report): string => badge(badgeText(report), colours[report.summary.outcome])

/** The badge of a certified product. */
export const certificateBadge = (facts: CertificateFacts): string => badge(certifiedBadge(facts), colours.conformant)

function badge({ label, message }: { readonly label: string; readonly message: string }, colour: string): string {
  const left = textWidth(label) + 16
  const right = textWidth(message) + 16
  const whole = left + right
  const title = xml(`${label}: ${message}`)
  const half = (text: string, middle: number): string => `<text x="${middle}" y="14">${xml(text)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${whole}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3a414d"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${colour}"/></g>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">`,
    `${half(label, left / 2)}${half(message, left + right / 2)}</g></svg>\n`,
  ].join('')
}

/** The reply of an endpoint badge of shields.io. */
export function badgeJson(report: Report): string {
  const color = colours[report.summary.outcome].slice(1)
  return `${JSON.stringify({ schemaVersion: 1, ...badgeText(report), color }, null, 2)}\n`
}

/** The approximate width in Verdana 11. */
function textWidth(text: string): number {
  let sum = 0
  for (const character of text) {
    sum += /[ijl.,:;'|!]/.test(character) ? 4 : /[mwMW@]/.test(character) ? 10.5 : character > '\u2e80' ? 11.5 : 7
  }
  return Math.ceil(sum)
}
