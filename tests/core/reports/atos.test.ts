import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { timesReference } from '../../support/reference.ts'
import { readPasted } from './fixture.ts'

/** `kind image+offset name place` of each frame, a line a stack. */
function brief(text: string): string[] {
  const { backtraces, threads, images, format } = readPasted(text)
  expect(format).toBe('atos')
  return [...threads, ...backtraces].map(({ frames }) =>
    frames
      .map(({ kind, image, imageName, offset, symbol, inlined }) => {
        const name = images[image ?? -1]?.name ?? imageName ?? 'none'
        const place = symbol?.file === undefined ? '' : ` ${symbol.file}:${symbol.line}`
        const plus = offset === undefined ? '' : `+${offset}`
        return `${inlined ? 'inlined ' : ''}${kind} ${name}${plus}${symbol ? ` ${symbol.name}${place}` : ''}`
      })
      .join('; '),
  )
}

test('answers without a name are a chain of calls: all but the first are return addresses', () => {
  expect(
    brief(
      '0x0000000104004010 (in App) + 16400\n0x104005020 (in App) + 20512\n0x1a0003000 (in libdyld.dylib) + 12288\n',
    ),
  ).toEqual(['exact App+16400; return App+20512; return libdyld.dylib+12288'])
})

test('answers with names', () => {
  expect(
    brief(
      'main (in App) (main.m:12)\n-[Cart add:] (in App (Beta)) + 24\nclosure #1 in Cart.sum(of:) (in App) (<compiler-generated>:0)\n_main_init (in App)\n',
    ),
  ).toEqual([
    'exact App main main.m:12; return App (Beta) -[Cart add:]; return App closure #1 in Cart.sum(of:); return App _main_init',
  ])
})

test.each([
  ['plain', 'atos -o App.app/App -arch arm64 -l 0x104000000 0x104004010 0x104005020'],
  ['dSYM, xcrun, prompt', '$ xcrun atos -arch arm64 -o /x/App.app.dSYM -l 0x104000000 0x104004010 0x104005020'],
  ['dSYM, its file', '% atos -o App.app.dSYM/Contents/Resources/DWARF/App -l 0x104000000 0x104004010 0x104005020'],
  ['long dashes of a web page', 'atos –o App —arch arm64 –l 0x104000000 0x104004010 0x104005020'],
  ['equals sign', 'atos --arch=arm64 -o App -l 0x104000000 0x104004010 0x104005020'],
  ['slide', 'atos -o App -arch arm64 -s 0x4000000 0x104004010 0x104005020'],
  ['no 0x', 'atos -o App -l 104000000 104004010 104005020'],
  ['decimal addresses', 'atos -o App -l 0x104000000 4362092560 4362096672'],
  ['offsets', 'atos -o App -offset 0x4010 0x5020'],
  ['addresses of the linker', 'atos -o App -arch arm64 0x100004010 0x100005020'],
  ['two lines', 'atos -o App -l 0x104000000 \\\n  0x104004010 \\\n  0x104005020'],
  ['quotes and a pipe', `/usr/bin/atos -o 'App' -l "0x104000000" 0x104004010 0x104005020 | swift-demangle 0x1`],
  ['a process', 'atos -p App -l 0x104000000 0x104004010 0x104005020'],
  ['one command each', 'atos -o App -l 0x104000000 0x104004010\natos -o App -l 0x104000000 0x104005020'],
  ['typed addresses', 'atos -o App -l 0x104000000\n0x104004010\nmain (in App) + 4\n0x104005020\n'],
])('a command line: %s', (_, text) => {
  expect(brief(text).map((stack) => stack.replace(' main', ''))).toEqual(['exact App+16400; return App+20512'])
})

test('architecture and image of a command are those of its rows', () => {
  const { header, images } = readPasted('atos -arch armv7 -o My\\ App.app/My\\ App -l 0xdd000 0x000e1b2c 0x000e1c3e')
  expect(header.arch).toBe('armv7')
  expect(images).toMatchObject([{ name: 'My App', arch: 'armv7', loadAddress: 0xdd000n }])
})

test('an answer belongs to the address that was asked for, and is no second frame', () => {
  const command = 'atos -o App -l 0x104000000 0x104004010 0x104005020\n'
  expect(brief(`${command}add (in App) (Cart.m:3)\n0x104005020 (in App) + 20512\n`)).toEqual([
    'exact App+16400 add Cart.m:3; return App+20512',
  ])
  // -i prints inlined calls, and an empty line behind each address.
  expect(brief(`${command}sum (in App) (Cart.m:3)\nadd (in App) (Cart.m:9)\n\nmain (in App) (main.m:1)\n`)).toEqual([
    'inlined exact App+16400 sum Cart.m:3; exact App+16400 add Cart.m:9; return App+20512 main main.m:1',
  ])
})

test('rows of other tools are left to their formats', () => {
  const rows = [
    '    2000 Thread_1\n    + 2000 main  (in App) + 24  [0x104004010]\n    +   2000 start  (in dyld) + 8  [0x1a0003000]\n',
    '0   App   0x0000000104004010 main (in App) (main.m:12)\n1   App   0x0000000104005020 start (in App) + 24\n',
    'the word atos - and nothing else 0x104004010\n',
  ]
  for (const text of rows) {
    const outcome = parseReport('pasted.txt', new TextEncoder().encode(text))
    expect(outcome.ok && outcome.value[0]?.format, text).not.toBe('atos')
  }
})

test.each([
  ['brackets', `atos -o App -l 0x1000 ${'('.repeat(60_000)} 0x2000\n${'a (in '.repeat(10_000)}\n`],
  ['commands that never end', 'atos -o App \\\n'.repeat(30_000)],
  ['quotes', `atos -o "${"'".repeat(60_000)} 0x104004010`],
  ['huge numbers', `atos -o App -l 0x${'f'.repeat(16)} 0x${'f'.repeat(16)} 0x${'9'.repeat(400)} ${'9'.repeat(400)}`],
  ['blanks', `atos -o App -l 0x1000${' '.repeat(60_000)}0x2000\n${' '.repeat(60_000)}(in App) + 4\n`],
])('hostile text is read in no time: %s', (_, text) => {
  expect(timesReference(() => parseReport('pasted.txt', new TextEncoder().encode(text)))).toBeLessThan(20)
})

test('rows behind columns of an image and a place, as pages of crash services have them', () => {
  const rows = [
    'libsystem_kernel\t8\t___pthread_kill (in libsystem_kernel.dylib)',
    'Shop\tTill.mm:133\t-[Till(Cart) count:] (in Shop)',
    'Shop\t29896\tmissing (in Shop)',
    'libc++abi\t16\tstd::__terminate(void (*)()) (in libc++abi.dylib)',
  ]
  expect(readPasted(rows.join('\n')).backtraces[0]?.frames.map(({ imageName, symbol }) => [imageName, symbol])).toEqual(
    [
      ['libsystem_kernel.dylib', { name: '___pthread_kill', offset: 8 }],
      ['Shop', { name: '-[Till(Cart) count:]', file: 'Till.mm', line: 133 }],
      ['Shop', undefined],
      ['libc++abi.dylib', { name: 'std::__terminate(void (*)())', offset: 16 }],
    ],
  )
})
