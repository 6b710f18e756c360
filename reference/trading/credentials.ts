/** The credentials of the venue's only account. They are derived from public texts and protect nothing. */
import { createHash } from 'node:crypto'

const madeFrom = (words: string, form: 'hex' | 'base64url') => createHash('sha256').update(words).digest(form)

export const apiKey = `ref-${madeFrom('the key of the reference account', 'base64url').slice(0, 28)}`
export const secretKey = madeFrom('the secret of the reference account', 'hex').slice(0, 48)
