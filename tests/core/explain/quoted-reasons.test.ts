/** Marks of who quotes a tool, and advice that fits what the piece has. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const first = (text: string) => {
  const [told] = toldOf(text)
  if (!told) throw new Error('no report')
  return told
}

test.each([
  '“Termination Reason: Namespace CODESIGNING, Code 0x2”.',
  '"Termination Reason: Namespace CODESIGNING, Code 0x2"',
  '`Termination Reason: Namespace CODESIGNING, Code 0x2`',
  'It says “Termination Reason: Namespace CODESIGNING, Code 0x2” and is gone.',
])('an empty reason in a quotation is none: %s', (text) => {
  const { headline, report } = first(`It crashes with ${text}\n`)
  expect(headline.code).toBe('code-signing')
  expect(report.termination?.indicator).toBeUndefined()
})

test('a reason before the closing mark stays', () => {
  const { report } = first('It says “Termination Reason: Namespace CODESIGNING, Code 0x2 Invalid Page”.\n')
  expect(report.termination?.indicator).toBe('Invalid Page')
})

test.each([
  ['"Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range"', 'swift-index'],
  ['`Swift/ContiguousArrayBuffer.swift: 600: Fatal error: Index out of range - trace trap`', 'swift-index'],
  ['“Till/Cart.swift:60: Fatal error: the cart is "empty"”', 'swift-fatal'],
  ['`Till/Cart.swift:60: Fatal error: the cart is "empty"`', 'swift-fatal'],
])('the mark of who quotes a line of Swift is no part of it: %s', (text, code) => {
  const { headline } = first(`${text}\n`)
  expect(headline.code).toBe(code)
  expect(headline.title).not.toMatch(/[`”]$|[^y]"$/)
  if (code === 'swift-fatal') expect(headline.title).toContain('the cart is "empty"')
})

const missing = (user: string, home: string): string =>
  `dyld: Symbol not found: _till\n  Referenced from: ${user}\n  Expected in: ${home}\n in ${user}\n`

test.each([
  ['/Applications/Till.app/Contents/MacOS/Till', '/usr/lib/libSystem.B.dylib', /link it weakly/, /embedded together/],
  [
    '/Applications/Till.app/Contents/MacOS/Till',
    '/Applications/Till.app/Contents/Frameworks/libnet.dylib',
    /embedded together/,
    /#available|link it weakly/,
  ],
  [
    '/opt/till/libtill.dylib',
    'flat namespace',
    /Which library should have/,
    /#available|link it weakly|another version/,
  ],
  ['/usr/lib/libSystem.B.dylib', '/usr/lib/libtill.dylib', /belong together/, /#available|link it weakly/],
  ['/opt/till/bin/till', '/opt/till/lib/libnet.dylib', /belong together/, /#available|link it weakly/],
])('advice on a missing symbol is of its home: %s, %s', (user, home, present, absent) => {
  const { words } = first(missing(user, home))
  expect(words).toMatch(present)
  expect(words).not.toMatch(absent)
})

test('a library in a fixed folder of the machine is embedded in no app', () => {
  const lost = (library: string): string =>
    first(
      `dyld: Library not loaded: ${library}\n  Referenced from: /Applications/Till.app/Till\n  Reason: image not found\n`,
    ).words
  expect(lost('/Library/Frameworks/Pay.framework/Versions/2/Pay')).not.toContain('Embed & Sign')
  expect(lost('@executable_path/Frameworks/Pay.framework/Pay')).toContain('Embed & Sign')
})

test('advice names a stack only where there is one, and Swift only where its code may be', () => {
  expect(first('The process is killed by `EXC_GUARD` during a close().\n').words).not.toContain('innermost frame')
  const reason = 'NSInvalidArgumentException Reason: *** setObjectForKey: object cannot be nil (key: till)'
  const managed = `MonoTouch.Foundation.MonoTouchException: Objective-C exception thrown.  Name: ${reason}\n  at MonoTouch.Foundation.NSMutableDictionary.Add (MonoTouch.Foundation.NSObject key) [0x00000] in /src/NSMutableDictionary.cs:266\n  at Till.Main.Open () [0x00001] in /Users/ada/Till/Main.cs:14\n`
  expect(first(managed).words).toMatch(/can be nil\?/)
  expect(first(managed).words).not.toContain('Swift')
  const native = `*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '*** setObjectForKey: object cannot be nil (key: till)'\n`
  expect(first(native).words).toContain('Swift')
})

test.each([
  ['till::Cart::add(int)', false],
  ['-[Till open]', true],
  ['Till.Cart.add(of: Swift.Int) -> ()', true],
])('Swift is advised beside %s: %s', (name, isAdvised) => {
  const rows = [
    '0   CoreFoundation   0x00007fff5fc01028 __exceptionPreprocess + 165',
    '1   libobjc.A.dylib  0x00007fff5fc02028 objc_exception_throw + 48',
    `2   Till             0x0000000104a63dbc ${name} + 20`,
    '3   Till             0x0000000104a66ff0 main + 16',
  ]
  const { words } = first(
    `*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '*** setObjectForKey: object cannot be nil (key: till)'\n*** First throw call stack:\n(\n${rows.join('\n')}\n)\n`,
  )
  expect(words).toMatch(/can be nil\?/)
  expect(words.includes('Swift values')).toBe(isAdvised)
})

test('a limit of memory without what was measured does not promise it', () => {
  const { headline, words } = first('Tunnel EXC_RESOURCE RESOURCE_TYPE_MEMORY (limit=15 MB, unused=0x0)\n')
  expect(headline.code).toBe('resource-memory')
  expect(words).not.toContain('what was measured')
  expect(first('Tunnel EXC_RESOURCE RESOURCE_TYPE_TILLS (limit=15, unused=0x0)\n').words).toContain('only the limit')
})

const limit = 'Thread 1: EXC_RESOURCE (RESOURCE_TYPE_MEMORY: high watermark memory limit exceeded) (limit=2098 MB)\n'
const NOT_SAID = /does not (?:say|mean) that/

test.each([
  [`The app crashes when it is tapped\n\n${limit}`, false],
  [limit, true],
  [`The app does not crash when it is tapped\n\n${limit}`, true],
  [
    '### Stacktrace ###\n\nTLUncaughtCXXTerminateHandler() (Handler.mm:16);Till\n\nmain (Till.swift:21);Till\n\n### Reason ###\n\nNSInternalInconsistencyException: NSInternalInconsistencyException\n',
    false,
  ],
  [
    '### Stacktrace ###\n\nmain (Till.swift:21);Till\n\n### Reason ###\n\nNSInternalInconsistencyException: NSInternalInconsistencyException\n',
    true,
  ],
])('an end that somebody or a handler tells is not called unsaid: %s', (text, isUnsaid) => {
  expect(NOT_SAID.test(first(text).words)).toBe(isUnsaid)
})

const panic = (cr2: string, kind = '14=page fault'): string =>
  `Thu Oct 23 15:07:34 2014\n\n*** Panic Report ***\npanic(cpu 4 caller 0xffffff801e61e80a): Kernel trap at 0xffffff7f9ed6c1cc, type ${kind}, registers:\nCR0: 0x0000000080010033, CR2: ${cr2}, CR3: 0x000000041c4a0087, CR4: 0x00000000001626e0\nRAX: 0x0000000000000000, RBX: 0xffffff805acdd000, RCX: 0x0000000000000000, RDX: 0xffffff804335a350\nFault CR2: ${cr2}, Error code: 0x0000000000000000, Fault CPU: 0x4\n\nBacktrace (CPU 4), Frame : Return Address\n0xffffff82228cae90 : 0xffffff801e53a811 \n0xffffff82228caf10 : 0xffffff801e61e80a \n`

test.each([
  ['0x00000000000000d8', '14=page fault', 'access at 0xd8, a null pointer and an offset'],
  ['0x0000000000000000', '14=page fault', 'access at 0x0, a null pointer'],
  ['0x000000010000006f', '14=page fault', undefined],
  ['0x00000000000000d8', '13=general protection', undefined],
])('a page fault of the kernel: %s, %s', (cr2, kind, told) => {
  const { words } = first(panic(cr2, kind))
  expect(words).not.toContain('freed')
  if (told === undefined) expect(words).not.toContain('null pointer')
  else expect(words).toContain(told)
})
