/** Names come from strangers: what a terminal would obey, or show in another order, never reaches it as it is. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { buildMachO, codeSection } from '../support/macho-builder.ts'

/** Colours, a title, the cursor up, a bell, a return over the line, C1's CSI, text from right to left. */
const EVIL = 'f\u001b[31m\u001b]0;t\u0007\u001b[2A\rg\u009b1mh\u202ei\u2066j'
const UUID = '11111111222233334444555555555555'
const folder = testFolder()
const symbols = join(folder, 'Shelf')
const report = join(folder, 'evil.crash')
writeFileSync(
  symbols,
  buildMachO({
    uuid: UUID,
    textAddress: 0x100000000n,
    sections: [codeSection(0x1000)],
    symbols: [{ name: `_${EVIL}`, address: 0x100001000n, section: 1 }],
  }),
)
writeFileSync(
  report,
  `Process:             Shelf${EVIL} [612]
Code Type:           ARM-64
OS Version:          iPhone OS ${EVIL}
Report Version:      104

Exception Type:  EXC_CRASH (SIGABRT)
Termination Reason: ${EVIL}
Triggered by Thread:  0

Thread 0 name:  ${EVIL}
Thread 0 Crashed:
0   Shelf                         \t0x0000000104001010 0x104000000 + 4112
1   Lib${EVIL}                    \t0x0000000105001010 ${EVIL} + 16

Binary Images:
0x104000000 - 0x10400ffff Shelf arm64  <${UUID}> /var/Shelf
0x105000000 - 0x10500ffff Lib${EVIL} arm64  <${UUID.replaceAll('1', 'a')}> /var/${EVIL}
`,
)

// eslint-disable-next-line no-control-regex -- the characters that are looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const runs: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['lookup', ['lookup', '--symbols', symbols, '100001000']],
  ['lookup, linkage names', ['lookup', '--symbols', symbols, '--mangled', '100001000']],
  ['lookup as JSON', ['lookup', '--symbols', symbols, '--format', 'json', '100001000']],
  ['symbolicate as JSON', ['symbolicate', report, '--symbols', symbols, '--format', 'json']],
  ['symbolicate as Markdown', ['symbolicate', report, '--symbols', symbols, '--format', 'markdown']],
  ['parse', ['parse', report]],
  ['index', ['index', symbols]],
  ['inspect', ['inspect', symbols]],
  ['demangle', ['demangle', EVIL]],
  ['a file that is not there', ['inspect', join(folder, EVIL.replaceAll('/', '_'))]],
]

test.each(runs)('%s', (_, args) => {
  const { out, err } = unslide(args)
  expect(`${out}${err}`).not.toBe('')
  expect(JSON.stringify(OBEYED.exec(out)?.[0] ?? '')).toBe('""')
  expect(JSON.stringify(OBEYED.exec(err)?.[0] ?? '')).toBe('""')
})

test('the name that symbols give to a row of the report’s own text', () => {
  const { out } = unslide(['symbolicate', report, '--symbols', symbols, '--format', 'original'])
  const row = out.split('\n').find((line) => line.startsWith('0   Shelf')) ?? ''
  expect(row).toContain('f')
  expect(JSON.stringify(OBEYED.exec(row)?.[0] ?? '')).toBe('""')
})

const json = join(folder, 'evil.ips')
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
writeFileSync(
  json,
  `${escaped({ app_name: 'Shelf', bug_type: '309', os_version: EVIL, name: 'Shelf' })}
${escaped({
  procName: 'Shelf',
  cpuType: 'ARM-64',
  exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
  faultingThread: 0,
  threads: [{ id: 1, triggered: true, name: EVIL, frames: [{ imageOffset: 0x1010, imageIndex: 0 }] }],
  usedImages: [
    { arch: 'arm64', base: 0x104000000, size: 0x10000, uuid: UUID, path: `/var/${EVIL}`, name: 'Shelf', source: 'P' },
  ],
})}
`,
)

test.each(
  ['text', 'markdown', 'html', 'json', 'speedscope', 'firefox-profile']
    .flatMap((format) => [
      [format, 'a report of text', report],
      [format, 'a report of JSON', json],
    ])
    .concat([['original', 'a report of JSON', json]]),
)('a file that is written as %s and printed later: %s', (format, _, path) => {
  const file = join(folder, `out.${format}`)
  unslide(['symbolicate', path, '--symbols', symbols, '--format', format, '-o', file])
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/f\\+u001b/)
  expect(JSON.stringify(OBEYED.exec(text.replaceAll('\r\n', '\n'))?.[0] ?? '')).toBe('""')
})

test('groups of reports, in a file', () => {
  const file = join(folder, 'groups.txt')
  unslide(['batch', report, json, '--symbols', symbols, '-o', file])
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('f\\u001b')
  expect(JSON.stringify(OBEYED.exec(text)?.[0] ?? '')).toBe('""')
})

test('a name of several lines begins no line of standard error', () => {
  const path = join(folder, 'lines.ips')
  const forged = 'Lib\nunslide: all symbols were found'
  writeFileSync(
    path,
    readFileSync(json, 'utf8').replace('"name":"Shelf","source"', `"name":${JSON.stringify(forged)},"source"`),
  )
  const { err } = unslide(['symbolicate', path, '--symbols', join(folder, 'none')])
  expect(err + unslide(['symbolicate', path]).err).toContain('all symbols were found')
  expect(err + unslide(['symbolicate', path]).err).not.toMatch(/^unslide: all symbols/m)
})

test('an archive with such names in it', () => {
  const odd = join(folder, 'odd')
  mkdirSync(odd)
  writeFileSync(join(odd, `a${EVIL.replaceAll('/', '_')}.crash`), 'nothing')
  const { out, err } = unslide(['inspect', odd])
  expect(OBEYED.exec(out + err)).toBe(null)
})

test.each([
  ['text', []],
  ['text, interactive', ['--interactive']],
])('a name of several lines is one line of an answer: %s', (_, more) => {
  const named = join(folder, 'lines')
  writeFileSync(
    named,
    buildMachO({
      uuid: UUID,
      textAddress: 0x100000000n,
      sections: [codeSection(0x1000)],
      symbols: [{ name: '_f\n\nerror: g (in Shelf) + 0\n', address: 0x100001000n, section: 1 }],
    }),
  )
  const isAsked = more.length > 0
  const args = ['lookup', '--symbols', named, ...more, ...(isAsked ? [] : ['100001000'])]
  const { out } = unslide(args, isAsked ? '100001000\n' : undefined)
  expect(out.split('\n').filter((line) => line !== '')).toHaveLength(1)
  expect(out).toContain('f\\u000a\\u000aerror: g')
})
