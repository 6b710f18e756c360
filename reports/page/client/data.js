/** Unpacks the blocks of evidence, each at most once and only when asked for. */

/**
 * @typedef {import('../evidence-format.ts').Index} Index
 * @typedef {import('../evidence-format.ts').ClaimsOf} ClaimsOf
 * @typedef {import('../evidence-format.ts').ExchangeShown} ExchangeShown
 */

/** @type {Map<string, Promise<unknown>>} */
const unpacked = new Map()

/**
 * @param {string} id
 * @returns {Promise<unknown>} null where there is no such block
 */
function block(id) {
  const known = unpacked.get(id)
  if (known) return known
  const made = unpack(document.getElementById(`data-${id}`)?.textContent ?? null)
  unpacked.set(id, made)
  return made
}

/** @param {string | null} base64 */
async function unpack(base64) {
  if (base64 === null) return null
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let n = 0; n < binary.length; n++) bytes[n] = binary.charCodeAt(n)
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return JSON.parse(await new Response(stream).text())
}

/** @returns {Promise<Index | null>} */
export async function index() {
  return /** @type {Index | null} */ (await block('index'))
}

/**
 * @param {number} n
 * @returns {Promise<ExchangeShown | null>}
 */
export async function exchange(n) {
  const firsts = (await index())?.firsts ?? []
  let at = -1
  for (const first of firsts) {
    if (first > n) break
    at++
  }
  if (at < 0) return null
  const some = /** @type {ExchangeShown[] | null} */ (await block(`exchanges-${at}`))
  return some?.find(one => one.n === n) ?? null
}

/**
 * @param {string} area
 * @param {string} requirement
 * @returns {Promise<ClaimsOf | null>}
 */
export async function claims(area, requirement) {
  const all = /** @type {Record<string, ClaimsOf> | null} */ (await block(`claims-${area}`))
  return all?.[requirement] ?? null
}
