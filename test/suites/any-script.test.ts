/** Texts that checks write and read back must be the same in every Unicode normal form, as a deployment may normalize them. */
import { expect, test } from 'vitest'
import { ANY_NAME, ANY_SCRIPT } from '../../suites/messaging/fixtures.ts'

test.each([ANY_SCRIPT, ANY_NAME])('%s is the same in every normal form', text => {
  expect(['NFC', 'NFD', 'NFKC', 'NFKD'].map(form => text.normalize(form))).toEqual([text, text, text, text])
})
