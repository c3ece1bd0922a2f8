/** Headlines quote what a report says about the end of a program, however the words are laid out. */
import { describe, expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const first = (text: string) => {
  const [told] = toldOf(text)
  if (!told) throw new Error('no report')
  return told
}

interface Parts {
  readonly type?: string
  readonly info?: string
  readonly rows: readonly (readonly [image: string, name: string])[]
}

/** A report of a Mac with these words and rows; images are in the order of the rows. */
function report({ type = 'EXC_CRASH (SIGABRT)', info = 'abort() called', rows }: Parts): string {
  const images = [...new Set(rows.map(([image]) => image))]
  const base = (image: string): string => (0x100000000 + images.indexOf(image) * 0x10000000).toString(16)
  const lines = rows.map(([image, name], at) => `${at}   ${image.padEnd(30)} 0x0000000${base(image).slice(0, 5)}${(0x1000 + rows.findIndex(([, one]) => one === name) * 16).toString(16)} ${name} + 16`)
  return `Process:               Till [7]
Path:                  /Applications/Till.app/Contents/MacOS/Till
Code Type:             ARM-64 (Native)
OS Version:            macOS 14.5 (23F79)
Report Version:        12

Crashed Thread:        0

Exception Type:        ${type}
Exception Codes:       0x0000000000000000, 0x0000000000000000

Application Specific Information:
${info}

Thread 0 Crashed:
${lines.join('\n')}

Binary Images:
${images.map((image) => `0x${base(image)} - 0x${base(image).slice(0, -6)}ffffff ${image} (1) <${'0'.repeat(31)}${images.indexOf(image)}> ${image === 'Till' ? '/Applications/Till.app/Contents/MacOS/Till' : `/usr/lib/${image}`}`).join('\n')}
`
} // prettier-ignore

const aborted = [['libsystem_kernel.dylib', '__pthread_kill'], ['libsystem_c.dylib', 'abort']] as const // prettier-ignore

describe('a message of React Native with blank lines', () => {
  const message = `*** Terminating app due to uncaught exception 'RCTFatalException: Unhandled JS Exception: TypeError: Cannot read property 'price' of undefined

This error is located at:
    in Basket
    in Screen, js engine: hermes', reason: 'Unhandled JS Exception: TypeError: Cannot read property 'price' of undefined, stack:
Basket@1:1284471
'`
  const text = report({ type: 'SIGABRT', info: message, rows: aborted })
  test('is read to its end', () => {
    const { headline, report: read } = first(text)
    expect(headline.title).toBe('JavaScript threw: TypeError: Cannot read property \'price\' of undefined') // prettier-ignore
    expect(read.applicationInfo.join('\n')).toContain('Basket@1:1284471')
    expect(read.sections.map(({ title }) => title)).not.toContain('This error is located at')
  })
  test('does not swallow the parts below where it is cut', () => {
    const { report: read } = first(text.replace(/\nBasket@1:1284471\n'/, ''))
    expect(read.threads).toHaveLength(1)
    expect(read.threads[0]?.frames).toHaveLength(2)
    expect(read.images).toHaveLength(2)
  })
})

test('an indented report with a line of Markdown in it says what it says without', () => {
  const words = "*** Terminating app due to uncaught exception 'NSRangeException', reason: '-[Till open]: no such drawer' terminating with uncaught exception of type NSException" // prettier-ignore
  const text = report({ info: `dyld3 mode\n${words}`, rows: aborted })
  const indented = text.replace(/^/gm, '    ').replace(/^ {4}Crashed Thread/m, '#### Details\n    Crashed Thread')
  const title = 'Uncaught NSRangeException: -[Till open]: no such drawer'
  expect([first(text), first(indented)].map(({ headline }) => headline.title)).toEqual([title, title])
})

test('Swift’s short words of an access conflict', () => {
  const rows = [...aborted, ['libswiftCore.dylib', 'swift::fatalErrorv(unsigned int, char const*, char*)'], ['libswiftCore.dylib', 'swift::fatalError(unsigned int, char const*, ...)'], ['libswiftCore.dylib', 'swift_beginAccess'], ['Till', 'Drawer.coins.getter']] as const // prettier-ignore
  expect(first(report({ info: 'Fatal access conflict detected.', rows })).headline.title).toBe(
    'Overlapping accesses to one variable in swift_beginAccess (called from Drawer.coins.getter)',
  )
})

test('a reset of the graphics hardware', () => {
  const info = 'abort() called\nGraphics hardware encountered an error and was reset: 0x00000813'
  const rows = [...aborted, ['libGPUSupportMercury.dylib', 'gpusGenerateCrashLog'], ['Till', 'draw()']] as const
  const { headline, words } = first(report({ info, rows }))
  expect(headline.title).toBe('The graphics hardware had an error and was reset')
  expect(words).toContain('0x00000813')
  const app = info.replace('Graphics', 'till: the words “Graphics')
  expect(first(report({ info: app, rows })).headline.title).not.toContain('graphics hardware')
})

test('an abort in a handler of signals is not laid on the function that the signal met', () => {
  const rows = [...aborted, ['libjvm.dylib', 'JVM_handle_bsd_signal'], ['libsystem_platform.dylib', '_sigtramp'], ['Till', 'count_coins'], ['Till', 'main']] as const // prettier-ignore
  expect(first(report({ rows })).headline.title).toBe('A signal handler called abort() after a signal in count_coins')
  const direct = rows.filter(([, name]) => !/signal|sigtramp/.test(name))
  expect(first(report({ rows: direct })).headline.title).toBe('The program called abort() in count_coins')
})

test('what throws for the library is not the place of an exception', () => {
  const rows = [...aborted, ['libc++abi.dylib', 'demangling_terminate_handler()'], ['libc++abi.dylib', 'std::__terminate(void (*)())'], ['libc++abi.dylib', '__cxxabiv1::failed_throw(__cxxabiv1::__cxa_exception*)'], ['libc++abi.dylib', '__cxa_throw'], ['Till', 'std::__1::__throw_out_of_range(char const*)'], ['Till', 'till::Drawer::coin(unsigned long)'], ['Till', 'main']] as const // prettier-ignore
  const { title } = first(report({ info: '', rows })).headline
  expect(title).toMatch(/till::Drawer::coin/)
  expect(title).not.toMatch(/__throw_|failed_throw/)
})

test('advice on a recursion that frees objects is not that on a setter', () => {
  const info = 'Thread stack size exceeded due to excessive recursion'
  const of = (name: string): string => {
    const rows = Array.from({ length: 600 }, () => ['Till', name] as const)
    return first(report({ type: `EXC_BAD_ACCESS (SIGSEGV)\nException Message:     ${info}`, info: '', rows })).words
  }
  expect(of('Drawer.total.setter')).toMatch(/Recursion too deep through Drawer\.total\.setter[^]*sets its own property/)
  for (const name of ['Coin.__deallocating_deinit', 'Coin.deinit', '-[Coin dealloc]', 'till::Coin::~Coin()']) {
    expect(of(name)).toContain('hold one another')
    expect(of(name)).not.toContain('sets its own property')
  }
})

test('the title of a watchdog’s panic ends before the next sentence', () => {
  const panic = 'panic(cpu 5 caller 0xfffffe002a2e61c0): userspace watchdog timeout: no successful checkins from tilld (2 induced crashes) in 127 seconds\ntilld returned not alive with context:\nis_alive_func returned unhealthy' // prettier-ignore
  const json = `${JSON.stringify({ bug_type: '210', timestamp: '2024-04-23 04:25:12.40 +0000', os_version: 'macOS 14.4.1 (23E224)' })}\n${JSON.stringify({ build: 'macOS 14.4.1 (23E224)', product: 'Mac14,2', panicString: panic })}`
  expect(first(json).headline.title).toMatch(/tilld \(2 induced crashes\) in 127 seconds$/)
})
