/** The reason of an exception in Crashlytics' text, wherever somebody put it. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { quotedRows } from '../../../src/core/reading/quoted.ts'
import { readPasted } from './fixture.ts'

const rows = `0  CoreFoundation                 0x18390ae38 __exceptionPreprocess
1  libobjc.A.dylib                0x182f6ff80 objc_exception_throw
2  Larder                         0x100642c74 -[Shelf fill]
`
const NAME = 'Fatal Exception: NSInvalidArgumentException'
const SENT = '[__NSArrayM weigh]: unrecognized selector sent to instance'

function told(text: string) {
  const report = readPasted(text)
  const bare = { report, resolutions: [], images: [], explanations: [] }
  const { title } = headlineOf({ ...bare, ...explain(bare) })
  return { format: report.format, reason: report.exception?.reason, title, rows: quotedRows({ report }) }
}

test.each([
  ['behind a dash', `${NAME} - ${SENT}\n\nThread : ${NAME}\n${rows}`, SENT],
  ['behind the name', `${NAME} -${SENT}\n${rows}`, `-${SENT}`],
  ['in a piece of code', `\`${NAME} - ${SENT}\`\n\n\`Thread : ${NAME}\`\n${rows}`, SENT],
  ['behind a colon', `${NAME}: ${SENT}\n${rows}`, SENT],
  ['in the next line', `${NAME}\n${SENT} 0x2806ec840\n${rows}`, `${SENT} 0x2806ec840`],
  [
    'cut in a title',
    `# Crash: ${NAME} -[__NSArrayM weigh]: unrec\n\n${NAME} - ${SENT}\n\n${NAME}\n${rows}`,
    `-${SENT}`,
  ],
])('a reason %s', (_what, text, reason) => {
  expect(told(text)).toMatchObject({ format: 'crashlytics-text', reason })
  expect(told(text).title).toContain('Unrecognized selector')
})

test.each([
  ['words of a person behind the name', `${NAME} since the last update\n\n${NAME}\n${rows}`],
  ['the reason of another exception', `${NAME}\n${rows}\nFatal Exception: NSRangeException - index 3\n${rows}`],
])('no reason: %s', (_what, text) => {
  expect(told(text).reason).toBeUndefined()
})

test('the label before a name is no message', () => {
  const { rows: quoted } = told(`${NAME}\n${SENT}\n${rows}`)
  expect(quoted.map(({ text }) => text)).toEqual(['NSInvalidArgumentException', SENT])
})
