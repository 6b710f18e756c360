/** Runs steps one after the other, with a promise for each: its reply can be judged before the next requests leave. */
type Steps = Readonly<Record<string, () => Promise<unknown>>>

type Promised<Of extends Steps> = { readonly [Name in keyof Of]: ReturnType<Of[Name]> }

/** If a step fails, the promises of all later ones reject with the same error. */
export function oneByOne<Of extends Steps>(steps: Of): Promised<Of> {
  let before: Promise<unknown> = Promise.resolve()
  const made = Object.entries(steps).map(([name, step]) => {
    const reply = before.then(step)
    reply.catch(() => {})
    before = reply
    return [name, reply]
  })
  return Object.fromEntries(made)
}
