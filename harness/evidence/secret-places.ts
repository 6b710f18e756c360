/** Where a value is secret whatever it is: members and parameters, headers, links. */

const SECRET_NAMES = new Set([
  'apikey',
  'password',
  'secret',
  'secretkey',
  'clientsecret',
  'privatekey',
  'token',
  'accesstoken',
  'refreshtoken',
  'sessiontoken',
  'authtoken',
  'devicetoken',
])
const SECRET_HEADER =
  /^(?:set-)?cookie2?$|(?:^|-)(?:authorization|authentication|api-?key|token|secret|signature|session|password|credentials?)(?:-|$)/i
const PARAMETER = /(^|[&?;\s"'])([A-Za-z_-]+)=([^&#;\s"'<>]*)/g

export const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.replace(/[_-]/g, '').toLowerCase())
export const isLinkName = (name: string): boolean => name === 'invite_link'
export const isSecretHeader = (name: string): boolean => SECRET_HEADER.test(name)

const HINT = /api_?-?key|password|secret|token|private_?key|invite_link/i
/** Whether a text names any such place; quicker than looking at each. */
export const namesSecretPlace = (text: string): boolean => HINT.test(text)

/** Secret parameters of a query or a urlencoded body, each value through `hide`, decoded. */
export function hideParameters(text: string, hide: (value: string) => string): string {
  if (!text.includes('=') || !namesSecretPlace(text)) return text
  return text.replace(PARAMETER, (whole, before: string, name: string, value: string) =>
    isSecretName(name) && value !== '' ? `${before}${name}=${hide(decoded(value))}` : whole,
  )
}

/** Scheme and host of a link stay. */
export function hideLink(value: string, hide: (value: string) => string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.+)$/i.exec(value)
  return parts ? `${parts[1]}/${hide(parts[2] ?? '')}` : hide(value)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}
