/** Texts that are read back: a deployment may normalize what it keeps. */
import { expect, test } from 'vitest'
import { ANY_NAME, ANY_SCRIPT } from '../../suites/messaging/fixtures.ts'

test.each([ANY_SCRIPT, ANY_NAME])('%s is the same in every normal form', text => {
  expect(['NFC', 'NFD', 'NFKC', 'NFKD'].map(form => text.normalize(form))).toEqual([text, text, text, text])
})
