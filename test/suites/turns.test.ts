/** Turns of checks that wait for the same kind of event. */
import { expect, test } from 'vitest'
import { turns } from '../../suites/messaging/typing/turns.ts'

const NEVER = (): boolean => false

test('only one check acts at a time, in the order of the calls', async () => {
  const { begin } = turns()
  const acts: string[] = []
  const act = async (name: string): Promise<void> => {
    const turn = await begin()
    acts.push(`${name} begins`)
    await Promise.resolve()
    acts.push(`${name} ends`)
    turn.end()
  }
  await Promise.all([act('a'), act('b')])
  expect(acts).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('a check that waits lets the next one act, and continues after it', async () => {
  const { begin, waiting } = turns()
  const acts: string[] = []
  let comes = (_came: boolean): void => {}
  const event = new Promise<boolean>(resolve => {
    comes = resolve
  })
  const patient = async (): Promise<void> => {
    const turn = await begin()
    acts.push(`came: ${await turn.meanwhile(event, came => came)}`)
    turn.end()
  }
  const other = async (): Promise<void> => {
    const turn = await begin()
    acts.push(`beside ${waiting().length} who waits`)
    comes(true)
    expect(await Promise.all(waiting())).toEqual([true])
    acts.push('other ends')
    turn.end()
  }
  await Promise.all([patient(), other()])
  expect(acts).toEqual(['beside 1 who waits', 'other ends', 'came: true'])
  expect(waiting()).toEqual([])
})

test('a wait that fails gives the turn back', async () => {
  const { begin } = turns()
  const turn = await begin()
  await expect(turn.meanwhile(Promise.reject(new Error('cut short')), NEVER)).rejects.toThrow('cut short')
  turn.end()
  ;(await begin()).end()
})
