/** `lookup` as a user runs it. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crashedFrames, linesOf, program, testFolder, unslide, type JsonFrame } from '../support/cli.ts'
import { buildMachO, codeSection } from '../support/macho-builder.ts'
import { samplePath } from '../support/sample.ts'

const report = samplePath('Trailmap.ips')
const symbols = samplePath('Trailmap.dSYM.zip')
const folder = testFolder()

test('lookup answers in the order asked, in every address space', () => {
  const frames = crashedFrames(unslide(['parse', report]).out)
  const own = [frames[0], frames[2]].flatMap((frame) => frame ?? [])
  const offsets = own.map(({ offset }, at) => offset - (at === 0 ? 0 : 1))
  const hex = (value: number | bigint): string => `0x${value.toString(16)}`
  const names = (...args: readonly string[]): readonly (string | undefined)[] => {
    const { status, out } = unslide(['lookup', '--symbols', symbols, '--format', 'json', ...args])
    expect(status).toBe(0)
    return linesOf<JsonFrame>(out).map(({ calls }) => calls?.at(-1)?.mangled)
  }
  const wanted = ['TMRouteAltitude', '-[TMElevationView plotRoute:]']
  expect(names('--offset', ...offsets.map(hex))).toEqual(wanted)
  expect(names(...offsets.map((offset) => hex(0x1_0000_0000 + offset)))).toEqual(wanted)
  expect(names('--load', '0x7000000000', ...offsets.map((offset) => hex(0x70_0000_0000 + offset)))).toEqual(wanted)
  expect(names('--slide', '0x4000', ...offsets.map((offset) => hex(0x1_0000_4000 + offset)))).toEqual(wanted)
})

test('lookup reads addresses from standard input and leaves calls empty where nothing is', () => {
  const { status, out } = unslide(['lookup', '--symbols', symbols, '--format', 'json'], '0x10\n\n0x1ffffffff\n')
  expect(status).toBe(1)
  expect(linesOf<JsonFrame>(out).map(({ address, calls }) => [address, calls])).toEqual([
    ['0x10', []],
    ['0x1ffffffff', []],
  ])
})

test('lookup reads a file, a pipe that is cut within an address, and no address without an end', () => {
  const list = join(folder, 'addresses')
  writeFileSync(list, '0x10\r\n0x1ffffffff')
  const shown = (script: string): readonly unknown[] => {
    const args = [process.execPath, program, list, 'lookup', '--symbols', symbols]
    const whole = `node=$1 program=$2 list=$3; shift 3; ${script}`
    const { status, stdout, stderr } = spawnSync('sh', ['-c', whole, 'sh', ...args], { encoding: 'utf8' })
    return [status, stdout, stderr]
  }
  const { status, out, err } = unslide(['lookup', '--symbols', symbols, '0x10', '0x1ffffffff'])
  expect(out).toContain('0x1ffffffff (in Trailmap)\n')
  expect(shown('"$node" "$program" "$@" < "$list"')).toEqual([status, out, err])
  const parts = '{ printf 0x; sleep 1; printf "10\\n0x1ffff"; sleep 0.2; printf ffff; }'
  expect(shown(`${parts} | "$node" "$program" "$@"`)).toEqual([status, out, err])
  const endless = shown(`head -c 300000 /dev/zero | tr '\\0' a | "$node" "$program" "$@"`)
  expect(endless).toEqual([2, '', expect.stringMatching(/^unslide: The address "a{80}" is not an address/)])
})

test('lookup marks names whose function has no known end, and says what the mark means', () => {
  const file = join(folder, 'bare-names')
  const symbols = [
    { name: '_first', address: 0x1_0000_1000n, section: 1 },
    { name: '_last', address: 0x1_0000_1040n, section: 1 },
  ]
  writeFileSync(file, buildMachO({ sections: [codeSection(0x100)], symbols, uuid: '00112233445566778899AABBCCDDEEFF' }))
  const asked = ['lookup', '--symbols', file, '0x100001004', '0x100001044']
  const { out, err } = unslide(asked)
  const grades = linesOf<JsonFrame>(unslide([...asked, '--format', 'json']).out).map(({ grade }) => grade)
  expect(out.split('\n').map((line) => / \[(\w+)\]$/.exec(line)?.[1])).toEqual([
    ...grades.map((grade) => (grade === 'exact' ? undefined : grade)),
    undefined,
  ])
  expect(grades).toContain('likely')
  expect(err).toContain('[likely]: nothing speaks against this name')
})

test('lookup without a choice between images tells what is at hand', () => {
  const { status, err } = unslide(['lookup', '--symbols', symbols, '--arch', 'armv7', '0x1000'])
  expect(status).toBe(1)
  expect(err).toContain('Trailmap arm64')
})

test('lookup takes "-" for standard input among the addresses, and a negative slide', () => {
  const { status, out } = unslide(
    ['lookup', '--symbols', symbols, '--slide', '-0x4000', '--format', 'json', 'fffffff0', '-'],
    '0x100000460\n',
  )
  expect(status).toBe(1)
  expect(linesOf<JsonFrame>(out)).toMatchObject([
    { address: '0xfffffff0', offset: 0x3ff0 },
    { address: '0x100000460', offset: 0x4460 },
  ])
})
