/** The parameters of one call as they were read: typed, and empty if left out. */

export class Params {
  readonly #values: ReadonlyMap<string, unknown>

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  names(): Iterable<string> {
    return this.#values.keys()
  }

  raw(name: string): unknown {
    return this.#values.get(name)
  }

  text(name: string, fallback = ''): string {
    const value = this.#values.get(name)
    return typeof value === 'string' ? value : fallback
  }

  integer(name: string): number | undefined {
    const value = this.#values.get(name)
    return typeof value === 'number' ? value : undefined
  }

  flag(name: string, fallback = false): boolean {
    const value = this.#values.get(name)
    return typeof value === 'boolean' ? value : fallback
  }

  integers(name: string): number[] {
    const value = this.#values.get(name)
    return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : []
  }

  objects(name: string): Record<string, unknown>[] {
    const value = this.#values.get(name)
    return Array.isArray(value) ? value.filter(isObject) : []
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
