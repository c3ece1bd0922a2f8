/** Stacks of all threads as gdb prints them, also where Mono's handler of signals called it. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const idle = `#0  0x980c90ee in __workq_kernreturn ()
#1  0x9814f0ac in _pthread_workq_return ()
#2  0x98136daa in start_wqthread ()
`
const text = `Stacktrace:

  at <unknown> <0xffffffff>
  at (wrapper managed-to-native) Shop.Messaging.objc_msgSend (intptr,intptr) <IL 0x0002e, 0xffffffff>
  at Shop.Main.Run (string[]) [0x00007] in /src/Main.cs:14

Native stacktrace:

Debug info from gdb:

Thread 3 (process 21355):
${idle}
Thread 2 (Thread 0x7ffff7fc1740 (LWP 123) "pool"):
${idle}
Thread 1 (process 21355):
#0  0x980c9095 in __wait4 ()
#1  0x004bf74d in mono_handle_native_sigsegv (signal=11, ctx=0xf9fe0, info=0xf9fa0) at mini-exceptions.c:2347
#2  <signal handler called>
#3  0x92574a87 in objc_msgSend ()

Got a SIGSEGV while executing native code. This usually indicates
`

test('each heading is a thread, whose rows may be those of another; the signal’s thread crashed', () => {
  const told = toldOf(text)
  expect(told.map(({ end }) => end)).toEqual(['crash'])
  const report = told[0]?.report
  expect(
    report?.threads.map(({ id, crashed, frames }) => [id, crashed, frames.map(({ symbol }) => symbol?.name)]),
  ).toEqual([
    [3, false, ['__workq_kernreturn', '_pthread_workq_return', 'start_wqthread']],
    [2, false, ['__workq_kernreturn', '_pthread_workq_return', 'start_wqthread']],
    [1, true, ['__wait4', 'mono_handle_native_sigsegv', '<signal handler called>', 'objc_msgSend']],
  ])
  expect(report?.backtraces.map(({ frames }) => frames.map(({ symbol }) => symbol?.name))).toEqual([
    [
      '<unknown>',
      '(wrapper managed-to-native) Shop.Messaging.objc_msgSend (intptr,intptr)',
      'Shop.Main.Run (string[])',
    ],
  ])
})

test('rows of gdb without an address, alone and between others', () => {
  const rows = `#0  till::raw::Range<(alloc::Vec<u8>, usize)>::new<(u8, usize)> (ctrl=0x7ffff7e2c0c8, data=..., len=<optimised out>) at /src/raw/mod.rs:1862
#1  till::drop (self=0x7fffffffdbd8)
    at /src/raw/mod.rs:945
#2  0x0000555555562ca5 in till::take (self=0x7fffffffdbd8) at /src/take.rs:3
#3  till::main<u8>
    () at src/main.rs:11
`
  const report = toldOf(rows)[0]?.report
  expect(
    report?.threads.map(({ frames }) => frames.map(({ symbol, address }) => [symbol?.name, symbol?.line, address])),
  ).toEqual([
    [
      ['till::raw::Range<(alloc::Vec<u8>, usize)>::new<(u8, usize)>', 1862, undefined],
      ['till::drop', 945, undefined],
      ['till::take', 3, 0x555555562ca5n],
      ['till::main<u8>', 11, undefined],
    ],
  ])
})
