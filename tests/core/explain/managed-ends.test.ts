/** Errors of scripts and managed code: what the text proves of their end and of the way there, and no more. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

function told(text: string) {
  const outcome = parseReport('trace.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
  return headlineOf({ ...bare, ...explain(bare) })
}

const KOTLIN = `Uncaught Kotlin exception: kotlin.IllegalStateException: no route
    at 0   Harbor      0x10447263b        kfun:kotlin.Throwable#<init>(kotlin.String?){} + 99
    at 1   Harbor      0x10446a47b        kfun:org.example.Router#open(kotlin.String){} + 91
`
const BRIDGE =
  '    at 2   Harbor      0x10446a8bf        objc2kotlin_kfun:org.example.Router#open(kotlin.String){} + 60\n'
const CROSSED = /crossed into Swift or Objective-C/

test.each([
  ['Kotlin’s words', `Function doesn't have or inherit @Throws annotation and thus exception isn't propagated.\n${KOTLIN}`],
  ['a frame of the bridge', KOTLIN + BRIDGE],
])('a Kotlin exception is said to have left Kotlin with proof: %s', (_, text) => {
  expect(told(text).explanation?.meaning).toMatch(CROSSED)
}) // prettier-ignore

const UNITY = `NullReferenceException: Object reference not set to an instance of an object
  at Harbor.Till.Count () [0x00001] in /game/Assets/Till.cs:91
`
const SCRIPT = `TypeError: till is undefined
    at open (http://localhost:8081/index.bundle?platform=ios:14098:21)
    at close (http://localhost:8081/index.bundle?platform=ios:14100:21)
`

test.each([
  ['C#', UNITY, 'Unhandled Exception:\n'],
  ['JavaScript', SCRIPT, 'Fatal Exception: '],
])(
  'a logged error of %s is called an error, and a crash where the text says that it ended the program',
  (_, text, end) => {
    expect(told(text)).toMatchObject({ kind: 'Error', end: 'unknown', isCrash: false })
    expect(told(end + text)).toMatchObject({ end: 'crash', isCrash: true })
  },
)

test('a Kotlin exception of which only the end is known is not said to have left Kotlin', () => {
  const { title, explanation } = told(KOTLIN)
  expect(title).toContain('Uncaught Kotlin exception: kotlin.IllegalStateException')
  expect(explanation?.meaning).not.toMatch(CROSSED)
  expect(explanation?.checks.join()).not.toContain('@Throws')
})
