/** What a sanitizer prints around its stacks: headings are no names of threads, and every error is shown. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { toldOf } from '../../support/text-told.ts'

function read(text: string): Report {
  const outcome = parseReport('log.txt', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value[0]
}

const rows = '    #0 0x1000104f0 in drop cart.c:7\n    #1 0x100010500 in main cart.c:9\n'

test.each([
  '==7==ERROR: AddressSanitizer: attempting double-free on 0x60 in thread T0:\n',
  '==7==ERROR: AddressSanitizer crashed on unknown address 0x0 (pc 0x1 sp 0x2 bp 0x3 T0)\nAddressSanitizer can not provide additional info. ABORTING\n',
  '==7==ERROR: AddressSanitizer: failed to deallocate 0x200 (512) bytes at address 0x60\n==7==AddressSanitizer CHECK failed: /a/posix.cc:62 "((0)) != (0)" (0x0, 0x0)\n',
])('a heading names no thread: %j', (heading) => {
  const [thread] = read(heading + rows).threads
  expect(thread).toMatchObject({ crashed: true })
  expect(thread?.frames).toHaveLength(2)
  expect(thread?.name).toBeUndefined()
})

test('the failed check of the sanitizer itself is shown', () => {
  const heading =
    '==7==ERROR: AddressSanitizer: failed to deallocate 0x200 (512) bytes at address 0x60\n==7==AddressSanitizer CHECK failed: /a/posix.cc:62 "((0)) != (0)" (0x0, 0x0)\n'
  expect(read(heading + rows).applicationInfo).toContain(
    'AddressSanitizer CHECK failed: /a/posix.cc:62 "((0)) != (0)" (0x0, 0x0)',
  )
})

const undefinedErrors = [
  'src/cart.c:7:3: runtime error: load of null pointer of type char',
  'src/cart.c:9:12: runtime error: left shift of 20 by 27 places cannot be represented in type int',
]
const summary = 'SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior src/cart.c in '

test('every error of undefined behavior is shown, and one alone is the exception', () => {
  const several = read(undefinedErrors.flatMap((line) => [`  ${line}`, summary]).join('\n'))
  expect(several.applicationInfo.join('\n')).toContain(undefinedErrors.join('\n'))
  const single = read(`${undefinedErrors[0]}\n${summary}\n`)
  expect(single.exception?.message).toBe('runtime error: load of null pointer of type char')
  expect(single.applicationInfo).toEqual([])
  const titled = read(
    `# cart.c:7:3: runtime error: load of null pointer of type char\n\n${undefinedErrors[0]}\n${summary}\n`,
  )
  expect(titled.applicationInfo).toEqual([])
})

const words = (text: string) => {
  const [told] = toldOf(text)
  return { end: told?.end, title: told?.headline.title, words: told?.words }
}
const isSignal = /A signal ended the program, and the sanitizer/

test.each([
  ['AddressSanitizer', 'SEGV', /invalid access to memory/],
  ['AddressSanitizer', 'BUS', /invalid access to memory/],
  ['AddressSanitizer', 'ABRT', isSignal],
  ['ThreadSanitizer', 'SEGV', /invalid access to memory/],
  ['UndefinedBehaviorSanitizer', 'SEGV', isSignal],
  ['UndefinedBehaviorSanitizer', 'FPE', isSignal],
])('%s handled a signal: %s', (tool, name, meaning) => {
  const text = `==7==ERROR: ${tool}: ${name} on unknown address 0x000000000060 (pc 0x1000104f0 bp 0x2 sp 0x3 T0)\n${rows}SUMMARY: ${tool}: ${name} cart.c:7 in drop\n`
  expect(words(text)).toMatchObject({ end: 'crash', title: `${tool}: ${name}` })
  expect(words(text).words).toMatch(meaning)
})

test('leaks that are found when a program is done are no crash', () => {
  const text = `==7==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 16 byte(s) in 1 object(s) allocated from:\n${rows}\nSUMMARY: AddressSanitizer: 16 byte(s) leaked in 1 allocation(s).\n`
  expect(words(text).end).toBe('non-fatal')
  expect(words(text.replace('LeakSanitizer', 'AddressSanitizer')).end).toBe('non-fatal')
  expect(words(text).words).toMatch(/no pointer reaches any more/)
})
