/** The language of frames in JSON and text: of rows that a runtime prints, and of names and files that symbols give. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildMachO, codeSection } from '../support/macho-builder.ts'
import { crash } from '../app/managed-apps.ts'
import { testFolder, unslide } from '../support/cli.ts'

const folder = testFolder()
const write = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

interface Json {
  readonly reports: readonly {
    readonly threads: readonly { readonly frames: readonly { readonly language?: string }[] }[]
  }[]
}

const languagesOf = (...args: string[]): readonly (string | undefined)[] => {
  const { status, out } = unslide(['symbolicate', ...args, '--format', 'json'])
  expect(status).toBe(0)
  return (JSON.parse(out) as Json).reports.flatMap(({ threads }) =>
    threads.flatMap(({ frames }) => frames.map(({ language }) => language)),
  )
}

test.each([
  [
    'Rust',
    `thread 'main' panicked at src/till.rs:4:5:
no till is open
stack backtrace:
   0: shop::till::count
             at ./src/till.rs:4:5
   1: shop::main
             at ./src/main.rs:2:3
   2: __pthread_start
`,
    ['rust', 'rust', undefined],
  ],
  [
    'Zig',
    `thread 259 panic: no till is open
/src/till.zig:12:5: 0x102e8fc87 in count (shop)
/src/main.zig:3:5: 0x102e8fc01 in main (shop)
???:?:?: 0x18d6d7bc7 in ??? (libdyld.dylib)
`,
    ['zig', 'zig', undefined],
  ],
  [
    'Nim',
    `Traceback (most recent call last)
/src/main.nim(3) main
/src/till.nim(12) count
Error: unhandled exception: no till is open [ValueError]
`,
    ['nim', 'nim'],
  ],
])('rows of a trace of %s', (name, text, languages) => {
  const trace = write(`${name}.txt`, text)
  expect(languagesOf(trace)).toEqual(languages)
  expect(unslide(['symbolicate', trace]).out).toContain(` ${name} `)
})

const TEXT = 0x1_0000_1000n

test.each([
  ['__ZN4shop4till5count17h0123456789abcdefE', 'rust'],
  ['__RNvNtCs5f_4shop4till5count', 'rust'],
  ['_kfun:org.example.Till#count(){}', 'kotlin'],
  ['__ZN4shop4till5countEv', undefined],
])('a symbol %s: %s', (symbol, language) => {
  const { name, content } = crash('Tills', 'abort')
  const program = write(
    'Tills',
    Buffer.from(
      buildMachO({
        uuid: '5A1D0C4B-7E2F-4A60-9B3C-1D2E3F405162',
        sections: [codeSection(0x100, TEXT)],
        symbols: [{ name: symbol, address: TEXT }],
      }),
    ),
  )
  expect(languagesOf(write(name, content), '--symbols', program)).toEqual([language])
})
