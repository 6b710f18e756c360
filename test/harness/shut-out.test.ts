/** Actors that are locked out after several wrong keys: refusals during a lock-out prove nothing. */
import { expect, test } from 'vitest'
import { virtualClock } from '../../harness/index.ts'
import { shutOut } from '../../harness/run/shut-out.ts'
import { Undecided } from '../../harness/undecided.ts'

const LOCKED = { status: 403, body: 'LOCKED' }
const person = { name: 'user', email: 'user@chat.example' }

/** An API in which the body of a refusal is its code; the contract lists only the code BAD. */
const api = {
  replies: { refusal: ({ body }: { body: string }) => body },
  people: { unlistedCode: (body: string) => (body === 'BAD' ? null : body) },
}

function shut(looks: (string | null)[]) {
  const asked: string[] = []
  const book = shutOut(
    api as never,
    async ({ name }) => {
      asked.push(name)
      const body = looks.length > 1 ? looks.shift() : looks[0]
      return (body == null ? null : { exchange: { response: { status: 403, body } } }) as never
    },
    virtualClock(),
  )
  book.ofWrongKey({ status: 401, body: 'WRONG' })
  return { asked, book, says: book.saysNothing(person as never, true) }
}

test('a refusal proves nothing if plain reads get it as well', async () => {
  const { says, asked } = shut(['LOCKED'])
  expect(await says(LOCKED)).toBe(true)
  expect(asked).toEqual(['user'])
})

test('a listed code is judged at once, another code after plain reads were served three times', async () => {
  const { says, asked } = shut([null])
  expect(says({ status: 400, body: 'BAD' })).toBe(false)
  for (let times = 0; times < 3; times++) expect(await says(LOCKED)).toBe(false)
  expect(says(LOCKED)).toBe(false)
  expect(asked).toHaveLength(3)
})

test('an actor who is refused like a wrong key has a wrong key', async () => {
  const { says, book } = shut(['WRONG'])
  expect(says({ status: 401, body: 'WRONG' })).toBe(false)
  expect(await book.isRefusedAlike(person as never, 'WRONG')).toBe(false)
})

test('an actor who is served later with the same key was locked out, so such a refusal proves nothing', async () => {
  const { book, asked } = shut(['WRONG', 'WRONG', null])
  for (let times = 0; times < 3; times++) book.ofWrongKey({ status: 401, body: 'WRONG' })
  expect(await book.isRefusedAlike(person as never, 'WRONG')).toBe(true)
  expect(asked).toHaveLength(3)
  expect(await book.isRefusedAlike(person as never, 'WRONG')).toBe(true)
  expect(asked).toHaveLength(3)
})

test('a refusal like that of a wrong key proves nothing if a login may have ended the key', async () => {
  const { says, book } = shut(['WRONG'])
  book.keyMayHaveEnded(person.email)
  expect(says({ status: 401, body: 'WRONG' })).toBe(false)
  expect(await book.isRefusedAlike(person as never, 'WRONG')).toBe(true)
  expect(await book.isRefusedAlike({ name: 'admin', email: 'admin@chat.example' } as never, 'WRONG')).toBe(false)
})

test('the time spent waiting for the end of a lock-out is limited', async () => {
  const { says } = shut(['LOCKED'])
  for (let times = 0; times < 40; times++) expect(await says(LOCKED)).toBe(true)
  expect(await says(LOCKED)).toBeInstanceOf(Undecided)
})

test('a refusal that was seen during a lock-out proves nothing for actors made for one check', async () => {
  const { book } = shut(['LOCKED'])
  const ofFresh = book.saysNothing({ name: 'actor', email: 'new@chat.example' } as never, false)
  expect(ofFresh(LOCKED)).toBe(false)
  expect(await book.isRefusedAlike(person as never, 'LOCKED')).toBe(true)
  expect(await ofFresh(LOCKED)).toBeInstanceOf(Undecided)
})

test('a known lock-out may end before it is observed again', async () => {
  const { says, asked } = shut(['LOCKED', null])
  expect(await says(LOCKED)).toBe(true)
  for (let times = 0; times < 5; times++) expect(await says(LOCKED)).toBe(true)
  expect(asked).toHaveLength(6)
})

test('a lock-out with the refusal of a wrong key is waited for at once', async () => {
  const WRONG = { status: 401, body: 'WRONG' }
  const { says, book, asked } = shut(['WRONG', 'WRONG', 'WRONG', null])
  for (let times = 0; times < 3; times++) book.ofWrongKey(WRONG)
  expect(await says(WRONG)).toBe(true)
  expect(asked).toHaveLength(4)
})

test('a request that is refused like a wrong key while plain reads are served is repeated at most twice in a run', async () => {
  const WRONG = { status: 401, body: 'WRONG' }
  const { says, book } = shut([null])
  for (let times = 0; times < 3; times++) book.ofWrongKey(WRONG)
  expect([await says(WRONG), await says(WRONG), await says(WRONG)]).toEqual([true, true, false])
})
