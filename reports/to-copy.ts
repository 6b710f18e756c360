/**
 * The command of a report in the form that people copy: with `--no-install`, npx runs the installed package and never
 * downloads one of that name.
 */
export const toCopy = (command: string): string => command.replace(/^npx assay /, 'npx --no-install assay ')
