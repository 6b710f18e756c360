/** Functions that a worker is to get rid of. */
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
