/** Whether letters of both cases tell keys apart. */

/** Such as `AK-` or `pk_`. */
const PREFIX = /^[0-9a-z]{1,8}[^0-9a-z]/i

/** Keys that are numbers in some base (hex, UUID) may be the same in the other case, whatever stands before them. */
export function tellsCasesApart(key: string): boolean {
  const itself = key.replace(PREFIX, '')
  return /[a-z]/.test(itself) && /[A-Z]/.test(itself)
}
