/** Stacks of managed code and of scripts in the forms that pages, patches and browsers give them. */
import { expect, test } from 'vitest'
import { eachStack } from '../../../src/core/model/each-frame.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { readPasted } from './fixture.ts'

test('rows that a patch of Mono wrote belong to the stack around them', () => {
  const text = [
    'IndexOutOfRangeException: Index was outside the bounds of the array.',
    'Stack trace:',
    'Shop.Till.Count (System.Int32 max) (at <3d2405695dec45a69754c953f181246b>:0)',
    'UnityEngine.GameObject:AddComponent(Type)',
    'Shop.Loader:DMD<Shop.Loader::Start>()',
    'UnityEngine.GameObject:.cctor()',
  ].join('\n')
  const report = readPasted(text)
  expect(report.threads).toHaveLength(1)
  expect(report.threads[0]?.frames.map(({ symbol }) => symbol)).toEqual([
    { name: 'Shop.Till.Count (System.Int32 max)' },
    { name: 'UnityEngine.GameObject:AddComponent(Type)' },
    { name: 'Shop.Loader:DMD<Shop.Loader::Start>()' },
    { name: 'UnityEngine.GameObject:.cctor()' },
  ])
})

test('Mono prints native rows with a path of any kind, and (null) for no name', () => {
  const text = [
    'Got a SIGSEGV while executing native code. This usually indicates',
    '        0x7f44765151f2 - /home/ada/shop/libmonobdwgc-2.0.so : (null)',
    '        0x7f447db7c050 - /lib/x86_64-linux-gnu/libc.so.6 :',
    '        0x7f441296e71e - ./linux64/libtill.so : (null)',
    '        0x7f441292b5c8 - ../linux64/libtill.so : till_count',
  ].join('\n')
  const [stack] = readPasted(text).threads
  expect(stack?.frames.map(({ imageName, symbol }) => [imageName, symbol?.name])).toEqual([
    ['libmonobdwgc-2.0.so', undefined],
    ['libc.so.6', undefined],
    ['libtill.so', undefined],
    ['libtill.so', 'till_count'],
  ])
})

test('a script of a page has the address of the page', () => {
  const text = 'TypeError: no till\n    at Object.count (http://localhost/:389:11)\n    at a (http://localhost/:97:1)'
  expect(readPasted(text).threads[0]?.frames.map(({ language }) => language)).toEqual(['javascript', 'javascript'])
})

test.each([
  [
    'pages with several empty lines between rows',
    'Caused by: java.lang.IllegalStateException: \n\n \n  at com.shop.Till.count (Till.java:43)\n\n \n  at com.shop.Drawer.open (Drawer.java:30)\n',
    [['com.shop.Till.count', 'com.shop.Drawer.open']],
  ],
  [
    'a script of Dart in a browser',
    'Error: no till\n  at Object.throw_ [as throw] @ http://localhost:579/sdk.js:61:11\n  at next @ <anonymous>\n  at Till.count @ http://localhost:579/till.lib.js:8:19\n',
    [['Object.throw_ [as throw]', 'next', 'Till.count']],
  ],
  [
    'one row of a service',
    '### Stacktrace ###\n\nShop.iOS.Application.Main (System.String[] args) <0x102105160 + 0x0000a> in <1f223e2e>:0;Shop.iOS\n',
    [['Shop.iOS.Application.Main (System.String[] args)']],
  ],
  [
    'the first row behind the words',
    '2026-11-27 15:56:10.912 Shop[2557:507] No till is open :   at Shop.Till.Draw (CGRect rect) [0x000ee] in <filename unknown>:0 \n  at (wrapper managed-to-native) UIKit.UIApplication:UIApplicationMain (int,string[],intptr,intptr)\n  at Shop.Application.Main (System.String[] args) [0x00002] in /src/Main.cs:20 \n',
    [
      [
        'Shop.Till.Draw (CGRect rect)',
        '(wrapper managed-to-native) UIKit.UIApplication:UIApplicationMain (int,string[],intptr,intptr)',
        'Shop.Application.Main (System.String[] args)',
      ],
    ],
  ],
  [
    'a patched game',
    '[Error  : Unity Log] NullReferenceException: no till\nStack trace:\nShop.Mod+Till.Prefix (Player& __instance, System.Int32& ___m_rest) (at <f24c>:0)\n(wrapper dynamic-method) Player.DMD<Player::Update>(Player,bool)\nPlayer.LateUpdate () (at <f24c>:0)\n',
    [
      [
        'Shop.Mod+Till.Prefix (Player& __instance, System.Int32& ___m_rest)',
        '(wrapper dynamic-method) Player.DMD<Player::Update>(Player,bool)',
        'Player.LateUpdate ()',
      ],
    ],
  ],
  [
    'a patch of a patch',
    'System.NullReferenceException: no till\n  at Shop.Mod.Postfix (Shop.Till __instance) [0x00034] in <cae>:0 \n  at (wrapper dynamic-method) Shop.DMD<DMD<(il2cpp -> managed) Update>?94::(il2cpp -> managed) Update>(intptr,Shop.Info*)\n',
    [
      [
        'Shop.Mod.Postfix (Shop.Till __instance)',
        '(wrapper dynamic-method) Shop.DMD<DMD<(il2cpp -> managed) Update>?94::(il2cpp -> managed) Update>(intptr,Shop.Info*)',
      ],
    ],
  ],
  [
    'machine code of .NET',
    'Unhandled exception. System.InvalidCastException: no till\n   at Shop.Program.Build(String, Option`1) + 0x12c7\n   at Shop.Aot.Program.Main(String[] args) + 0x6\n',
    [['Shop.Program.Build(String, Option`1)', 'Shop.Aot.Program.Main(String[] args)']],
  ],
  [
    'rows of Hermes as those of classes',
    'Non-fatal Exception: io.shop.JavaScriptError: no till\n       at .E(address at index.android.bundle:1:888433)\n       at .apply((native):0:0)\n       at .value(address at index.android.bundle:1:894241)\n',
    [['E', 'apply', 'value']],
  ],
  [
    'components, then the stack of the script',
    'TypeError: no till\n\nThis error is located at:\n    at App (address at index.android.bundle:1:32)\n    at Till (address at index.android.bundle:1:39), js engine: hermes, stack:\ngetOwner@9060:63\ncount@31:46\n',
    [
      ['getOwner', 'count'],
      ['App', 'Till'],
    ],
  ],
  [
    'rows in bold',
    '**Caused by: java.lang.NullPointerException:** \n**at com.shop.Till.count (Till.java:118)**\nat android.app.Activity.-wrap12 (Activity.java)\nat android.app.Activity.call (Activity.java:66)\n',
    [['com.shop.Till.count', 'android.app.Activity.-wrap12', 'android.app.Activity.call']],
  ],
  [
    'pages of a service with machine code',
    '### Stacktrace ###\n\nrun_invoke (object.c:2862);Shop\n\nTill_iOS_Main_string__ + 164;Shop\n\nwrapper_to_native (<unknown>:1);Shop\n',
    [['run_invoke', 'Till_iOS_Main_string__', 'wrapper_to_native']],
  ],
  [
    'a log behind what a tool draws',
    'I/flutter ( 47): no till\n       ⣾I/flutter ( 47): #0      Till.count (package:shop/till.dart:15:12)\nI/flutter ( 47): #1      Till.open (package:shop/till.dart:7:15)\n',
    [['Till.count', 'Till.open']],
  ],
  [
    'Kotlin on one line',
    'Uncaught Kotlin exception: kotlin.IllegalStateException: no till at 0 shared 0x00000001126ae71b kfun:kotlin.Exception#<init>(kotlin.String?){} + 11 at 1 shared 0x00000001126cbbb2 ThrowIllegalState + 1010 at 2 shared 0x00000001126ca125 kfun:shop#main(){} + 85',
    [['kfun:kotlin.Exception#<init>(kotlin.String?){}', 'ThrowIllegalState', 'kfun:shop#main(){}']],
  ],
  [
    'a place of Kotlin that the end cut off',
    'Uncaught Kotlin exception: kotlin.IllegalStateException: no till\n        at 0   shared                              0x0000000109c43237 kfun:shop.Till.<init>(kotlin.String?)shop.Till + 87 (/src/Till.kt:22:37)\n        at 1   shared                              0x0000000109c3c4f5 kfun:shop.Drawer.<init>(kotlin.String?)shop.Drawer + 85 (/src/Dra',
    [['kfun:shop.Till.<init>(kotlin.String?)shop.Till', 'kfun:shop.Drawer.<init>(kotlin.String?)shop.Drawer']],
  ],
])('%s', (_, text, names) => {
  expect([...eachStack(readPasted(text))].map(({ frames }) => frames.map(({ symbol }) => symbol?.name))).toEqual(names)
})

test('a line with many angle brackets has one reading, and ends', () => {
  const rows = ['Shop.Till:Count(String) (at Assets/Till.cs:42)', 'Shop.Till:Sum(String) (at Assets/Till.cs:43)']
  for (const part of ['<aaaaaaaaaa', '<a+b', '<Shop.Loader::Start>', '<a::b']) {
    const report = readPasted(`Crash:\nA:b${part.repeat(60)}!\n${rows.join('\n')}\n`)
    const names = [...eachStack(report)].flatMap(({ frames }) => frames.map(({ symbol }) => symbol?.name))
    expect(names).toEqual(['Shop.Till:Count(String)', 'Shop.Till:Sum(String)'])
  }
})

test.each([
  ['в', 'в', 'строка', 'не обработано'],
  ['bei', 'in', 'Zeile', 'wurde nicht behandelt.'],
  ['場所', '場所', '行', 'はハンドルされませんでした'],
])('Visual Studio and .NET Framework in other languages: %s', (at, inFile, line, unhandled) => {
  const text = `System.InvalidOperationException ${unhandled}
  HResult=-2146233079
  Message=no till
  Source=Shop
  StackTrace:
       ${at} Shop.Till.Count(Single dx, Single dy)
       ${at} Shop.Till\`1.Open(Double time, List\`1 drawers) ${inFile} C:\\Users\\Ada Lovelace\\Shop\\Till.cs:${line} 71
       ${at} System.Threading.TimerQueue.FireNextTimers()
`
  const report = readPasted(text)
  expect(report.exception).toEqual({
    type: '.NET exception',
    name: 'System.InvalidOperationException',
    reason: 'no till',
  })
  expect(
    report.threads[0]?.frames.map(({ symbol, language }) => [language, symbol?.name, symbol?.file, symbol?.line]),
  ).toEqual([
    ['csharp', 'Shop.Till.Count(Single dx, Single dy)', undefined, undefined],
    ['csharp', 'Shop.Till`1.Open(Double time, List`1 drawers)', 'C:\\Users\\Ada Lovelace\\Shop\\Till.cs', 71],
    ['csharp', 'System.Threading.TimerQueue.FireNextTimers()', undefined, undefined],
  ])
})

test('words of rows in an encoding of Windows are signs for unknown letters', () => {
  const text = `System.InvalidOperationException
   в Shop.Till.Count(Single dx, Single dy)
   в Shop.Till.Open(Double time) в C:\\Shop\\Till.cs:строка 71
`
  const bytes = Uint8Array.from(
    [...text].map((letter) => letter.charCodeAt(0)).map((code) => (code > 0x400 ? code - 0x350 : code)),
  )
  const outcome = parseReport('till.txt', bytes)
  const [report] = outcome.ok ? outcome.value : []
  expect(report?.threads[0]?.frames.map(({ symbol }) => [symbol?.name, symbol?.line])).toEqual([
    ['Shop.Till.Count(Single dx, Single dy)', undefined],
    ['Shop.Till.Open(Double time)', 71],
  ])
})

test('a stack of .NET goes on behind an awaited task', () => {
  const text = `Unhandled exception. System.InvalidOperationException: no till
   at Shop.Till.Count(String name) in /src/Till.cs:line 3
--- End of stack trace from previous location ---
   at Shop.Till.Open()
   at Shop.Program.Main(String[] args)
`
  expect(readPasted(text).threads.map(({ frames }) => frames.length)).toEqual([3])
})

test.each([
  'at (il2cpp -> managed) Open(IntPtr , IntPtr , Il2CppMethodInfo* )',
  'at (wrapper dynamic-method) object.[shop.Till.Void Open(shop.Object)] (shop.Object) <0x00033>',
])('rows of wrappers: %s', (row) => {
  const text = `System.NullReferenceException: no till
  at Shop.Till.Count () [0x00001] in <0598f57e>:0
  ${row}
  at Shop.Main.Run () [0x00002] in <0598f57e>:0
`
  expect(readPasted(text).threads.map(({ frames }) => frames.length)).toEqual([3])
})
