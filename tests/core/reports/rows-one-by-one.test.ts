/** Readers of single rows, each alone: what its writer prints, and the next thing to it that is no row. */
import { describe, expect, test } from 'vitest'
import { asLine, type Line } from '../../../src/core/reports/base/lines.ts'
import { readAtosRow } from '../../../src/core/reports/text/atos-rows.ts'
import { readBareRow } from '../../../src/core/reports/text/bare-rows.ts'
import { readJvmRow, readListedRow } from '../../../src/core/reports/text/jvm-rows.ts'
import { readBareManagedRow, readManagedRow, readWrapperRow } from '../../../src/core/reports/text/managed-rows.ts'
import { runtimeRows } from '../../../src/core/reports/text/runtime-rows.ts'
import { findMentions, findNumbers } from '../../../src/core/reports/text/text-mentions.ts'
import { readThrown } from '../../../src/core/reports/text/managed-thrown.ts'

type Case = readonly [text: string, row: object | undefined]

function check(name: string, read: (line: Line) => unknown, cases: readonly Case[]): void {
  describe(name, () => {
    test.each(cases)('%j', (text, row) => {
      const found = read(asLine(text))
      if (row === undefined) expect(found).toBeUndefined()
      else expect(found).toMatchObject(row)
    })
  })
}

check('addresses alone', readBareRow, [
  ['0x104cc8074', { address: 0x104cc8074n }],
  ['  3 0x104cc8074', { index: 3, address: 0x104cc8074n }],
  ['#12 0x104cc8074', { index: 12, address: 0x104cc8074n }],
  ['[3] 0x104cc8074', { index: 3, address: 0x104cc8074n }],
  ['frame #3: 0x104cc8074', { index: 3, address: 0x104cc8074n }],
  ['3: 104cc8074', { index: 3, address: 0x104cc8074n }],
  ['fp=0x16fdff0b0 pc=0x104cc8074', { address: 0x104cc8074n }],
  ['pc: 0x104cc8074, fp: 0x16fdff0b0', { address: 0x104cc8074n }],
  ['4375478388', { address: 4_375_478_388n }],
  ['0000000104cc8074', { address: 0x104cc8074n }],
  ['"0x104cc8074",', { address: 0x104cc8074n, span: { start: 0, end: 14 }, symbolSpan: { start: 12, end: 12 } }],
  ['0x104cc8000 + 116', { address: 0x104cc8074n, loadAddress: 0x104cc8000n }],
  ['0x104cc8000 + 116;macOS-oc', { address: 0x104cc8074n, loadAddress: 0x104cc8000n }],
  ['0x104cc8010 + 116', undefined],
  ['104cc807', undefined],
  ['0x12', undefined],
  ['12345', undefined],
  ['0xffff800000000000n', undefined],
  ['ffff800000000000', undefined],
  ['0001-0123456789abcdef', undefined],
  ['0x104cc8074 main', undefined],
  [`${' '.repeat(120)}0x104cc8074`, undefined],
])

check('rows of atos', readAtosRow, [
  ['main (in Till) (main.m:12)', { imageName: 'Till', symbol: { name: 'main', file: 'main.m', line: 12 } }],
  ['-[Till add:] (in Till) + 24', { imageName: 'Till', symbol: { name: '-[Till add:]', offset: 24 } }],
  ['count() (in Till) (till.cpp:7:3)', { symbol: { name: 'count()', file: 'till.cpp', line: 7, column: 3 } }],
  ['Till.count() (in Till) (<compiler-generated>:0)', { imageName: 'Till', symbol: { name: 'Till.count()' } }],
  ['count (in Till (Beta)) + 0x18', { imageName: 'Till (Beta)', symbol: { name: 'count', offset: 24 } }],
  ['count (in Till)', { imageName: 'Till', symbol: { name: 'count' } }],
  ['  count (in Till) + 24  ', { span: { start: 2, end: 22 } }],
  ['0x104cc8074 (in Till) + 116', { address: 0x104cc8074n, imageName: 'Till', offset: 116, loadAddress: 0x104cc8000n }],
  ['0x104cc8074 (in Till)', { address: 0x104cc8074n, imageName: 'Till' }],
  ['104cc8074 (in Till) + 116', { address: 0x104cc8074n, loadAddress: 0x104cc8000n }],
  ['0x10000 (in Till) + 65536', { address: 0x10000n, imageName: 'Till' }],
  ['Till\t24\tcount (in Till)', { imageName: 'Till', symbol: { name: 'count', offset: 24 } }],
  ['Till\ttill.m:7\tcount (in Till)', { symbol: { name: 'count', file: 'till.m', line: 7 } }],
  ['Till\t24\tmissing (in Till)', { imageName: 'Till' }],
  ['4cc8074 (in Till) + 116', undefined],
  ['count (in Till) and more', undefined],
  ['count (in Till', undefined],
  ['count (in ) + 24', undefined],
  [' (in Till) + 24', undefined],
  ['12 count (in Till) + 24', undefined],
  ['count  main (in Till) + 24', undefined],
  ['at 0x104cc8074 count (in Till) + 24', undefined],
])

check('rows of Java', readJvmRow, [
  ['\tat com.shop.Till.count(Till.java:42)', { symbol: { name: 'com.shop.Till.count', file: 'Till.java', line: 42 }, language: 'java', span: { start: 0, end: 37 } }],
  ['at com.shop.Till.count(Till.kt:7)', { symbol: { file: 'Till.kt', line: 7 }, language: 'kotlin' }],
  ['at com.shop.Till.<init>(Till.java)', { symbol: { name: 'com.shop.Till.<init>', file: 'Till.java' } }],
  ['at com.shop.Till.<clinit>(Till.scala:1)', { symbol: { name: 'com.shop.Till.<clinit>', file: 'Till.scala', line: 1 } }],
  ['at java.base@17.0.1/java.lang.Thread.run(Thread.java:833)', { symbol: { name: 'java.lang.Thread.run', line: 833 } }],
  ['at app//com.shop.Till.count(Till.java:42)', { symbol: { name: 'com.shop.Till.count' } }],
  ['at com.shop.Till.count(Native Method)', { symbol: { name: 'com.shop.Till.count' }, language: 'java' }],
  ['at com.shop.Till.count(Unknown Source:12)', { symbol: { name: 'com.shop.Till.count', line: 12 } }],
  ['at a.b.c(SourceFile:3)', { symbol: { name: 'a.b.c', file: 'SourceFile', line: 3 } }],
  ['at a.b.c(Till.java:-2)', { symbol: { name: 'a.b.c', file: 'Till.java' } }],
  ['3 com.shop.Till.count(Till.java:42)', { symbol: { name: 'com.shop.Till.count', line: 42 } }],
  ['com.shop.Till.count(Till.java:42)', { symbol: { name: 'com.shop.Till.count' } }],
  ['com.shop.Till.count(Till.java);', { symbol: { name: 'com.shop.Till.count', file: 'Till.java' } }],
  ['at int com.shop.Till.count(int, java.lang.String) (Till.java:42)', { symbol: { name: 'com.shop.Till.count', file: 'Till.java', line: 42 } }],
  ['com.shop.Till.count(Till.java)', undefined],
  ['com.shop.Till.count(Unknown Source)', undefined],
  ['at com.shop.Till.count()', undefined],
  ['at com.shop.Till.count(int id)', undefined],
  ['at count(Till.java:42)', undefined],
  ['at com.shop.Till.count(Till.swift:42)', undefined],
]) // prettier-ignore

check('rows that Bugsnag lists', readListedRow, [
  ['    Till.java:42 - com.shop.Till.count', { symbol: { name: 'com.shop.Till.count', file: 'Till.java', line: 42 }, language: 'java', span: { start: 0, end: 38 } }],
  ['  Till.kt:7 - com.shop.Till.<init>', { symbol: { name: 'com.shop.Till.<init>', file: 'Till.kt', line: 7 }, language: 'kotlin' }],
  ['  Till.java:-1 - com.shop.Till.count', { symbol: { name: 'com.shop.Till.count', file: 'Till.java' } }],
  ['  /system/lib/libtill.so:295968 - __ioctl', { imagePath: '/system/lib/libtill.so', imageName: 'libtill.so', symbol: { name: '__ioctl' } }],
  ['  [vdso]:12 - clock', { imageName: '[vdso]', symbol: { name: 'clock' } }],
  ['Till.java:42 - com.shop.Till.count', undefined],
  ['  Till.swift:42 - com.shop.Till.count', undefined],
  ['  Till.java:42 com.shop.Till.count', undefined],
  ['  Till.java:42 - count', undefined],
]) // prettier-ignore

check('rows of .NET', readManagedRow, [
  ['  at Shop.Till.Count (System.String id) [0x0001f] in /src/Till.cs:42 ', { symbol: { name: 'Shop.Till.Count (System.String id)', file: '/src/Till.cs', line: 42 }, language: 'csharp' }],
  ['   at Shop.Till.Count(String id) in C:\\src\\Till.cs:line 42', { symbol: { name: 'Shop.Till.Count(String id)', file: 'C:\\src\\Till.cs', line: 42 } }],
  ['at Shop.Till.Count () [0x00000] in <0123456789abcdef>:0', { symbol: { name: 'Shop.Till.Count ()' } }],
  ['at Shop.Till.Count () <0x104cc8074 + 0x00074>', { symbol: { name: 'Shop.Till.Count ()' } }],
  ['at Shop.Till.Count() + 0x1f', { symbol: { name: 'Shop.Till.Count()' } }],
  ['at (wrapper managed-to-native) Shop.Till.Count (intptr)', { symbol: { name: '(wrapper managed-to-native) Shop.Till.Count (intptr)' } }],
  ['at Shop.Till`1[T].Count (T item)', { symbol: { name: 'Shop.Till`1[T].Count (T item)' } }],
  ['at Shop.Till.Count(Unknown Source)', { symbol: { name: 'Shop.Till.Count' } }],
  ['at Shop.Till.Count + 0xb9(Unknown Source:3)', { symbol: { name: 'Shop.Till.Count' } }],
  ['Shop.Till.Count ()', undefined],
  ['at 3 o’clock', undefined],
  ['at map ([native code])', undefined],
]) // prettier-ignore

check('rows of .NET without their word', readBareManagedRow, [
  ['Shop.Till.Count (System.String id) [0x0001f] in /src/Till.cs:42;Shop', { symbol: { name: 'Shop.Till.Count (System.String id)', file: '/src/Till.cs', line: 42 }, language: 'csharp' }],
  ['Shop.Till.Count () <0x104cc8074 + 0x00074>', { symbol: { name: 'Shop.Till.Count ()' } }],
  ['`Shop.Till.Count (int a, string b)`', { symbol: { name: 'Shop.Till.Count (int a, string b)' } }],
  ['Shop.Till.Count () [0x0] in <abc>:0', { symbol: { name: 'Shop.Till.Count ()' } }],
  ['com.shop.Till.count(Till.java)', undefined],
  ['Count (int a)', undefined],
  ['Shop.Till.Count', undefined],
]) // prettier-ignore

check('rows of wrappers', readWrapperRow, [
  ['at (wrapper dynamic-method) Till.DMD<(x -> y) Count>(int)', { symbol: { name: '(wrapper dynamic-method) Till.DMD<(x -> y) Count>(int)' }, language: 'csharp' }],
  ['(il2cpp -> managed) Shop.Till.Count()', { symbol: { name: '(il2cpp -> managed) Shop.Till.Count()' } }],
  ['(wrapper x) Count(int) <0x104cc8074>', { symbol: { name: '(wrapper x) Count(int)' } }],
  ['(wrapper x) Count', undefined],
  ['wrapper x Count()', undefined],
]) // prettier-ignore

const runtimeRow = (line: Line) => runtimeRows.map((read) => read(line)).find((row) => row !== undefined)
check('rows of runtimes', runtimeRow, [
  ['/usr/lib/libtill.dylib(till_count+0x24) [0x104cc8074]', { address: 0x104cc8074n, imageName: 'libtill.dylib', imagePath: '/usr/lib/libtill.dylib', symbol: { name: 'till_count', offset: 36 }, kind: 'return' }],
  ['till(count) [0x104cc8074]', { address: 0x104cc8074n, imageName: 'till', symbol: { name: 'count' } }],
  ['till(+0x24) [0x104cc8074]', { address: 0x104cc8074n, imageName: 'till' }],
  ['till() [0x104cc8074]', { address: 0x104cc8074n, imageName: 'till' }],
  [' 1: 0x104cc8074 node::Abort() [/usr/local/bin/node]', { index: 1, address: 0x104cc8074n, imageName: 'node', imagePath: '/usr/local/bin/node', symbol: { name: 'node::Abort()' }, kind: 'return' }],
  ['12  0x104cc8074 WTFCrash', { index: 12, address: 0x104cc8074n, symbol: { name: 'WTFCrash' }, kind: 'return' }],
  ['1   0x104cc8074 -[Till count]', { index: 1, symbol: { name: '-[Till count]' } }],
  ['1   0x104cc8074 WTF::Till::count(int)', { symbol: { name: 'WTF::Till::count(int)' } }],
  ['C  [libtill.dylib+0x2b14]  till_count+0x24', { imageName: 'libtill.dylib', offset: 0x2b14, symbol: { name: 'till_count', offset: 36 } }],
  ['# V  [libjvm.dylib+0x2b14]', { imageName: 'libjvm.dylib', offset: 0x2b14 }],
  ['j  shop.Till.count(I)V+12', { symbol: { name: 'shop.Till.count(I)V', offset: 12 }, language: 'java' }],
  ['J 1234 c2 shop.Till.count(I)V (20 bytes) @ 0x104cc8074 [0x104cc8000+0x74]', { symbol: { name: 'shop.Till.count(I)V' }, language: 'java' }],
  ['[0x0000000104cc8074] dart::bin::Thread::Start()', { address: 0x104cc8074n, symbol: { name: 'dart::bin::Thread::Start()' }, kind: 'return' }],
  ['pc 0x0000000104cc8074 fp 0x000000016fdff0b0 dart::Till()+0x1a', { address: 0x104cc8074n, symbol: { name: 'dart::Till()', offset: 26 } }],
  ['/usr/lib/libtill.dylib(till_count+0x24) 0x104cc8074', undefined],
  ['1: 0x104cc8074 node::Abort() [node]', undefined],
  ['1   0x104cc8074 two words', undefined],
  ['D  [libtill.dylib+0x2b14]  till_count+0x24', undefined],
  ['j  count(I)V+12', undefined],
  ['pc 0x0000000104cc8074 dart::Till()', undefined],
]) // prettier-ignore

const mentioned = (line: Line) =>
  findMentions(line).map(({ row: { address, imageName, loadAddress, offset, symbol }, strength }) => ({ address, imageName, loadAddress, offset, name: symbol?.name, strength })) // prettier-ignore
check('addresses in sentences', mentioned, [
  ['see 0x104cc8074 (in Till) there', [{ address: 0x104cc8074n, imageName: 'Till', loadAddress: undefined, strength: 'sure' }]],
  ['see 0x104cc8074 (in Till) + 116', [{ address: 0x104cc8074n, imageName: 'Till', loadAddress: 0x104cc8000n, offset: 116 }]],
  ['see (Till + 116) [0x104cc8074] there', [{ address: 0x104cc8074n, imageName: 'Till', loadAddress: 0x104cc8000n, offset: 116 }]],
  ['see (count in Till + 116) [0x104cc8074]', [{ imageName: 'Till' }]],
  ['it is at Till 0x104cc8074 there', [{ address: 0x104cc8074n, imageName: 'Till', strength: 'sure' }]],
  ['it is Till 0x104cc8074 0x104cc8074 + 116', [{ imageName: 'Till' }, { offset: undefined }].slice(0, 1)],
  ['rest 0x104cc8074 Till + 116', [{ imageName: 'Till', loadAddress: 0x104cc8000n, strength: 'sure' }]],
  ['rest 0x104cc8075 count + 116', [{ name: 'count', imageName: undefined, strength: 'weak' }]],
  ['Till + 0x14074', [{ imageName: 'Till', offset: 0x14074, strength: 'sure' }]],
  ['they say Till + 0x14074 is wrong', [{ imageName: 'Till', offset: 0x14074, strength: 'weak' }]],
  ['they say libtill.dylib + 82036 is wrong', [{ imageName: 'libtill.dylib', offset: 82_036, strength: 'sure' }]],
  ['(Till + 116) [0x104cc8074] and 0x104cc9000 (in Shop)', [{ imageName: 'Till' }, { imageName: 'Shop' }]],
  ['the address 0x104cc8074 is bad', []],
  ['object 0x104cc8074', []],
  ['Till 0x1000', []],
  ['word + 82036 more', []],
  ['_till_count 0x104cc8074', []],
]) // prettier-ignore

check('numbers that may be addresses', (line) => findNumbers(line).map(({ address }) => address), [
  ['x 0x104cc8074, 0x104cc9000.', [0x104cc8074n, 0x104cc9000n]],
  ['x 0x104cc8000 - 0x104cc9fff Till', []],
  ['0x104cc8000 0a0b0c0d-0000-1111-2222-333333333333 0x104cc8074', [0x104cc8074n]],
  ['0x104cc8000 <0a0b0c0d', []],
  ['0x1234', []],
])

const thrownIn = (text: string, ...languages: readonly string[]) =>
  readThrown(text, (language) => languages.includes(language))
describe('exceptions of runtimes', () => {
  test.each<readonly [text: string, languages: readonly string[], thrown: object | undefined]>([
    ['System.ArgumentException: no till', ['csharp'], { type: '.NET exception', name: 'System.ArgumentException', reason: 'no till' }],
    ['Unhandled Exception:\nSystem.IO.IOException: no till', ['csharp'], { name: 'System.IO.IOException', reason: 'no till' }],
    ['System.Till.NoException (0x80004005): no till', ['csharp'], { name: 'System.Till.NoException', reason: 'no till' }],
    ['TillException: no till', ['csharp'], { type: '.NET exception', name: 'TillException', reason: 'no till' }],
    ['E/Unity: TillException: no till', ['csharp'], { name: 'TillException' }],
    ['TillException: no till', ['javascript'], undefined],
    ['no till (Shop.TillException)\n  at Shop.Till.Count ()', ['csharp'], { name: 'Shop.TillException', reason: 'no till' }],
    ['Exception Type: Shop.TillException\nMessage: no till', ['csharp'], { name: 'Shop.TillException', reason: 'no till' }],
    ['System.TillException\n  HResult=0x1\n  Message=no till', ['csharp'], { name: 'System.TillException', reason: 'no till' }],
    ['java.lang.IllegalStateException: no till', ['java'], { type: 'Java exception', name: 'java.lang.IllegalStateException', reason: 'no till' }],
    ['Exception in thread "main" shop.NoTill: gone', ['java'], { type: 'Java exception', name: 'shop.NoTill', reason: 'gone' }],
    ['shop.TillException: gone', ['kotlin'], { type: 'Kotlin exception', name: 'shop.TillException' }],
    ['kotlin.IllegalStateException: gone', ['kotlin'], { type: 'Kotlin exception' }],
    ['Uncaught Kotlin exception: kotlin.IllegalStateException: gone', [], { type: 'Kotlin exception', name: 'kotlin.IllegalStateException', reason: 'gone' }],
    ['android.os.TillException: gone', ['kotlin'], { type: 'Java exception' }],
    ['java.lang.IllegalStateException: no till ---> java.lang.Error: x', ['java'], { reason: 'no till' }],
    ['TypeError: no till', ['javascript'], { name: 'TypeError', reason: 'no till' }],
    ['TypeError: no till', ['csharp'], undefined],
    ['Uncaught (in promise) TypeError: no till', ['javascript'], { name: 'TypeError', reason: 'no till' }],
    ['Unhandled Promise Rejection: no till', ['javascript'], { name: 'Unhandled Promise Rejection', reason: 'no till' }],
    ['Got a SIGSEGV while executing native code', [], { signal: 'SIGSEGV' }],
    ['System.ArgumentException: a\nGot a SIGSEGV while executing native code', ['csharp'], { signal: 'SIGSEGV' }],
    ['Unhandled Exception: System.ArgumentException: a\nGot a SIGSEGV while executing native code', ['csharp'], { name: 'System.ArgumentException' }],
    ['System.ArgumentException: no till\nis open\n  at Shop.Till.Count ()', ['csharp'], { reason: 'no till is open' }],
    ['System.ArgumentException: no till\n  at Shop.Till.Count ()', ['csharp'], { reason: 'no till' }],
    ['---- DEBUG ASSERTION FAILED ----\n---- Assert Short Message ----\nno till\n---- Assert Long Message ----', [], { type: '.NET exception', reason: 'DEBUG ASSERTION FAILED: no till' }],
    ['no till\nUnityEngine.Debug:LogError (object)', [], { type: '.NET exception', reason: 'no till' }],
    ['no till\nUnityEngine.Debug:Log (object)', [], undefined],
    ['nothing', ['java', 'csharp', 'javascript'], undefined],
  ])('%j of %j', (text, languages, thrown) => {
    const found = thrownIn(text, ...languages)
    if (thrown === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject(thrown)
  })
}) // prettier-ignore
