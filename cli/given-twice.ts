/** An option of one value that is given twice is a mistake: nobody can tell which value was meant. */
import type { Command } from 'commander'

/** An option that may be repeated gathers a list. */
export function refuseTwice(command: Command): void {
  for (const option of command.options) {
    if (!option.required && !option.optional) continue
    let isGiven = false
    command.on(`option:${option.name()}`, () => {
      if (isGiven && !Array.isArray(command.getOptionValue(option.attributeName())))
        command.error(`error: ${option.long} is given twice, and takes one value`)
      isGiven = true
    })
  }
}
