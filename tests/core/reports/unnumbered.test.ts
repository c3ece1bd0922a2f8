/** A stack without a number is not called "Thread 0". */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { threadTitle } from '../../../src/core/reading/stacks.ts'

const rows = `0   libsystem_kernel.dylib              0x00007fff9898d52a mach_msg + 26
1   Larder                              0x0000000102d59770 -[Shelf fill] + 32
2   Larder                              0x0000000102ad14c4 main + 1860
`
const read = (text: string) => {
  const outcome = parseReport('pasted.txt', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  const { threads, lastException, format } = outcome.value[0]
  return { format, titles: threads.map(threadTitle), crashed: threads.map(({ crashed }) => crashed), lastException }
}

test.each([
  ['call-stack-symbols', `Native stacktrace:\n\n${rows}\nGot a SIGABRT while executing native code.\n`, ['Stack']],
  ['call-stack-symbols', `SIGSEGV\n\n${rows}`, ['Stack']],
  ['bugly', `SIGSEGV\nSEGV_MAPERR\n\n#3 Thread\n${rows}`, ['Thread 3']],
  ['crashlytics-text', `Crashed: com.apple.root.default-qos\n${rows}`, ['com.apple.root.default-qos']],
  ['crashlytics-text', `#0. Crashed: com.apple.main-thread\n${rows}`, ['Thread 0, com.apple.main-thread']],
  [
    'crashlytics-text',
    `Crashed: com.apple.main-thread\n${rows}\ncom.apple.uikit.eventfetch-thread\n${rows}\n`,
    ['com.apple.main-thread', 'com.apple.uikit.eventfetch-thread'],
  ],
])('%s %#', (format, text, titles) => {
  const found = read(text)
  expect(found).toMatchObject({ format, titles })
  expect(found.crashed[0]).toBe(true)
})

test('rows below the message of a Fatal Exception are its stack', () => {
  const text = `Fatal Exception: NSInvalidArgumentException\n[__NSCFType floatValue]: unrecognized selector sent to instance 0x2806ec840\n${rows}`
  const { titles, lastException } = read(text)
  expect(titles).toEqual([])
  expect(lastException?.frames).toHaveLength(3)
})
