/** Mails, chats and terminals break messages and rows of made texts: the answer stays the same. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

/** Breaks lines at blanks as a mail does, to this width. A wider word gets a line of its own. */
function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => {
      const lead = /^[ \t]*/.exec(line)?.[0] ?? ''
      return line
        .slice(lead.length)
        .split(' ')
        .reduce<string[]>((rows, word) => {
          const last = rows.at(-1)
          if (last !== undefined && last.length + 1 + word.length <= width) rows[rows.length - 1] = `${last} ${word}`
          else rows.push(rows.length === 0 ? lead + word : word)
          return rows
        }, [])
        .join('\n')
    })
    .join('\n')
}

/** Paths broken behind a slash where the line is too long. */
const atSlashes = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => {
      const at = line.lastIndexOf('/', width)
      return line.length > width && at > 10 ? `${line.slice(0, at + 1)}\n${line.slice(at + 1)}` : line
    })
    .join('\n')

const report = (message: string): string => `Process:         Till [4127]
Path:            /Applications/Till.app/Contents/MacOS/Till
Code Type:       X86-64 (Native)
OS Version:      Mac OS X 10.9.2 (13C64)
Report Version:  11

Exception Type:  EXC_BREAKPOINT (SIGTRAP)
Exception Codes: 0x0000000000000002, 0x0000000000000000

Dyld Error Message:
${message}

Binary Images:
    0x7fff6cd4e000 -     0x7fff6cd81817  dyld (239.4) <2B17750C-ED1B-3060-B64E-21897D08B28B> /usr/lib/dyld
`
const console = (message: string): string => `$ ./till\ndyld: ${message.trim()}\nTrace/BPT trap: 5\n`

const LIBRARY = `  Library not loaded: /opt/local/lib/receipts/libreceipt_osx_cocoau-2.9.5.0.0.dylib
  Referenced from: /Applications/Till.app/Contents/Frameworks/libtillreceipts.dylib
  Reason: Incompatible library version: libtillreceipts.dylib requires version 8.0.0 or later, but libreceipt_osx_cocoau-2.9.5.0.0.dylib provides version 1.0.0`
const MISSING = `  Library not loaded: /opt/local/lib/receipts/libreceipt_osx_cocoau-2.9.5.0.0.dylib
  Referenced from: /Applications/Till.app/Contents/Frameworks/libtillreceipts.dylib
  Reason: image not found`
const SYMBOL = `  Symbol not found: __ZNSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE6appendEPKcm
  Referenced from: /Applications/Till.app/Contents/Frameworks/libtillreceipts.dylib
  Expected in: /usr/lib/libc++.1.dylib`

const widths = [40, 56, 64, 72, 76, 80, 100]
const ways = [
  ['words', wrapped],
  ['slashes', atSlashes],
  ['both', (text: string, width: number) => wrapped(atSlashes(text, width), width)],
] as const
const messages = [
  ['a library that does not fit', LIBRARY],
  ['a library that is missing', MISSING],
  ['a symbol', SYMBOL],
] as const
const hosts = [
  ['report', report],
  ['console', console],
] as const

test.each(
  hosts.flatMap(([host, put]) =>
    messages.flatMap(([name, message]) => ways.map((way) => [host, name, way[0], put, message, way[1]] as const)),
  ),
)('in a %s, %s broken at %s is told as the whole message is', (_host, _name, _way, put, message, breaks) => {
  const whole = toldOf(put(message))[0]
  expect(whole?.end).toBe('killed')
  expect(whole?.headline.title).toMatch(/libreceipt_osx_cocoau-2\.9\.5\.0\.0\.dylib|append\(.{1,40}\) is missing/)
  for (const width of widths) {
    const told = toldOf(put(breaks(message, width)))[0]
    expect(told?.headline.title, `${width}`).toBe(whole?.headline.title)
    expect(told?.end, `${width}`).toBe(whole?.end)
  }
})

test('what a shell prints below the linker’s message is no part of it', () => {
  const words = toldOf(`dyld[8123]: Library not loaded: @rpath/libtill.dylib
  Referenced from: <3C1D5D2B-2E7B-3B43-9B07-1C1B9E0F77A1>
zsh: abort      ./till
`)[0]?.words
  expect(words).not.toContain('referenced from zsh')
  const joined = toldOf(console(MISSING))[0]?.words ?? ''
  expect(joined).toContain('reason “image not found”')
})

const thrown = (top: string, more = ''): string => `Process:         Till [901]
Path:            /Applications/Till.app/Contents/MacOS/Till
Code Type:       X86 (Native)
OS Version:      Mac OS X 10.6.8 (10K549)
Report Version:  6

Exception Type:  EXC_BREAKPOINT (SIGTRAP)
Exception Codes: 0x0000000000000002, 0x0000000000000000
Crashed Thread:  0

Thread 0 Crashed:
0   com.apple.CoreFoundation      	0x93a2f574 ${top} + 4
1   com.apple.CoreFoundation      	0x939d8d81 +[NSException raise:format:] + 96
${more}2   org.example.Till          	0x00004f3a -[TLDrawer reload] + 82
3   com.apple.AppKit              	0x9069d1a1 -[NSApplication run] + 821
`
test.each([
  ['___TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION___', /^Uncaught NSException/, 'proved'],
  ['__TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION__', /^Uncaught NSException/, 'proved'],
  ['_NSRaiseError', /^Uncaught NSException/, 'likely'],
  ['__CFRelease', /trap/, 'proved'],
  ['_NSRaiseErrorHandler', /trap/, 'proved'],
])('a trap in %s', (top, title, grade) => {
  const headline = toldOf(thrown(top))[0]?.headline
  expect(headline?.title).toMatch(title)
  expect(headline?.grade).toBe(grade)
})

const call = (
  esr: string,
  image: string,
  name: string,
  codes = 'KERN_INVALID_ADDRESS at 0x0000000000000000',
): string => `Process:               Till [4412]
Path:                  /Applications/Till.app/Contents/MacOS/Till
Code Type:             ARM-64 (Native)
OS Version:            macOS 13.4 (22F66)
Report Version:        12

Crashed Thread:        0

Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
Exception Codes:       ${codes}

Thread 0 Crashed:
0   ${image}        	       0x18b3a4724 ${name} + 8
1   Till                      	       0x104b3a1cc till_reload + 36

Thread 0 crashed with ARM Thread State (64-bit):
    x0: 0x0000000000000000   x1: 0x0000000000000000   x2: 0x0000000000000000   x3: 0x0000000000000000
    sp: 0x000000016b4d2a00   pc: 0x000000018b3a4724 cpsr: 0x40001000
   far: 0x0000000000000000  esr: ${esr}

Binary Images:
       0x104b38000 -        0x104b3ffff org.example.Till (2.1) <3C1D5D2B-2E7B-3B43-9B07-1C1B9E0F77A1> /Applications/Till.app/Contents/MacOS/Till
       0x18b3a0000 -        0x18b3dbfff ${image} (*) <4C1D5D2B-2E7B-3B43-9B07-1C1B9E0F77A1> /usr/lib/system/${image}
`
test.each([
  ['0x56000080  Address size fault', 'libsystem_kernel.dylib', '__kill', /system call/],
  ['0x56000080  Address size fault', 'libsystem_kernel.dylib', 'read', /system call/],
  // An old syndrome may lie beside an access of the program’s own.
  ['0x56000080  Address size fault', 'libsystem_c.dylib', 'strlen', /^Null pointer access/],
  ['0x92000006 (Data Abort) byte read Translation fault', 'libsystem_kernel.dylib', 'read', /^Null pointer access/],
])('a null address beside the syndrome %s in %s', (esr, image, name, title) => {
  expect(toldOf(call(esr, image, name))[0]?.headline.title).toMatch(title)
})

const stopped = (reason: string, instruction: string, at = '0x100003f84'): string => `Process 4412 stopped
* thread #1, queue = 'com.apple.main-thread', stop reason = ${reason}
    frame #0: 0x0000000100003f84 till\`count_bits + 20
till\`count_bits:
->  ${at} <+20>: ${instruction}
    0x100003f89 <+25>: popq   %rbp
`
const INVALID = 'EXC_BAD_INSTRUCTION (code=EXC_I386_INVOP, subcode=0x0)'
test.each([
  [INVALID, 'popcntq %rdi, %rax', 'The processor refused the instruction popcntq', 'popcntq %rdi, %rax'],
  [INVALID, 'vaddps %ymm0, %ymm1, %ymm2', 'The processor refused the instruction vaddps', 'vaddps %ymm0'],
  [INVALID, 'ud2', 'The program reached a trap or an invalid instruction', 'ud2'],
  [INVALID, '<unknown>', 'The program reached a trap or an invalid instruction', 'Instruction at the stop: <unknown>'],
  ['EXC_BAD_ACCESS (code=1, address=0x0)', 'ldr    x0, [x8]', 'Null pointer access', 'ldr x0, [x8]'],
  ['EXC_BREAKPOINT (code=1, subcode=0x100003f84)', 'brk    #0x1', 'The program reached a trap', 'brk #0x1'],
])('of a stop for %s the debugger shows %s', (reason, instruction, title, words) => {
  const told = toldOf(stopped(reason, instruction))[0]
  expect(told?.headline.title).toContain(title)
  expect(told?.words).toContain(words)
  // The arrow of another place is of another frame.
  expect(toldOf(stopped(reason, instruction, '0x100003f90'))[0]?.words).not.toContain('Instruction at the stop')
})

test.each([
  ['at the word', 'frame #1: 0x0000000104b3a1cc Till`till_check(ok=false) at\ncheck.c:31:5'],
  ['before the word', 'frame #1: 0x0000000104b3a1cc Till`till_check(ok=false)\nat check.c:31:5'],
  ['behind its address', 'frame #1: 0x0000000104b3a1cc\nTill`till_check(ok=false) at check.c:31:5'],
  ['three times', 'frame #1: 0x0000000104b3a1cc\nTill`till_check(ok=false,\nn=3) at\ncheck.c:31:5 [opt]'],
  ['nowhere', 'frame #1: 0x0000000104b3a1cc Till`till_check(ok=false) at check.c:31:5'],
])('a debugger’s row broken %s keeps its place', (_, row) => {
  const report = toldOf(`* thread #1, stop reason = signal SIGABRT
  * frame #0: 0x000000018b2e9ae8 libsystem_c.dylib\`abort + 180
    ${row}
    frame #2: 0x0000000104b3a204 Till\`main + 12
`)[0]?.report
  expect(report?.threads[0]?.frames[1]?.symbol).toMatchObject({ name: 'till_check', file: 'check.c', line: 31 })
})

const plain = `Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018
Crashed Thread:  0

Thread 0 Crashed:
0   org.example.Till              0x000000010d1a2b3c till_reload + 12
1   libdyld.dylib                   0x00007fff8c1b35fd start + 1

Binary Images:
       0x10d1a0000 -        0x10d1affff +org.example.Till (2.1) <3C1D5D2B-2E7B-3B43-9B07-1C1B9E0F77A1> /Applications/Till.app/Contents/MacOS/Till
`
/** As a mail program writes it that keeps blanks at the ends of lines. */
const printable = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `${line.replaceAll('=', '=3D')}=20`.replace(/.{70}(?=.{4})/g, '$&=\n')))
    .join('\n')

test('a mail that was not decoded is read as the report that it holds', () => {
  const [whole, mailed] = [toldOf(plain)[0], toldOf(printable(plain))[0]]
  expect(mailed?.words).toBe(whole?.words)
  expect(mailed?.functions).toEqual(['till_reload', 'start'])
  expect(mailed?.report.images).toHaveLength(whole?.report.images.length ?? 0)
  expect(mailed?.report.images[0]?.uuid).toBe(whole?.report.images[0]?.uuid)
})
