/** Images without a symbol table, through the built command line: names from the exports trie and from Objective-C metadata. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, testFolder, unslide, type JsonFrame } from '../support/cli.ts'
import { functionStarts, shelfImage, strippedShelf } from '../support/shelf.ts'

const folder = testFolder()

const OBJC = /^[-+]\[/
const EXPORTED = /^(main|find_book|plain_checksum|tidy_shelf|describe_store)$/

test.each([
  ['ios-arm64-dwarf4', 'metadata', OBJC],
  ['macos-x86_64-dwarf4', 'metadata', OBJC],
  ['ios-arm64-dylib', 'metadata', OBJC],
  ['ios-arm64-dylib', 'exports', EXPORTED],
] as const)('%s: names from %s, looked up, and from an index that was written', (name, source, wanted) => {
  const names = functionStarts(name, wanted)
  expect(names.size).toBeGreaterThan(0)
  const image = join(folder, `${name}-${source}`)
  writeFileSync(image, strippedShelf(name))
  const indexes = `${image}.indexes`
  expect(unslide(['index', image, '--threads', '2', '--out', indexes]).status).toBe(0)
  for (const symbols of [image, indexes]) {
    const { status, out, err } = unslide(['lookup', '--symbols', symbols, '--format', 'json', ...names.keys()])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(
      linesOf<JsonFrame>(out).map(({ address, calls = [] }) => [
        address,
        ...calls.map((call) => [call.function, call.source]),
      ]),
    ).toEqual([...names].map(([address, text]) => [address, [text, source]]))
  }
})

/** As `llvm-objdump --macho --indirect-symbols` lists them. */
test.each([
  [
    'ios-arm64-dwarf4',
    {
      '0x100004448': 'objc_autoreleaseReturnValue',
      '0x100004454': 'objc_msgSend',
      '0x100004460': 'objc_alloc_init',
      '0x100004470': 'objc_release',
      '0x100004490': 'objc_retainAutoreleasedReturnValue',
    },
  ],
  [
    'macos-x86_64-dwarf4',
    { '0x100000ec0': 'objc_autoreleaseReturnValue', '0x100000ed7': 'objc_retainAutoreleasedReturnValue' },
  ],
])('%s: jumps to imported functions are stubs', (name, stubs: Readonly<Record<string, string>>) => {
  const { out } = unslide(['lookup', '--symbols', shelfImage(name), '--format', 'json', ...Object.keys(stubs)])
  expect(linesOf<JsonFrame>(out).map(({ calls }) => calls?.map((call) => call.function))).toEqual(
    Object.values(stubs).map((text) => [`stub for ${text}`]),
  )
})

test('addresses in functions without a name, and in none: the reason, the next step, and exit code 1', () => {
  const image = join(folder, 'quite-stripped')
  writeFileSync(image, strippedShelf('ios-arm64-dylib'))
  const nowhere = unslide(['lookup', '--symbols', image, '--offset', '0x7fffffff'])
  expect(nowhere.status).toBe(1)
  expect(nowhere.err).toMatch(/1 of 1 address is in no function .*--load/)
  const starts = [...functionStarts('ios-arm64-dylib', /./).keys()]
  const unnamed = unslide(['lookup', '--symbols', image, ...starts])
  expect(unnamed.out).toContain('unnamed function')
  expect(unnamed.status).toBe(1)
  expect(unnamed.err).toMatch(/is stripped\. Give its dSYM/)
})
