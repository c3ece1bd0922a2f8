/** Script stacks inside the reason of a fatal error of React Native. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { describe } from './fixture.ts'

const SAID = `*** Terminating app due to uncaught exception 'RCTFatalException: Unhandled JS Exception: TypeError: undefined is not an object (evaluating 'e.load')', reason: 'Unhandled JS Exception: TypeError: undefined is not an object (evaluating 'e.load'), stack:
load@12:3456
onPress@34:567
<unknown>@2:34
'`
const STACK = ['exact 0x0 load', 'exact 0x0 onPress', 'exact 0x0 <unknown>']

test('in a text report', () => {
  const outcome = parseReport(
    'rct.crash',
    new TextEncoder().encode(`Incident Identifier: 3E1B2C4D-1111-4000-8000-00000000000A
Process:             Harbor [4711]
Exception Type:  EXC_CRASH (SIGABRT)
Triggered by Thread:  0

Application Specific Information:
${SAID}

Last Exception Backtrace:
0   Harbor                        	0x104c08120 0x104c00000 + 33056

Thread 0 Crashed:
0   libsystem_kernel.dylib        	0x18f45a034 0x18f450000 + 41012
`),
  )
  const [report] = outcome.ok ? outcome.value : []
  expect(report?.exception?.name).toBe(
    "RCTFatalException: Unhandled JS Exception: TypeError: undefined is not an object (evaluating 'e.load')",
  )
  expect(report?.exception?.reason).toContain('load@12:3456')
  const [stack] = report?.backtraces ?? []
  expect(stack?.title).toBe('JavaScript stack')
  expect(report && stack?.frames.map((frame) => describe(report, frame))).toEqual(STACK)
  expect(stack?.frames[0]?.symbol).toMatchObject({ line: 12, column: 3456 })
})

test('in an .ips', () => {
  const line = { app_name: 'Harbor', bug_type: '309', name: 'Harbor' }
  const body = {
    pid: 1,
    procName: 'Harbor',
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
    faultingThread: 0,
    asi: { CoreFoundation: [SAID], 'libsystem_c.dylib': ['abort() called'] },
    threads: [{ triggered: true, id: 1, frames: [{ imageOffset: 100, imageIndex: 0 }] }],
    usedImages: [{ source: 'P', arch: 'arm64', base: 4374659072, size: 49152, name: 'Harbor' }],
  }
  const text = `${JSON.stringify(line)}\n${JSON.stringify(body)}`
  const outcome = parseReport('rct.ips', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  const stack = report?.backtraces.find(({ title }) => title === 'JavaScript stack')
  expect(report && stack?.frames.map((frame) => describe(report, frame))).toEqual(STACK)
})

test('the rows of Java below the script’s, and the name of a bundle with slashes behind it', () => {
  const outcome = parseReport(
    'said.txt',
    new TextEncoder()
      .encode(`Fatal Exception: com.facebook.react.common.JavascriptException: TypeError: no, js engine: hermes, stack:
load@1:1082033
press (http://10.0.0.1:8081/entry.bundle//&platform=ios:148462:24)

       at com.facebook.react.modules.core.ExceptionsManagerModule.reportException(ExceptionsManagerModule.java:71)
       at java.lang.reflect.Method.invoke(Method.java)
`),
  )
  const [report] = outcome.ok ? outcome.value : []
  expect(report?.backtraces.map(({ frames }) => frames.map(({ symbol }) => [symbol?.name, symbol?.file]))).toEqual([
    [
      ['load', undefined],
      ['press', 'http://10.0.0.1:8081/entry.bundle?platform=ios'],
    ],
    [
      ['com.facebook.react.modules.core.ExceptionsManagerModule.reportException', 'ExceptionsManagerModule.java'],
      ['java.lang.reflect.Method.invoke', 'Method.java'],
    ],
  ])
})
