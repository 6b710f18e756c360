/** A file or folder without a name is a mistake: most often a shell variable that is not set. */
import type { Command } from 'commander'

export function refuseEmpty(command: Command): void {
  for (const option of command.options) {
    if (!/<(file|dir|bundle|pub)>/.test(option.flags)) continue
    command.on(`option:${option.name()}`, (value: unknown) => {
      if (value === '') command.error(`error: ${option.long} is empty: it needs the name of a file or folder`)
    })
  }
}
