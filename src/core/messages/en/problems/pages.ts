/** Problems with exported pages that the user opens again. */
import type { Digits } from '../../numbers.ts'

/** Expected values in such a page; they complete "should be". */
export const expectedValues = {
  text: 'text',
  flag: 'true or false',
  count: 'a whole number from 0',
  integer: 'a whole number',
  number: 'a number',
  share: 'a number from 0 to 1',
  bytes: 'bytes',
  address: 'a 64-bit number',
  signed: 'a signed 64-bit number',
  parameters: 'parameters of a message',
  list: 'a list',
  object: 'an object',
  uuid: 'a UUID in capital letters',
  keyValue: 'a key and a value',
  oneOf: ({ words }: { words: readonly string[] }) => `one of ${words.join(', ')}`,
  exactly: ({ value }: { value: Digits }) => String(value),
  below: ({ limit }: { limit: Digits }) => `below ${limit}`,
  inText: 'inside the text',
  shownText: 'the text that the page shows',
  rows: 'packed rows',
  frameCount: 'the number of frames',
  imageBelow: ({ limit }: { limit: Digits }) => `for an image below ${limit}`,
} as const

export const pageProblems = {
  'no-embedded-report': () =>
    'This page contains no report from Unslide. Open the original crash report, or export the page again.',
  'damaged-page.depth': () => 'The report in this page is damaged: it is nested too deeply. Export it again.',
  'damaged-page.json': () => 'The report in this page is damaged: it is not valid JSON. Export it again.',
  'damaged-page.empty': () => 'The report in this page is damaged: it is empty. Export it again.',
  'damaged-page': ({ path, wanted }: { path: string; wanted: string }) =>
    `The report in this page is damaged: “${path}” should be ${wanted}. Export it again.`,
  'damaged-export.depth': () => 'This JSON of Unslide is damaged: it is nested too deeply. Write it again.',
  'damaged-export.json': () => 'This JSON of Unslide is damaged: it is not valid JSON. Write it again.',
  'damaged-export': ({ path, wanted }: { path: string; wanted: string }) =>
    `This JSON of Unslide is damaged: “${path}” should be ${wanted}. Write it again.`,
  'unknown-export': () =>
    'This JSON was written by a newer version of Unslide. Open the original crash report, or update.',
  'unknown-page': () =>
    'This page was exported by another version of Unslide. Open the original crash report, or export the page again.',
} as const
