/** Frames of runtimes fold by their kind; where an error was thrown stays in view. */
import { expect, test } from 'vitest'
import { foldWords, piecesOf } from '../../../src/core/reading/folds.ts'
import { runtimeOf } from '../../../src/core/reading/runtimes.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import type { Frame, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'

type Rows = Parameters<typeof buildReport>[0]

const piecesOfMain = (report: SymbolicatedReport): readonly (number | string)[] => {
  const [stack] = stacksOf(report.report)
  if (!stack) throw new Error('the builder makes one stack')
  return piecesOf(report, stack).map((piece) =>
    piece.kind === 'frame' ? piece.frame.index : piece.kind === 'cut' ? 'cut' : foldWords(piece),
  )
}

/** Rows that a script or a managed language printed: in no image, with a file perhaps. */
function managed(rows: readonly (readonly [name: string, file?: string])[], language: Frame['language']) {
  const made = buildReport(
    rows.map(([name, file]) => app(file === undefined ? name : { function: name, file, line: 1 })),
  )
  const change = (frame: Frame, at: number): Frame => {
    const { id, index, kind } = frame
    const [name = '', file] = rows[at] ?? []
    return {
      id,
      index,
      kind,
      ...(language && { language }),
      symbol: { name, ...(file !== undefined && { file, line: 1 }) },
    }
  }
  const threads = made.report.threads.map((thread) => ({ ...thread, frames: thread.frames.map(change) }))
  return { ...made, report: { ...made.report, threads } }
}

const hermes = [
  'hermes::vm::Interpreter::interpretFunction',
  'hermes::vm::JSFunction::_callImpl',
  'facebook::hermes::X',
]
const react = ['facebook::react::JSIExecutor::callFunction', 'facebook::react::Instance::callJSFunction', 'RCTFatal']

test.each<[string, Rows, readonly (number | string)[]]>([
  ['Hermes', [system('a'), ...hermes.map((name) => app(name)), app('own')], [0, '3 frames of Hermes', 4]],
  [
    'Hermes and React Native',
    [app('own'), ...[...hermes, ...react.slice(0, 2)].map((name) => app(name)), app('main')],
    [0, '5 frames of Hermes and React Native', 6],
  ],
  [
    'a runtime and the system between them',
    [app('own'), app('hermes::vm::a'), system('objc_msgSend'), app('hermes::vm::b'), app('main')],
    [0, '3 frames of Hermes and the system', 4],
  ],
  [
    'React Native; rows of the library of C++ between them are not Rust',
    [
      app('own'),
      ...react.slice(0, 1).map((name) => app(name)),
      system('std::__1::__function::__func<void ()>::operator()()'),
      ...react.slice(1, 2).map((name) => app(name)),
      app('main'),
    ],
    [0, '3 frames of React Native and the system', 4],
  ],
  [
    'Rust',
    [
      app('own'),
      app('std::rt::lang_start'),
      app('core::ops::function::FnOnce::call_once'),
      app('std::sys::x'),
      app('m'),
    ],
    [0, '3 frames of Rust', 4],
  ],
  ['the system alone', [app('own'), system('a'), system('b'), system('c')], [0, '3 system frames']],
  [
    'il2cpp',
    [
      app('Till_Count'),
      app('RuntimeInvoker_Void'),
      app('il2cpp::vm::Runtime::Invoke'),
      app('il2cpp_runtime_invoke'),
      app('x'),
    ],
    [0, '3 frames of Unity', 4],
  ],
  [
    'Kotlin',
    [
      app('kfun:org.example.Till#a'),
      app('kfun:kotlin.Array#get'),
      app('kfun:kotlinx.coroutines.x'),
      app('Konan_run'),
      app('m'),
    ],
    [0, '3 frames of Kotlin', 4],
  ],
  ['nobody wrote any of it', hermes.map((name) => app(name)), [0, 1, 2]],
  ['two are not worth a fold', [app('own'), app('hermes::a'), app('hermes::b'), app('main')], [0, 1, 2, 3]],
])('%s', (_, rows, pieces) => {
  expect(piecesOfMain(buildReport(rows))).toEqual(pieces)
})

test.each([
  ['RCTFatal', '-[RCTExceptionsManager reportFatal:]'],
  ['il2cpp::vm::Exception::Raise', 'il2cpp_codegen_x'],
  ['core::panicking::panic_bounds_check', '<alloc::vec::Vec<T> as core::ops::Index>::index'],
  ['ThrowException', 'kfun:kotlin.Array#get'],
  ['hermes::vm::Runtime::raiseTypeError', 'hermes::vm::Callable::call'],
  ['runtime.gopanic', 'runtime.mapassign'],
])('the frame below %s is never folded, though a runtime has it', (thrower, caller) => {
  const rows = [system('abort'), app(thrower), app(caller), ...hermes.map((name) => app(name)), app('own')]
  expect(piecesOfMain(buildReport(rows))).toContain(2)
})

test('frames of React Native in a stack of a script fold, those of the app stay', () => {
  const report = managed(
    [
      ['count', 'src/Cart.tsx'],
      ['executeDispatch', 'node_modules/react-native/Libraries/Renderer/implementations/ReactFabric-prod.js'],
      ['batchedUpdates', 'node_modules/react-native/Libraries/Renderer/implementations/ReactFabric-prod.js'],
      ['jsx', 'node_modules/react/cjs/react-jsx-runtime.production.js'],
      ['press', 'src/Button.tsx'],
      ['format', 'node_modules/left-pad/index.js'],
      ['__callFunction'],
      ['__guard'],
      ['callFunctionReturnFlushedQueue'],
    ],
    'javascript',
  )
  expect(piecesOfMain(report)).toEqual([0, '3 frames of React Native', 4, 5, '3 frames of React Native'])
})

test.each([
  [
    'Dart',
    'dart',
    [
      ['Till.count', 'package:shop/till.dart'],
      ['_rootRun', 'dart:async/zone.dart'],
      ['_InkResponseState.handleTap', 'package:flutter/src/material/ink_well.dart'],
      ['_dispatch', 'package:flutter/src/gestures/tap.dart'],
      ['main', 'package:shop/main.dart'],
    ],
    [0, '3 frames of Flutter or Dart', 4],
  ],
  [
    'C#',
    'csharp',
    [
      ['Shop.Till.Count ()'],
      ['System.Linq.Enumerable.First[T] ()'],
      ['(wrapper runtime-invoke) object.runtime_invoke_void ()'],
      ['UIKit.UIApplication.Main ()'],
      ['Shop.Application.Main ()'],
    ],
    [0, '3 frames of .NET', 4],
  ],
  [
    'Go',
    'go',
    [['main.count'], ['runtime.main'], ['runtime.goexit'], ['runtime.x'], ['main.main']],
    [0, '3 frames of Go', 4],
  ],
] as const)('rows of %s that a program printed', (_, language, rows, pieces) => {
  expect(piecesOfMain(managed(rows, language))).toEqual(pieces)
})

test.each([
  'hermesCount',
  'RCTFatalShop',
  '-[RCTShopModule pay]',
  'Kotlined.count',
  'runtimes.count',
  'kfun:kotlins.Till#count',
  'System_Count',
  'standard::count',
  'UnityEngineer.build',
])('%s may be of the app', (name) => {
  const report = buildReport([app(name)])
  const frame = report.report.threads[0]?.frames[0]
  expect(frame && runtimeOf(report, frame)).toBeUndefined()
})
