/** Whether a key is certainly case-sensitive. */

/** Such as `AK-` or `pk_`. */
const PREFIX = /^[0-9a-z]{1,8}[^0-9a-z]/i

/** A key in one case may be a number in some base (hex, UUID), which is the same in the other case; a prefix does not count. */
export function tellsCasesApart(key: string): boolean {
  const itself = key.replace(PREFIX, '')
  return /[a-z]/.test(itself) && /[A-Z]/.test(itself)
}
