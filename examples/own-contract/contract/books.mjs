/** The library's contract, "Books" and "Keys". The fields of a book are judged on every reply by its schema. */
import { area, broken, holds, predicate } from 'assay'

const onlyOf = predicate('library.only-of', ([exchange], { author }) => {
  const other = exchange.json?.books?.find(book => book.author !== author)
  return other ? broken(`books of ${author} only`, `a book of ${other.author}`) : holds
})

export default area('library.books', ({ check, visit }) => [
  visit(['listBooks', 'getBook'], {}, async ({ library }) => {
    const { json } = await library.listBooks()
    for (const { id } of json.books.slice(0, 3)) await library.getBook({ id })
  }),

  check('by-author', 'GET /books with an author lists books of that author only', async ({ library, claim, name }) => {
    const [author, other] = [name('author'), name('other')]
    claim(await library.addBook({ title: 'One', author })).isControl()
    claim(await library.addBook({ title: 'Two', author: other })).isControl()
    claim(await library.listBooks({ author }))
      .lists('/books', { title: 'One', author })
      .keeps(onlyOf, { author })
  }),

  check('added-listed', 'A book that was added is listed, as it was sent', async ({ library, claim, name }) => {
    const book = { title: name('title'), author: name('author') }
    const { json } = await library.addBook(book)
    claim(await library.listBooks()).lists('/books', { id: json.id }, book)
  }),

  check('title-required', 'A book without a title is refused with INVALID', async ({ library, claim, name }) => {
    const author = name('author')
    claim(await library.addBook({ title: 'One', author })).isControl()
    claim(await library.addBook({ author })).isRefused('INVALID')
  }),

  check('unknown', 'A book that does not exist is refused with NOT_FOUND', async ({ library, claim }) => {
    claim(await library.getBook({ id: 2 ** 31 - 1 })).isRefused('NOT_FOUND')
  }),

  check('key-required', 'A request without a key is refused', async ({ library, claim }) => {
    claim(await library.listBooks()).isControl()
    claim(await library.listBooks({}, { bare: true })).isRefused()
  }),
])
