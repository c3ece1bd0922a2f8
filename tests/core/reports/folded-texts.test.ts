/** Texts that mails folded, terminals cut and logs keep as a string of JSON: all rows stand as in the plain text. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { joinFolds } from '../../../src/core/reports/repair/repair-folds.ts'
import { joinFixedWraps } from '../../../src/core/reports/repair/repair-wraps.ts'
import { rowsOf } from '../../support/rows-of.ts'
import { wrappings } from '../../support/stack-wrappings.ts'
import { toldOf } from '../../support/text-told.ts'

const lldb = `I can make it crash each time, and here is what the debugger has to say about it:

(lldb) bt
* thread #1: tid = 0x61a7be, 0x0000000105e901cd libtill.dylib\`till::Drawer::open(this=0x00000001091e8cc0, coins=0x000000010ec024b0) + 909 at Drawer.cc:546, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x40)
  * frame #0: 0x0000000105e901cd libtill.dylib\`till::Drawer::open(this=0x00000001091e8cc0, coins=0x000000010ec024b0) + 909 at Drawer.cc:546
    frame #1: 0x0000000105e9963f libtill.dylib\`till::Counter::countAll(this=0x00000001091e8cc0, step=0x00000001091270d0) + 1519 at Counter.cc:202
    frame #2: 0x0000000102e84168 libshop.dylib\`shop::Day::close(this=0x0000000109126f40) + 504 at Day.cc:191
    frame #3: 0x0000000102c6f2ac Shop\`main(argc=1, argv=0x00007fff5fbffa60) + 1468 at main.cc:71
`
const managed = `Unhandled Exception: System.AggregateException: A Task's exception(s) were not observed ---> Shop.TillException: The till is closed.
  at Shop.Till.Insert (System.Collections.Generic.Dictionary\`2[TKey,TValue] coins, System.Boolean add) [0x00042] in /Users/ada/Shop/Till.cs:88
  at Shop.Counter.Subscribe[TSender] (System.Object subscriber, System.String message, System.Action\`1[T] callback) [0x00017] in /Users/ada/Shop/Counter.cs:41
  at Shop.iOS.Application.Main (System.String[] args, System.String principalClassName) [0x00008] in /Users/ada/Shop/Main.cs:17
`
const crash = `Process:         Shop [4711]
Path:            /Applications/Shop.app/Contents/MacOS/Shop
Identifier:      org.example.shop
Version:         2.1 (210)
Code Type:       X86-64 (Native)

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018
Crashed Thread:  0

Thread 0 Crashed:
0   org.example.shop              	0x000000010d595e12 till::Drawer::openWithCoins(till::Coin const*, unsigned long) const + 82 (Drawer.cc:78)
1   com.apple.AppKit              	0x00007fff8327e3c0 -[NSTypesetter layoutGlyphsInLayoutManager:startingAtGlyphIndex:nextGlyphIndex:] + 1462
2   com.apple.AppKit              	0x00007fff82bf40a8 -[NSApplication nextEventMatchingMask:untilDate:inMode:dequeue:] + 108
3   org.example.shop              	0x000000010d5900c4 main + 20 (main.cc:9)

Binary Images:
       0x10d58f000 -        0x10d5a0fff +org.example.shop (2.1 - 210) <11112222-3333-4444-5555-666677778888> /Applications/Shop.app/Contents/MacOS/Shop
`
const gdb = `Program received signal EXC_BAD_ACCESS, Could not access memory.
Reason: KERN_INVALID_ADDRESS at address: 0x0000000000000010
#0  0x0000000100001f40 in total_of_drawer (cart=0x10, till=0x1038a2d80, flags=3) at ../../../src/cart.c:14
#1  0x0000000100001f80 in count_till (cart=0x10, flags=3, name=0x100200 "till") at ../../../src/till.c:88
#2  0x0000000100001fa0 in main (argc=1, argv=0x7fff5fbffa60) at ../../../src/main.c:7
`
const texts = Object.entries({ lldb, managed, crash, gdb })
const changes = wrappings.filter(({ name }) => /^(?:folded|broken) at (?:72|80|100)$|^a string of JSON$/.test(name))

describe.each(texts)('%s', (_, text) => {
  test.each(changes)('$name', ({ wrap }) => {
    const changed = wrap(text)
    expect(changed).not.toBe(text)
    expect(rowsOf(changed)).toEqual(rowsOf(text))
    const [plain, told] = [toldOf(text), toldOf(changed)]
    expect(told.map(({ headline }) => headline.title)).toEqual(plain.map(({ headline }) => headline.title))
  })

  test('is left alone as it is', () => {
    expect(joinFolds(text)).toBe(text)
    expect(joinFixedWraps(text)).toBe(text)
  })
})

test('a mail with marks of a quote on some lines', () => {
  const wrap = wrappings.find(({ name }) => name === 'folded at 80')?.wrap
  const mail = wrap?.(lldb.replace(/^(?=.)/gm, '> ')) ?? ''
  expect(mail).toMatch(/^[^>\n]/m)
  expect(rowsOf(mail)).toEqual(rowsOf(lldb))
})

test.each([
  ['prose of a page', `${'We opened the till (which is new) and counted all of the coins in it at once.\n'.repeat(9)}`],
  ['rows of one width', 'abc 0x0000000104000000 0x0000000104001000 0x0000000104002000 till_a\n'.repeat(9)],
  ['a table of numbers', '0000 6c65 7420 7468 6520 7469 6c6c 2062 6520 6f70 656e 2061 6e64 2063\n'.repeat(9)],
  ['the source of a program', readFileSync('src/core/reports/repair/repair-folds.ts', 'utf8')],
])('%s is left alone', (_, text) => {
  expect(joinFolds(text)).toBe(text)
  expect(joinFixedWraps(text)).toBe(text)
})

describe('strings of JSON', () => {
  test('lines of a log, each an object, in their order', () => {
    const lines = [
      { level: 'info', message: 'the till was opened' },
      { level: 'error', message: lldb },
      { level: 'info', message: 'the till was closed' },
    ]
    expect(rowsOf(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual(rowsOf(lldb))
  })

  test('a string alone, and a string below other members', () => {
    expect(rowsOf(JSON.stringify(crash))).toEqual(rowsOf(crash))
    expect(rowsOf(JSON.stringify({ a: { b: [1, { attachment: crash }] } }, null, 2))).toEqual(rowsOf(crash))
  })

  test('a document without texts stays unread', () => {
    expect(toldOf(JSON.stringify({ title: 'a till that is open', words: 'one\ntwo' }))).toEqual([])
  })
})
