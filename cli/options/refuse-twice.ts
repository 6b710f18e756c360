/** Refuses an option that takes one value and is given twice: which value was meant is unknown. */
import type { Command } from 'commander'

/** An option that may be repeated has a list as its value. */
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
