/** Reads lines of bytes one at a time, however long the whole is. */

export interface Line {
  /** Null if the line is longer than the limit. */
  readonly text: string | null
  readonly bytes: number
  /** False for a last line without a line feed. */
  readonly ended: boolean
}

/** Leaves out empty lines. Only a line feed ends a line: other separators may occur inside a string. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let bytes = 0
  const keep = (part: Buffer): void => {
    bytes += part.length
    if (bytes <= longest) parts.push(part)
    else parts = []
  }
  const taken = (ended: boolean): Line => {
    const line = { text: bytes > longest ? null : Buffer.concat(parts).toString('utf8'), bytes, ended }
    parts = []
    bytes = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      keep(chunk.subarray(start, end))
      if (bytes > 0) yield taken(true)
      start = end + 1
    }
    // A copy: the rest of a chunk would keep all of it in memory.
    keep(Buffer.from(chunk.subarray(start)))
  }
  if (bytes > 0) yield taken(false)
}
