/** Combinations of harmless things: framing given twice, several codings, texts that make a careless search extremely slow. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { body, chunked, chunks, extra, json, length, ofGroup, raw, sends, whole } from './reply-bytes.ts'

const MB = 1_000_000
const text = (piece: string) =>
  body(good => extra(good, 'more', JSON.stringify(piece.repeat(Math.ceil(MB / piece.length)))))
const extended = (good: string): string => chunks(good, 1).replaceAll(/^1\r\n/gm, '1;a="b;c";d\r\n')
const bytes = (...codes: number[]) =>
  body(good => Buffer.concat([Buffer.from('{"more":"'), Buffer.from(codes), Buffer.from(`",${good.slice(1)}`)]))

export const combinedBehaviours = ofGroup('combinations', [
  [
    'any',
    'chunked-twice',
    'a body that is said to be chunked twice',
    sends(
      good => raw('200 OK', { ...json, 'Transfer-Encoding': 'chunked, chunked' }, `${chunks(good.body, 9)}0\r\n\r\n`),
      'closes',
    ),
  ],
  [
    'any',
    'transfer-identity',
    'the transfer coding identity',
    sends(good => whole(good.body, { 'Transfer-Encoding': 'identity' }), 'closes'),
  ],
  [
    'any',
    'extended-chunks',
    'an extension in each chunk of one character',
    sends(good => raw('200 OK', chunked, `${extended(good.body)}0\r\n\r\n`)),
  ],
  [
    'any',
    'length-in-trailers',
    'a length in the trailers',
    sends(good => raw('200 OK', chunked, `${chunks(good.body, 30)}0\r\nContent-Length: 5\r\n\r\n`)),
  ],
  [
    'any',
    'hints-with-length',
    '103 Early Hints with a length',
    sends(good => Buffer.concat([raw('103 Early Hints', { 'Content-Length': '5' }, ''), whole(good.body)]), 'closes'),
  ],
  [
    'legal',
    'large-hints',
    '103 Early Hints of 30 KB',
    sends(good => Buffer.concat([raw('103 Early Hints', { Link: 'x'.repeat(30_000) }, ''), whole(good.body)])),
  ],
  ['any', 'x-gzip', 'x-gzip', body(good => gzipSync(good), { 'Content-Encoding': 'x-gzip' })],
  [
    'unverified',
    'swapped-codings',
    'two codings, named in the wrong order',
    body(good => gzipSync(brotliCompressSync(good)), { 'Content-Encoding': 'gzip, br' }),
  ],
  [
    'any',
    'two-coding-headers',
    'two codings in two headers',
    body(good => brotliCompressSync(gzipSync(good)), { 'Content-Encoding': 'gzip\r\nContent-Encoding: br' }),
  ],
  [
    'any',
    'nothing-in-gzip',
    'gzip without a byte',
    sends(() => raw('200 OK', { ...json, ...length(''), 'Content-Encoding': 'gzip' }, '')),
  ],
  ['any', 'overlong', 'UTF-8 that is longer than it has to be', bytes(0xc1, 0x81, 0xe0, 0x81, 0x81)],
  ['any', 'surrogate-bytes', 'surrogates as UTF-8', bytes(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)],
  [
    'fail',
    'last-member-wrong',
    'every member twice, first right and then wrong',
    body(good => `${good.slice(0, -1)},${good.slice(1).replaceAll(/"(?=[,}])/g, '!"')}`),
  ],
  [
    'legal',
    'nested-prototypes',
    '__proto__ in __proto__, a hundred times',
    body(good => good.replace('{', `{${'"__proto__":{'.repeat(100)}"a":""${'}'.repeat(100)},`)),
  ],
  ['legal', 'open-tags', 'a megabyte of tags that are not closed', text('<a "')],
  ['legal', 'open-references', 'a megabyte of character references that do not end', text('&#x4')],
  ['legal', 'quotes', 'a megabyte of escaped quotes', text('"')],
  ['legal', 'percents', 'a megabyte of percent codes of percent signs', text('%25')],
  ['legal', 'equals', 'a megabyte of equals signs', text('=')],
  ['legal', 'letters', 'a megabyte of what may be base64 of base64', text('Vm0wd2QyUXlVWGxWV0d4V1YwZDRWMVl3')],
])
