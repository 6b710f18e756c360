/** Steps that follow each other, each there as soon as its own reply is: what it shows is judged before the next ones leave. */
type Steps = Readonly<Record<string, () => Promise<unknown>>>

type Promised<Of extends Steps> = { readonly [Name in keyof Of]: ReturnType<Of[Name]> }

/** A step that fails takes those after it with it; whoever awaits one is told. */
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
