/** Ids that a text gives out or names: long enough not to be met by chance. */
export const idsIn = (text: string): string[] => text.match(/\d{4,}/g) ?? []
