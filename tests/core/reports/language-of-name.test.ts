/** Frames whose names give their language away, in formats that know nothing of languages. */
import { expect, test } from 'vitest'
import { languageOfName } from '../../../src/core/reports/base/language-of-name.ts'
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
  ['', undefined],
  [undefined, undefined],
])('%s: %s', (name, language) => {
  expect(languageOfName(name)).toBe(language)
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
