/** Stacks of Unity's handler of crashes on Windows, and of the one on Android. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'
import { findPasted, readPasted } from './fixture.ts'

const report = `Till by Example [version: Unity 2026.2.2f1_ab112815d860]

UnityPlayer.dll caused an Access Violation (0xc0000005)
  in module UnityPlayer.dll at 0033:f4d221fd.

Error occurred at 2026-06-14_101742.
C:\\Games\\Till\\Till_x64.exe, run by ada.

Read from location 0000000000000018 caused an access violation.

Context:
RDI:    0x0000000000000000  RSI: 0x0000000000000001  RAX:   0x0000000000000000

Stack Trace of Crashed Thread 7936:
  ERROR: SymGetSymFromAddr64, GetLastError: 'Attempt to access invalid address.' (Address: 00007FF9F4D221FD)
0x00007FF9F4D221FD (UnityPlayer) (function-name not available)
0x00007FF9F4D1FED5 (UnityPlayer) UnityMain
0x0000021E3438B78A (Mono JIT Code) (wrapper managed-to-native) UnityEngine.Mesh:Create (UnityEngine.Mesh,bool)
0x0000021E3438B6FB (Mono JIT Code) [Till.cs:12] Shop.Till:<Count>g__Add|7_0 (Shop.Key,Shop.Till/<>c__DisplayClass7_0&)
0x0000021E3438B163 (Assembly-CSharp) Shop.Till..ctor()
0x0000253400000019 ((<unknown>)) (function-name not available)

Stacks for Running Threads:

Call Stack for Thread 8200:
0x00007FF9F4115404 (mono-2.0-bdwgc) mono_unity_jit_cleanup
0x00007FF9F3FD4CC2 (ntdll) RtlUserThreadStart
`

test('threads, modules, names, and the fault', () => {
  const { format, threads, exception, header } = readPasted(report)
  expect(format).toBe('unity-windows')
  expect(exception).toEqual({ type: 'Access Violation', signal: 'SIGSEGV', codes: '0xc0000005', address: 0x18n })
  expect([header.process, header.date, header.fields]).toEqual([
    'Till_x64.exe',
    '2026-06-14 10:17:42',
    [['Version', 'Unity 2026.2.2f1_ab112815d860']],
  ])
  expect(threads.map(({ id, crashed }) => [id, crashed])).toEqual([
    [7936, true],
    [8200, false],
  ])
  expect(
    threads[0]?.frames.map(({ address, imageName, symbol, language }) => [address, imageName, symbol, language]),
  ).toEqual([
    [0x7ff9f4d221fdn, undefined, undefined, undefined],
    [0x7ff9f4d1fed5n, 'UnityPlayer', { name: 'UnityMain' }, undefined],
    [
      0x21e3438b78an,
      undefined,
      { name: '(wrapper managed-to-native) UnityEngine.Mesh:Create (UnityEngine.Mesh,bool)' },
      'csharp',
    ],
    [
      0x21e3438b6fbn,
      undefined,
      {
        name: 'Shop.Till:<Count>g__Add|7_0 (Shop.Key,Shop.Till/<>c__DisplayClass7_0&)',
        file: 'Till.cs',
        line: 12,
      },
      'csharp',
    ],
    [0x21e3438b163n, 'Assembly-CSharp', { name: 'Shop.Till..ctor()' }, 'csharp'],
    [0x253400000019n, undefined, undefined, undefined],
  ])
})

test('it crashed, and nobody is asked for symbols of Windows’ modules', () => {
  const [told] = toldOf(report)
  expect(told?.end).toBe('crash')
  expect(readPasted(report).images).toEqual([])
  expect(told?.words).not.toContain('ERROR: Sym')
})

const walked = `========== OUTPUTTING STACK TRACE ==================

0x00007FF9CA6D42BB (UnityPlayer) UnityMain
0x0000025BC8F8F18B (Mono JIT Code) Shop.Till:Count (bool)
0x00007FFA1F16269D (KERNEL32) BaseThreadInitThunk

========== END OF STACKTRACE ===========
`
const logged = `NullReferenceException: no drawer
  at Shop.Till.Open () [0x00001] in <0598f57e>:0
  at Shop.Main.Run () [0x00002] in <0598f57e>:0
`
test.each([
  ['alone', walked, 1],
  ['below exceptions that were logged', logged + walked, 2],
  ['far down in a log', `${'Texture was loaded in 12 ms\n'.repeat(4000)}${walked}`, 1],
])('a stack in the log, %s', (_, text, count) => {
  const told = toldOf(text)
  expect(told).toHaveLength(count)
  expect(told[0]?.functions).toEqual(['UnityMain', 'Shop.Till:Count (bool)', 'BaseThreadInitThunk'])
  expect(told.map(({ end }) => end)).toEqual(count === 1 ? ['crash'] : ['crash', 'unknown'])
})

test.each([
  ['one row', '0x00007FF9CA6D42BB (UnityPlayer) UnityMain\n'],
  ['a table of memory', '0x20000000 (RAM) start\n0x40000000 (ROM) start\n'],
])('no such stack: %s', (_, text) => {
  expect(findPasted(text)?.format).not.toBe('unity-windows')
})

test('Unity on Android: the columns of its own log, and rows of Mono', () => {
  const row = (index: number, name: string): string => `      #0${index} ${name} <0x4${index}>`
  const rows = [
    row(0, 'Shop.Till/Reader:Next<single> ()'),
    row(1, '(wrapper delegate-invoke) Shop.Till:Invoke (int,bool)'),
  ]
  const line = (tag: string) => (words: string) => `2026/02/26 02:19:14.435 29876 12416 Error ${tag} ${words}\n`
  const thread = 'pid: 29876, tid: 12416, name: Thread-7  >>> org.shop.till <<<'
  const text = [
    '2026/02/26 02:19:13.983 29876 12399 Debug AudioManager getStreamVolume index=4\n',
    ...[thread, ...rows].map(line('CRASH')),
    ...['FATAL EXCEPTION: UnityMain', 'Process: org.shop.till, PID: 29876', thread, ...rows].map(
      line('AndroidRuntime'),
    ),
  ].join('')
  const told = toldOf(text)
  expect(told.map(({ end }) => end)).toEqual(['crash'])
  expect(
    told[0]?.report.threads.map(({ id, name, frames }) => [id, name, frames.map(({ symbol }) => symbol?.name)]),
  ).toEqual([
    [12416, 'Thread-7', ['Shop.Till/Reader:Next<single> ()', '(wrapper delegate-invoke) Shop.Till:Invoke (int,bool)']],
  ])
})

test('modules that the walker looks at between rows part no stack', () => {
  const modules = `SymInit: Symbol-SearchPath: '.;C:\\Games\\Till', symOptions: 534
OS-Version: 10.0.0
C:\\WINDOWS\\SYSTEM32\\ntdll.dll:ntdll.dll (00007FFA69510000), size: 2064384 (result: 0), SymType: '-exported-'
`
  const [told] = toldOf(walked.replace('0x0000025B', `${modules}0x0000025B`))
  expect(told?.report.threads.map(({ frames }) => frames.length)).toEqual([3])
})
