/** Frames whose names give their language away, in formats that know nothing of languages. */
import { expect, test } from 'vitest'
import { languageOfFile, languageOfName } from '../../../src/core/model/language-of-name.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

test.each([
  ['kfun:org.example.Router#open(kotlin.String){}', 'kotlin'],
  ['_kfun:main(){}', 'kotlin'],
  ['objc2kotlin_kfun:org.example.Router#open(){}', 'kotlin'],
  ['kDartIsolateSnapshotInstructions', 'dart'],
  ['_kDartVmSnapshotInstructions + 12', 'dart'],
  ['kDartIsolateSnapshotInstructionsOf', undefined],
  ['open_kfun:', undefined],
  ['objc_msgSend', undefined],
  ['Harbor_Enter_m1B2C3D4', undefined],
  ['Harbor_Enter_m1B2C3D4E5F60718293A4B5C6D7E8F9012345678A', 'csharp'],
  ['Harbor_Enter_m1B2C3D4E5F60718293A4B5C6D7E8F9012345678A_inline', 'csharp'],
  ['_RNvCs1234_4shop4main', 'rust'],
  ['__RNvNtCs5f_4shop4till5count', 'rust'],
  ['_ZN4shop4main17h0123456789abcdefE', 'rust'],
  ['__ZN4core9panicking5panic17h0123456789abcdefE', 'rust'],
  ['shop::till::count::h0123456789abcdef', 'rust'],
  // C++: no hash, or a word that only looks like one.
  ['_ZN4shop4mainEv', undefined],
  ['_ZN4shop17h0123456789abcdxyE', undefined],
  ['_ZN4shop17harbour_of_letters', undefined],
  ['_Restore', undefined],
  ['_RTLInit', undefined],
  ['shop::harbor', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s: %s', (name, language) => {
  expect(languageOfName(name)).toBe(language)
})

test.each([
  ['/src/till.rs', 'rust'],
  ['src/till.zig', 'zig'],
  ['till.nim', 'nim'],
  ['/src/till.go', 'go'],
  ['Harbor.kt', 'kotlin'],
  ['till.swift', undefined],
  ['till.cpp', undefined],
  ['rs', undefined],
  ['a.constructor', undefined],
  ['', undefined],
  [undefined, undefined],
])('a file %s: %s', (file, language) => {
  expect(languageOfFile(file)).toBe(language)
})

test('in a Crashlytics stack', () => {
  const text = `Fatal Exception: kotlin.RuntimeException
0  harbor                         0x116cc40 kfun:org.example.Harbor#open(){} + 114 (Harbor.kt:114)
1  App                            0x14f704 kDartIsolateSnapshotInstructions + 1314820
2  UIKitCore                      0xb302d0 -[UIApplication _run] + 1052
`
  const outcome = parseReport('x.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  const stacks = [
    ...(report?.threads ?? []),
    ...(report?.backtraces ?? []),
    ...(report?.lastException ? [report.lastException] : []),
  ]
  expect(stacks.flatMap(({ frames }) => frames.map(({ language }) => language))).toEqual(['kotlin', 'dart', undefined])
})
