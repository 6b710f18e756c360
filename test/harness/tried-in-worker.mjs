/** Functions that never end or use too much memory, so that a worker has to be stopped. */
export const forever = () => {
  for (;;);
}

export const hoarding = () => {
  const hoard = []
  for (;;) hoard.push(new Array(1e6).fill(1.5))
}

export const throwing = what => {
  throw new Error(`no ${what}`)
}
