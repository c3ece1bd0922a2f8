/** Programs that the dynamic linker ended: its words on a library, and if the program was still being launched. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const first = (text: string) => {
  const [told] = toldOf(text)
  if (!told) throw new Error('no report')
  return told
}

const refused = (reason: string): string =>
  `dyld: Library not loaded: @rpath/Pay.framework/Pay\n  Referenced from: /Applications/Till.app/Till\n  Reason: no suitable image found.  Did find:\n\t/Applications/Till.app/Frameworks/Pay.framework/Pay: ${reason}\n`

test.each([
  ['required code signature missing for ’/Applications/Till.app/Frameworks/Pay.framework/Pay’', 'unsigned'],
  [
    'code signature in (/Applications/Till.app/Frameworks/Pay.framework/Pay) not valid for use in process using Library Validation: mapped file has no cdhash, completely unsigned? Code has to be at least ad-hoc signed.',
    'unsigned',
  ],
  ['not valid for use in process: Trying to load an unsigned library', 'unsigned'],
  ['code signature invalid for ’/Applications/Till.app/Frameworks/Pay.framework/Pay’', 'refused'],
  [
    'code signature not valid for use in process: mapping process and mapped file (non-platform) have different Team IDs',
    'refused',
  ],
])('a signature that is not there is told as none: %s', (reason, kind) => {
  const { words } = first(refused(reason))
  expect(words.includes('Pay has no code signature')).toBe(kind === 'unsigned')
  expect(words.includes('a signature that does not allow')).toBe(kind === 'refused')
})

const report = (thread: number, reason: string, more = '', stack = ''): string =>
  `Process: Till [7]\nPath: /Applications/Till.app/Till\nDate/Time: 2024-05-06 07:08:20.657 +0100\n${more}OS Version: macOS 12.6 (21G115)\nReport Version: 12\n\nCrashed Thread: ${thread}\n\nException Type: EXC_CRASH (SIGKILL)\nException Codes: 0x0, 0x0\n\nTermination Reason: Namespace DYLD, Code 4 ${reason}\n${stack}`
const inNoImage =
  '\nThread 0 Crashed:\n0   dyld   0x00007fff5fc01028 __abort_with_payload + 10\n1   ???   0x00000001027abda4 ???\n2   dyld   0x00007fff5fc02028 start + 10\n'
const inLinker =
  '\nThread 0 Crashed:\n0   dyld   0x00007fff5fc01028 __abort_with_payload + 10\n1   dyld   0x00007fff5fc02028 start + 10\n'

test.each([
  ['another thread', report(3, 'Symbol missin'), false],
  ['nothing more', report(0, 'Symbol missin'), false],
  ['a stack of the linker', report(0, 'Symbol missin', '', inLinker), true],
  ['words of the launch', report(0, 'Symbol missing\n(terminated at launch; ignore backtrace)'), true],
  [
    'words of the launch above rows in no image',
    report(0, 'Symbol missing\n(terminated at launch; ignore backtrace)', '', inNoImage),
    true,
  ],
  ['rows in no image', report(0, 'Symbol missin', '', inNoImage), false],
  ['code that called it', report(0, 'Symbol missing\nmissing symbol called'), false],
  ['a launch of long ago', report(0, 'Symbol not found: _pay', 'Launch Time: 2024-05-06 07:01:20.657 +0100\n'), false],
  ['a launch just before', report(0, 'Symbol not found: _pay', 'Launch Time: 2024-05-06 07:08:19.657 +0100\n'), true],
  ['a symbol that another thread needed', report(2, 'Symbol not found: _pay'), false],
])('a launch is told only where the report shows it: %s', (_, text, isLaunch) => {
  const { headline, end } = first(text)
  expect(end).toBe('killed')
  expect(/launch/i.test(`${headline.kind} ${headline.title}`)).toBe(isLaunch)
})

const KIT = '/Applications/Xcode.app/Contents/Developer/SDKs/iPhoneSimulator7.1.sdk'

test.each([
  [
    'both are the system’s, one in a kit of Xcode',
    '/usr/lib/system/liba.dylib',
    `${KIT}/usr/lib/system/libb.dylib`,
    /belong together/,
  ],
  ['a program misses one of a kit of Xcode', '/Users/u/Till.app/Till', `${KIT}/usr/lib/libb.dylib`, /link it weakly/],
  [
    'a program misses one of its frameworks',
    '/Users/u/Till.app/Till',
    '/Users/u/Till.app/Frameworks/Pay.framework/Pay',
    /built and embedded together/,
  ],
])('the advice on a symbol fits whose the files are: %s', (_, user, expected, advice) => {
  const { words } = first(
    report(0, `Symbol not found: _pay\nReferenced from: ${user}\nExpected in: ${expected}`, '', inLinker),
  )
  const all = [/belong together/, /link it weakly/, /built and embedded together/]
  expect(all.filter((one) => one.test(words))).toEqual([advice])
  expect(words).toContain('is there, but does not have it')
})

test.each([
  ['__ZN4Shop4openEv', 'Shop::open()'],
  ['_$s4Shop4TillC4open3keyySS_tF', 'Till.open(key:)'],
  ['_OBJC_CLASS_$_Till', '_OBJC_CLASS_$_Till'],
  ['_pay', '_pay'],
])('the title names the missing symbol %s as %s, the evidence as the linker does', (symbol, readable) => {
  const { words } = first(report(0, `Symbol not found: ${symbol}\nReferenced from: /a/Till\nExpected in: /usr/lib/libpay.dylib`, '', inLinker))
  expect(words).toContain(`the symbol ${readable} is missing`)
  expect(words).toContain(`symbol not found: ${symbol},`)
}) // prettier-ignore

test('a symbol in a report that was cut is named as it stands there', () => {
  const json = (end: number): string => `${JSON.stringify({ bug_type: '309', os_version: 'iPhone OS 16.1 (20B82)' })}\n${JSON.stringify({ procName: 'Till', exception: { type: 'EXC_CRASH', signal: 'SIGABRT' }, termination: { namespace: 'DYLD', code: 4, indicator: 'Symbol missing', reasons: ['Symbol not found: _$s4Shop4TillC4open3keyySS_tF'] } }, null, 1).slice(0, end)}`
  expect(first(json(Infinity)).headline.title).toContain('the symbol Till.open(key:) is missing')
  expect(first(json(-12)).headline.title).toMatch(/the symbol _\$s4Shop4TillC4open3\w* is missing/)
}) // prettier-ignore

test('what the linker notes beside its reason is no symbol', () => {
  const noted = (more: string): string => first(report(0, `Symbol missing\n(terminated at launch; ignore backtrace)${more}`, '', inLinker)).words
  expect(noted('')).not.toContain('the symbol (terminated')
  expect(noted('\nSymbol not found: _pay')).toContain('the symbol _pay is missing')
}) // prettier-ignore

test.each(['____chkstk_darwin', '___divti3', '___isPlatformVersionAtLeast', '___udivmodti4'])(
  'the compiler calls %s: no call in the source can be guarded',
  (symbol) => {
    const told = (name: string): string =>
      first(
        report(
          0,
          `Symbol not found: ${name}\nReferenced from: /Users/u/Till.app/Till\nExpected in: /usr/lib/libSystem.B.dylib`,
          '',
          inLinker,
        ),
      ).words
    expect(told(symbol)).toContain('deployment target')
    expect(told(symbol)).not.toMatch(/link it weakly|#available/)
    for (const name of [symbol.replace(/^_+/, '_'), '___till_open']) expect(told(name)).toContain('link it weakly')
  },
)

const why =
  "cannot load '/Applications/Till.app/Frameworks/Pay.framework/Pay' because garbage collection is not supported"
const whole = refused(why)

test.each([
  ['whole', whole],
  ['blank lines between all lines', `The tool prints:\n\n${whole.replace(/\n/g, '\n\n')}`],
  ['the file and its reason on lines of their own', whole.replace(': cannot', ':\ncannot').replace(/^[ \t]+\//m, '/')],
  ['broken within the reason', whole.replace(' because', '\nbecause')],
])('the reason for the first file of a list is told: %s', (_, text) => {
  const { words } = first(text)
  expect(words).toContain(`reason “${why}”`)
  expect(words).toContain('referenced from /Applications/Till.app/Till')
})
