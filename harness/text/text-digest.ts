/** The SHA-256 digest of a text, in hexadecimal. */
import { createHash } from 'node:crypto'

export const textDigest = (text: string): string => createHash('sha256').update(text).digest('hex')
