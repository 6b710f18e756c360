/** Finds the elements of one array inside a large JSON document, chunk by chunk, and holds no more than one of them. */

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]

export interface ScannedElement {
  /** Null if the element is larger than the limit. */
  readonly bytes: Buffer | null
}

export class ElementScanner {
  readonly #path: readonly string[]
  readonly #limit: number
  #depth = 0
  /** How many of the open containers, from the outside, are on the path. */
  #onPath = 0
  #inString = false
  #escaped = false
  #key: number[] | null = null
  #lastKey = ''
  #expectsKey = false
  #parts: Buffer[] = []
  #size = 0
  #inElement = false
  #found = false

  /** `path` names members from the outermost object inwards; the last one is the array. */
  constructor(path: readonly string[], limit: number) {
    this.#path = path
    this.#limit = limit
  }

  /** Whether the array was met, and whether the document is complete. */
  get found(): boolean {
    return this.#found
  }

  get complete(): boolean {
    return this.#depth === 0
  }

  scan(chunk: Buffer): ScannedElement[] {
    const elements: ScannedElement[] = []
    let start = this.#inElement ? 0 : -1
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (this.#inString) {
        at = this.#string(chunk, at)
        continue
      }
      if (byte === QUOTE) {
        this.#inString = true
        this.#key = this.#expectsKey && this.#depth === this.#onPath ? [] : null
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (this.#depth === this.#arrayDepth && this.#onPath === this.#arrayDepth && !this.#inElement) {
          this.#inElement = true
          start = at
        }
        this.#open(byte)
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        this.#close()
        if (this.#inElement && this.#depth === this.#arrayDepth) {
          this.#keep(chunk.subarray(start, at + 1))
          elements.push(this.#taken())
          start = -1
        }
      } else if (byte === COMMA) this.#expectsKey = this.#depth === this.#onPath && this.#depth < this.#arrayDepth
      else if (byte === COLON) this.#expectsKey = false
    }
    if (this.#inElement && start >= 0) this.#keep(chunk.subarray(start))
    return elements
  }

  get #arrayDepth(): number {
    return this.#path.length + 1
  }

  /** Continues inside a string; returns the position of its last byte in this chunk. */
  #string(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) {
        this.#inString = false
        if (this.#key) this.#lastKey = Buffer.from(this.#key).toString('utf8')
        this.#key = null
        return at
      }
      if (this.#key && this.#key.length < 64) this.#key.push(byte)
    }
    return chunk.length
  }

  #open(byte: number): void {
    const continues =
      this.#depth === 0
        ? byte === OPEN_OBJECT
        : this.#depth === this.#onPath && this.#lastKey === this.#path[this.#depth - 1]
    this.#depth++
    if (!continues || this.#depth > this.#arrayDepth) return
    const isArray = byte === OPEN_ARRAY
    if (isArray !== (this.#depth === this.#arrayDepth)) return
    this.#onPath = this.#depth
    this.#lastKey = ''
    this.#expectsKey = !isArray
    if (isArray) this.#found = true
  }

  #close(): void {
    if (this.#onPath === this.#depth) this.#onPath--
    this.#depth = Math.max(0, this.#depth - 1)
  }

  #keep(part: Buffer): void {
    this.#size += part.length
    if (this.#size <= this.#limit) this.#parts.push(Buffer.from(part))
    else this.#parts = []
  }

  #taken(): ScannedElement {
    const bytes = this.#size <= this.#limit ? Buffer.concat(this.#parts) : null
    this.#parts = []
    this.#size = 0
    this.#inElement = false
    return { bytes }
  }
}
