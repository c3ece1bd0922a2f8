/** A tombstone and libraries of its build, from the built command line: the names of LLVM's symbolizer, by build id alone. */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { buildElf, dartDebug } from '../support/elf-builder.ts'

const folder = testFolder()
const ID = 'a1b2c3d4e5f64718293a4b5c6d7e8f9001020304'
const bytesOf = (hex: string): number[] => (hex.match(/../g) ?? []).map((byte) => parseInt(byte, 16))

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A tombstone with a row for each address. */
const tombstone = (addresses: readonly number[], id = ID, abi = 'arm64'): string =>
  [
    `ABI: '${abi}'`,
    'pid: 1, tid: 2, name: worker  >>> com.example.shop <<<',
    'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10',
    'backtrace:',
    ...addresses.map(
      (address, row) =>
        `      #${String(row).padStart(2, '0')} pc ${address.toString(16).padStart(16, '0')}  /data/app/shop/lib/arm64/libshop.so (BuildId: ${id})`,
    ),
    '',
  ].join('\n')

test('a build id ties a row to its library; another one is refused', () => {
  const debug = dartDebug(0x4100)
  const library = write('libshop.so', buildElf({ buildId: bytesOf(ID), debug }))
  const right = write('right.txt', tombstone([0x4110, 0x4150]))
  const named = unslide(['symbolicate', right, '--symbols', library, '--format', 'original'])
  expect(named.out).toContain(`libshop.so (Till.count+16) (till.dart:10) (BuildId: ${ID})`)
  // The written text is read again, with its names.
  const again = unslide(['symbolicate', write('again.txt', named.out), '--format', 'original'])
  expect(again.out).toBe(named.out)
  const wrong = write('wrong.txt', tombstone([0x4110, 0x4150], ID.replace('a1', 'ff')))
  const refused = unslide(['symbolicate', wrong, '--symbols', library])
  expect(refused.status).toBe(1)
  expect(refused.err).toContain('from another build')
  expect(refused.out).not.toContain('Till.count')
})

const SOURCE = `struct Shop { int total; __attribute__((noinline)) int push(int coins); };
int Shop::push(int coins) {
  total += coins;
  return total;
}
extern "C" __attribute__((noinline)) int change(int coins) {
  return coins * 2;
}
extern "C" int pay(Shop *shop) {
  int left = shop->push(3);
  return change(left) + 1;
}
`
const hasTools = ['clang-19', 'ld.lld-19', 'llvm-symbolizer-19', 'llvm-nm-19'].every(
  (tool) => spawnSync(tool, ['--version']).status === 0,
)

test.skipIf(!hasTools).each([
  ['arm64', 'arm64', 'aarch64-linux-android21', 4, []],
  ['arm64 that does not begin at 0', 'arm64', 'aarch64-linux-android21', 4, ['-Wl,--image-base=0x10000']],
  ['Thumb', 'arm', 'armv7-linux-androideabi21', 2, ['-mthumb']],
  ['x86_64', 'x86_64', 'x86_64-linux-android21', 1, []],
] as const)('%s: every address gets the function and line that LLVM gives it', (name, abi, target, step, options) => {
  const source = write('shop.cpp', SOURCE)
  const library = join(folder, `lib${name.replaceAll(' ', '-')}.so`)
  const flags = ['-g', '-O1', '-fPIC', '-shared', '-nostdlib', '-fuse-ld=lld', `-Wl,--build-id=0x${ID}`]
  execFileSync('clang-19', [`--target=${target}`, ...flags, ...options, '-o', library, source])
  const starts = [...execFileSync('llvm-nm-19', [library], { encoding: 'utf8' }).matchAll(/^(\w+) T /gm)]
    .map(([, address = '']) => parseInt(address, 16))
    .sort((a, b) => a - b)
  const [first = 0, last = 0] = [starts[0], starts.at(-1)]
  const range = Array.from({ length: (last - first) / step + 4 }, (_, row) => first + row * step)
  const theirs = answersOf(library, range).filter(({ call }) => call !== '')
  expect(new Set(theirs.map(({ line }) => line)).size).toBeGreaterThan(3)
  const text = tombstone(
    theirs.map(({ address }) => address),
    ID,
    abi,
  )
  const { out } = unslide(['symbolicate', write('all.txt', text), '--symbols', library, '--format', 'original'])
  const ours = [...out.matchAll(/libshop\.so \(([^+]+)\+\d+\) \(shop\.cpp:(\d+)\)/g)]
  expect(ours.map(([, call, line]) => `${call}:${line}`)).toEqual(theirs.map(({ call, line }) => `${call}:${line}`))
})

function answersOf(library: string, addresses: readonly number[]) {
  const asked = addresses.map((address) => `0x${address.toString(16)}`)
  const out = execFileSync('llvm-symbolizer-19', [`--obj=${library}`, '--output-style=JSON', ...asked], {
    encoding: 'utf8',
  })
  const answers = JSON.parse(out) as { Symbol: { FunctionName: string; Line: number }[] }[]
  return answers.map(({ Symbol: [call] }, row) => ({
    address: addresses[row] ?? 0,
    call: call?.FunctionName ?? '',
    line: call?.Line,
  }))
}
