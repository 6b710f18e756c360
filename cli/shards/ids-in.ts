/** Ids in a text: numbers that are long enough not to occur by chance. */
export const idsIn = (text: string): string[] => text.match(/\d{4,}/g) ?? []
