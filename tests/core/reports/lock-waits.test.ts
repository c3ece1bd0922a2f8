/** Locks in dumps of all threads: who waits for whom, circles, holders that the dump does not list, and what Android says of a hang. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { waitsOf } from '../../../src/core/reading/waits.ts'
import { readPasted } from './fixture.ts'

function told(text: string) {
  const report = readPasted(text)
  const bare = { report, resolutions: [], images: [], explanations: [] }
  const explained = { ...bare, ...explain(bare) }
  const chains = waitsOf(report)?.chains.map(({ links }) => links.map(({ title }) => title))
  return { report, chains, ids: explained.explanations.map(({ id }) => id), ...headlineOf(explained) }
}

const thread = (name: string, number: number, state: string, ...below: readonly string[]): string =>
  [`"${name}" prio=5 tid=${number} ${state}`, `  | sysTid=${number + 700} nice=0`, ...below, ''].join('\n')
const row = '  at com.shop.Till.count(Till.java:42)'

test.each([
  ['Android', '  - waiting to lock <0x0d4f> (a java.lang.Object) held by thread 12'],
  ['a page of Google Play', '- waiting to lock <0x0d4f> (a java.lang.Object) held by thread 12'],
  ['old Android', '  - waiting to lock <0x0d4f> (a java.lang.Object) held by tid=12 (Loader)'],
  ['by its name', '  - waiting to lock <0x0d4f> (a java.lang.Object) held by "Loader"'],
  ['by the lock alone', '  - waiting to lock <0x0d4f> (a java.lang.Object)'],
])('%s: the main thread waits for the thread that holds the lock', (_, wait) => {
  const loader = thread('Loader', 12, 'Native', row, '  - locked <0x0d4f> (a java.lang.Object)')
  const { chains, ids, end, report } = told(
    `${thread('main', 1, 'Blocked', row, wait, '  at com.shop.Main.open(Main.java:7)')}${loader}`,
  )
  expect(chains).toEqual([['Thread 701 · main', 'Thread 712 · Loader']])
  expect(ids).toEqual(['main-waits'])
  expect(end).not.toBe('crash')
  // A line on a lock ends no stack.
  expect(report.threads.map(({ frames }) => frames.length)).toEqual([2, 1])
})

test('the sentence of a page of Google Play, in any language', () => {
  const said = 'Поток пытается получить блокировку 0x04bbbb9b (java.lang.Object), которую удерживает поток 44.'
  const page = `Поток 1 "main" tid=1 Blocked at com.shop.Till.count (Till.java:42)\n${said}\n\nat com.shop.Main.open (Main.java:7)\n`
  const holder = 'Поток 44 "Loader" tid=44 Waiting at sun.misc.Unsafe.park (Native method)\n'
  expect(told(page + holder).chains).toEqual([['Thread 1 · main', 'Thread 44 · Loader']])
})

test('a holder that the dump does not list has its number', () => {
  const wait = '  - waiting to lock <0x0d4f> (a android.app.ResourcesManager) held by thread 50'
  const { chains, title } = told(thread('main', 1, 'Blocked', row, wait))
  expect(chains).toEqual([['Thread 701 · main', 'Thread 50']])
  expect(title).toContain('Thread 50')
})

test('a thread that rests on a lock does not hold it', () => {
  const rests = thread('Loader', 12, 'Waiting', row, '  - waiting on <0x0d4f> (a x.Y)', '  - locked <0x0d4f> (a x.Y)')
  const waits = thread('main', 1, 'Blocked', row, '  - waiting to lock <0x0d4f> (a x.Y)')
  expect(told(waits + rests).chains).toEqual([])
})

const java = `Found one Java-level deadlock:
=============================
"Ada":
  waiting to lock monitor 0x00007f9a3c006208 (object 0x00000000d6e567c8, a java.lang.Object),
  which is held by "Bob"
"Bob":
  waiting to lock monitor 0x00007f9a3c003d58 (object 0x00000000d6e567b8, a java.lang.Object),
  which is held by "Ada"

Java stack information for the threads listed above:
===================================================
"Ada":
        at shop.Till.count(Till.java:23)
        - waiting to lock <0x00000000d6e567c8> (a java.lang.Object)
        - locked <0x00000000d6e567b8> (a java.lang.Object)
"Bob":
        at shop.Till.open(Till.java:42)
        - waiting to lock <0x00000000d6e567b8> (a java.lang.Object)
        - locked <0x00000000d6e567c8> (a java.lang.Object)
        at java.lang.Thread.run(Thread.java:833)

Found 1 deadlock.
`
test('Java’s own report of a deadlock is a circle, and its threads are listed once', () => {
  const { ids, report } = told(java)
  expect(ids).toContain('deadlock')
  expect(report.threads.map(({ name, frames }) => [name, frames.length])).toEqual([
    ['Ada', 1],
    ['Bob', 2],
  ])
  const listed = (name: string, number: number, rows: string): string =>
    `"${name}" #${number} prio=5 tid=0x00007f9a3c0062${number} nid=0x${number} waiting for monitor entry\n${rows}\n`
  const dump =
    listed('Ada', 10, '  at shop.Till.count(Till.java:23)\n  - waiting to lock <0xc8> (a x)\n  - locked <0xb8> (a x)') +
    listed('Bob', 11, '  at shop.Till.open(Till.java:42)\n  - waiting to lock <0xb8> (a x)\n  - locked <0xc8> (a x)')
  const whole = told(dump + java)
  expect(whole.ids).toContain('deadlock')
  expect(whole.report.threads).toHaveLength(2)
})

test.each([
  'ANR in com.shop.till (com.shop.till/.Main)\nPID: 4711\nReason: Input dispatching timed out (Till is not responding)\nLoad: 1.2 / 0.6 / 0.2\n',
  '09-12 15:22:21.145  1541  1560 E ActivityManager: ANR in com.shop.till\n09-12 15:22:21.145  1541  1560 E ActivityManager: PID: 4711\n09-12 15:22:21.145  1541  1560 E ActivityManager: Reason: Broadcast of Intent { act=till }\n',
  `Input dispatching timed out (server is not responding)\n\n${thread('main', 1, 'Native', row)}`,
  `Subject: Input dispatching timed out (till)\n${thread('main', 1, 'Native', row)}`,
])('Android’s words on a program that did not respond: %j', (text) => {
  const { end, ids } = told(text)
  expect(end).toBe('hang')
  expect(ids).toContain('hang')
})

test('rows of Java’s virtual machine stand among those of libraries', () => {
  const rows = `Stack: [0x00000073b7e00000,0x00000073b8000000],  sp=0x00000073b7ffa660
Java frames: (J=compiled Java code, j=interpreted, Vv=VM code)
j  shop.till.DrawerKt.Drawer_nOpen(J)J+0
j  shop.till.Drawer.open()Lshop/till/Drawer;+10
J 1234% c2 shop.till.Drawer.count(I[Ljava/lang/String;)V (20 bytes) @ 0x0000000104cc8074 [0x0000000104cc8000+0x74]
J  shop.till.Main.run()V
v  ~StubRoutines::call_stub
`
  const report = readPasted(rows)
  const frames = [...report.threads, ...report.backtraces].flatMap((stack) => stack.frames)
  expect(frames.map(({ symbol, language }) => [symbol?.name, language])).toEqual([
    ['shop.till.DrawerKt.Drawer_nOpen(J)J', 'java'],
    ['shop.till.Drawer.open()Lshop/till/Drawer;', 'java'],
    ['shop.till.Drawer.count(I[Ljava/lang/String;)V', 'java'],
    ['shop.till.Main.run()V', 'java'],
  ])
})
