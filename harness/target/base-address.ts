/** A base address as it is sent: in the form that URLs usually have, without slashes at its end, because paths begin with one. */
export const baseAddress = (text: string): string =>
  (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, '')
