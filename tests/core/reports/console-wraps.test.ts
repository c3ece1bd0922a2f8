/** What consoles put around the words of a program, and what they do to its rows: the text is read as the plain one. */
import { expect, test } from 'vitest'
import { rowsOf } from '../../support/rows-of.ts'
import { readPasted } from './fixture.ts'

const read = (text: string) => ({
  reason: readPasted(text).exception?.reason,
  rows: rowsOf(text).map(({ name, file, line }) => `${name} ${file ?? ''}:${line ?? ''}`),
})

/** PowerShell wraps words of standard error at the width of its window, and puts the place of the call below the first line. */
function inRecord(text: string, width: number): string {
  const [first = '', ...others] = `till.exe : ${text}`.split('\n').flatMap((line) => wrapped(line, width))
  return [
    first,
    'At line:1 char:4',
    '+ & .\\till.exe 2>&1 | Out-File log.txt',
    '+ ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~',
    '    + CategoryInfo          : NotSpecified: (:String) [], RemoteException',
    '    + FullyQualifiedErrorId : NativeCommandError',
    ' ',
    ...others,
  ].join('\n')
}
function wrapped(line: string, width: number): string[] {
  if (line.length <= width) return [line]
  const blank = line.lastIndexOf(' ', width - 1)
  const word = line.slice(blank + 1).split(' ')[0] ?? ''
  const at = line.slice(0, blank).trim() !== '' && word.length <= width ? blank + 1 : width
  return [line.slice(0, at), ...wrapped(line.slice(at), width)]
}

const rust = `thread 'main' (11276) panicked at src\\main.rs:183:10:
error while running the till: Plugin("drawer", "it is open")
stack backtrace:
   0: std::panicking::panic_handler
             at /rustc/ded5c06cf21d2b93bffd5d884aa6e96934ee4234/library\\std\\src\\panicking.rs:698
   1: core::panicking::panic_fmt
             at /rustc/ded5c06cf21d2b93bffd5d884aa6e96934ee4234/library\\core\\src\\panicking.rs:80
   2: core::result::unwrap_failed
             at /rustc/ded5c06cf21d2b93bffd5d884aa6e96934ee4234/library\\core\\src\\result.rs:1862
   3: till::main
             at .\\src\\main.rs:183
   4: core::hint::black_box
             at /rustc/ded5c06cf21d2b93bffd5d884aa6e96934ee4234/library\\core\\src\\hint.rs:472
`
const net = `Unhandled exception. System.InvalidOperationException: no drawer can be opened in the shop, because the till is closed today
   at Shop.Drawer.Open(IServiceProvider serviceProvider, Boolean allowDeferredReference, String nameOfTheDrawer)
   at Shop.Till.Count(DependencyObject container, IComponentConnector componentConnector, IStyleConnector connector)
   at Shop.Till.Close(Object state)
   at Shop.Program.Main(String[] args) in C:\\src\\shop\\a\\long\\path\\of\\folders\\in\\the\\way\\of\\the\\till\\Program.cs:line 46
`
test.each([
  ['Rust', 32, rust],
  ['Rust', 60, rust],
  ['.NET', 90, net],
  ['.NET', 60, net],
])('PowerShell: %s in %i columns', (_, width, text) => {
  expect(read(inRecord(text, width))).toEqual(read(text))
})

test('a terminal puts the next row right behind a full one', () => {
  const rows = [
    '#0      Till.count (package:shop/screens/till.dart:14:61)',
    '#1      StatelessElement.build',
    '(package:flutter/src/widgets/framework.dart:4662:28)',
    '#2      ComponentElement.performRebuild',
    '(package:flutter/src/widgets/framework.dart:4588:15)',
    '#3      BuildOwner.buildScope (package:flutter/src/widgets/framework.dart:2578:33)#4      WidgetsBinding.drawFrame (package:flutter/src/widgets/binding.dart:882:21)#5      RendererBinding._handleFrame',
    '(package:flutter/src/rendering/binding.dart:363:5)',
    '#6      SchedulerBinding.invoke (package:flutter/src/scheduler/binding.dart:11:15)',
  ]
  const text = `The following _CastError was thrown building Till(dirty):\nno till\n\nWhen the exception was thrown, this was the stack:\n${rows.join('\n')}\n`
  expect(read(text)).toEqual({
    reason: 'no till',
    rows: [
      'Till.count package:shop/screens/till.dart:14',
      'StatelessElement.build package:flutter/src/widgets/framework.dart:4662',
      'ComponentElement.performRebuild package:flutter/src/widgets/framework.dart:4588',
      'BuildOwner.buildScope package:flutter/src/widgets/framework.dart:2578',
      'WidgetsBinding.drawFrame package:flutter/src/widgets/binding.dart:882',
      'RendererBinding._handleFrame package:flutter/src/rendering/binding.dart:363',
      'SchedulerBinding.invoke package:flutter/src/scheduler/binding.dart:11',
    ],
  })
})

test('rows of Hermes on the line of the message', () => {
  const text = `Fatal Exception: RCTFatalException: Unhandled JS Exception: null is not an object (evaluating 'i.till')
Unhandled JS Exception: null is not an object (evaluating 'i.till'), stack: <unknown>@580:12071 value@25:3724 k@25:411
RCTFatal
`
  expect(read(text)).toEqual({
    reason: "null is not an object (evaluating 'i.till')",
    rows: ['<unknown> :580', 'value :25', 'k :25'],
  })
})

test('Rust: rows that somebody took out leave their places, and the compiler leaves out frames', () => {
  const text = `thread 'main' panicked at src/till.rs:1:1:
no till
stack backtrace:
   0: till::open
             at ./src/till.rs:291
             at ./src/join.rs:129
      [... omitted 1 frame ...]
   4: till::main
             at ./src/main.rs:7
`
  expect(read(text)).toEqual({
    reason: 'no till',
    rows: ['till::open ./src/till.rs:291', 'till::main ./src/main.rs:7'],
  })
  expect(readPasted(text).threads).toHaveLength(1)
})
