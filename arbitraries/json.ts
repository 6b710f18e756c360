/** JSON schemas as plain data. */
export interface Json {
  [key: string]: unknown
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asJson = (value: unknown): Json => (isJson(value) ? value : {})

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
