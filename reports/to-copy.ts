/** The command of a report as people copy it: npx runs what is installed, and never downloads a package of that name. */
export const toCopy = (command: string): string => command.replace(/^npx assay /, 'npx --no-install assay ')
