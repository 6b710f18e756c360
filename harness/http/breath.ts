/** Whoever waits for something else, such as Ctrl-C, gets a turn between two steps that take long, whoever takes them. */
let last: Promise<void> = Promise.resolve()

export function breath(): Promise<void> {
  last = last.then(() => new Promise(resolve => setImmediate(resolve)))
  return last
}
