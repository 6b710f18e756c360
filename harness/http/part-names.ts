/** The names of the parts of a multipart body, in their order. */
export const partNames = (body: string): string[] =>
  [...body.matchAll(/\bname="([^"]*)"/g)].map(([, name]) => name ?? '')
