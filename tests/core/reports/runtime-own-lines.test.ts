/** The reading shows a runtime's own line, also where a person quotes it above, or a log or a mail puts a prefix before it. */
import { expect, test } from 'vitest'
import { findPasted } from './fixture.ts'

const GO = `fatal error: concurrent map iteration and map write

goroutine 198 [running]:
main.updateTill()
	/src/till.go:129 +0x64
main.main()
	/src/main.go:42 +0x28`

const HEADS = [
  '',
  '> ',
  '> > ',
  'shop-till  | ',
  'till-1  | ',
  '[pod/till-7c9f/till] ',
  '2024-05-01T10:00:00.123456789Z ',
  '2024-05-01T10:00:00.123456789Z stderr F ',
  '2024-05-01T10:00:00.123456+00:00 app[web.1]: ',
  'May 01 10:00:00 host till[1204]: ',
  '2024-05-01 10:00:00.123 Till[1204:77120] ',
]
const behind = (head: string, text: string): string => text.replaceAll(/^/gm, head)

test.each(HEADS)('Go’s own line behind %j, below a sentence that quotes it', (head) => {
  const text = `I am getting a fatal error: concurrent map iteration and map write when starting the till.\n\n${behind(head, GO)}\n`
  const report = findPasted(text)
  expect(report?.exception?.reason).toBe('concurrent map iteration and map write')
  expect(report?.threads[0]?.frames.map(({ symbol }) => symbol?.name)).toEqual(['main.updateTill', 'main.main'])
})

test('a signal that arrived in code of C is Go’s end; a dump that was asked for is none', () => {
  const stack = GO.slice(GO.indexOf('goroutine'))
  const caught = (signal: string, more = ''): string =>
    `${signal}\nPC=0x1a2c29c20 m=16 sigcode=2${more}\nsignal arrived during cgo execution\n\n${stack}\n`
  const report = findPasted(caught('SIGSEGV: segmentation violation'))
  expect(report?.exception).toEqual({ signal: 'SIGSEGV' })
  expect(report?.threads[0]?.crashed).toBe(true)
  expect(report?.applicationInfo).toContain('signal arrived during cgo execution')
  expect(findPasted(caught('SIGBUS: bus error', ' addr=0x18'))?.exception).toEqual({ signal: 'SIGBUS', address: 0x18n })
  expect(findPasted(caught('SIGQUIT: quit'))?.exception).toBeUndefined()
})

const NET = `Unhandled exception. System.TypeInitializationException: The type initializer for 'Till.Store' threw an exception.
 ---> System.DllNotFoundException: Unable to load shared library 'till'
   at Till.Store.Open(Int32 count)
   at Till.Store..cctor()
   --- End of inner exception stack trace ---
   at Till.App.Main(String[] args)`
const JAVA = `Exception in thread "main" java.lang.IllegalStateException: no till
	at com.shop.Till.open(Till.java:12)
	at com.shop.Main.main(Main.java:3)`
const DART = `Unhandled exception:
Bad state: no till
#0      Till.open (package:shop/till.dart:12:5)
#1      main (package:shop/main.dart:3:1)`
const SCRIPT = `TypeError: till is undefined
    at open (/app/till.js:12:5)
    at main (/app/main.js:3:1)`

test.each([
  ['.NET', NET, 'System.TypeInitializationException', 3],
  ['Java', JAVA, 'java.lang.IllegalStateException', 2],
  ['Dart', DART, undefined, 2],
  ['JavaScript', SCRIPT, 'TypeError', 2],
])('an exception of %s behind the words of logs, below another run’s end', (_, text, name, rows) => {
  const plain = findPasted(`${text}\n`)
  expect(plain?.exception?.name).toBe(name)
  for (const head of HEADS) {
    const report = findPasted(`${head}./till.sh: line 3: 88364 Killed: 9   ./till\n${behind(head, text)}\n`)
    const told = [report?.exception?.type, report?.exception?.name, report?.exception?.reason]
    expect([head, ...told]).toEqual([head, plain?.exception?.type, plain?.exception?.name, plain?.exception?.reason])
    const names = (one: typeof report) => one?.threads.flatMap(({ frames }) => frames.map(({ symbol }) => symbol?.name))
    expect([head, names(report)]).toEqual([head, names(plain)])
    expect(names(report)).toHaveLength(rows)
  }
})
