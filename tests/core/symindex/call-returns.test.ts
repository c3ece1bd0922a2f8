/** Return addresses of call sites, from DWARF written here and from real debug information beside its code. */
import { openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { openMachO } from '../../../src/core/macho/open.ts'
import { archFamily } from '../../../src/core/model/architecture.ts'
import { openImageCode } from '../../../src/core/memory/image-code.ts'
import type { BuildInput } from '../../../src/core/ports.ts'
import { callSitesOfCode } from '../../../src/core/resolve/call-sites.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import { DEFAULT_SIZES } from '../../../src/core/symindex/sizes.ts'
import { createWasmBuilder } from '../../../src/core/symindex/wasm-builder.ts'
import { damage } from '../../support/damage.ts'
import type { Attribute, DwarfSpec, Entry } from '../../support/dwarf-builder.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from '../../support/dwarf-builder.ts'
import { testBuilder } from '../../support/test-builder.ts'

const TEXT = 0x100000000n
const place = (offset: number): bigint => TEXT + BigInt(offset)
const address = (at: number, offset: number): Attribute => attribute(at, FORM.address, place(offset))
const site = (...attributes: Attribute[]): Entry => entry(TAG.callSite, attributes)
const gnuSite = (...attributes: Attribute[]): Entry => entry(TAG.gnuCallSite, attributes)

/** A unit with one function that holds these entries. */
function spec(version: number, children: readonly Entry[], rest: Partial<DwarfSpec> = {}): DwarfSpec {
  const body = entry(TAG.function, [address(AT.low, 0x1000), attribute(AT.high, FORM.data4, 0x800)], children)
  const bases = version === 5 ? [attribute(AT.addressBase, FORM.secOffset, 8)] : []
  return { units: [{ version, root: entry(TAG.unit, [...bases, address(AT.low, 0)], [body]) }], ...rest }
}

async function returnsOf(input: BuildInput): Promise<readonly ImageOffset[]> {
  const read = await (await testBuilder()).callReturns?.(input)
  if (!read?.ok) throw new Error(read?.problems.map(({ message }) => message).join(' '))
  return read.value
}

test.each<[string, DwarfSpec, readonly number[]]>([
  ['DWARF 5', spec(5, [site(address(AT.callReturn, 0x1010))]), [0x1010]],
  ['its tags in DWARF 4', spec(4, [site(address(AT.callReturn, 0x1010))]), [0x1010]],
  ['GNU tags in DWARF 4', spec(4, [gnuSite(address(AT.low, 0x1010))]), [0x1010]],
  ['indexed addresses', spec(5, [site(attribute(AT.callReturn, FORM.addrx1, place(0x1010)))]), [0x1010]],
  ['big-endian', spec(4, [site(address(AT.callReturn, 0x1010))], { littleEndian: false }), [0x1010]],
  ['64-bit DWARF', spec(4, [site(address(AT.callReturn, 0x1010))], { dwarf64: true }), [0x1010]],
  [
    'ascending and each once',
    spec(
      5,
      [0x1030, 0x1010, 0x1030, 0x1020].map((at) => site(address(AT.callReturn, at))),
    ),
    [0x1010, 0x1020, 0x1030],
  ],
  [
    'with parameters, in blocks and inlined calls',
    spec(5, [
      entry(
        TAG.callSite,
        [address(AT.callReturn, 0x1010)],
        [entry(TAG.callParameter, [attribute(AT.name, FORM.block, 3)])],
      ),
      entry(TAG.block, [], [site(address(AT.callReturn, 0x1020))]),
      entry(TAG.inlined, [address(AT.low, 0x1024)], [site(address(AT.callReturn, 0x1030))]),
    ]),
    [0x1010, 0x1020, 0x1030],
  ],
  [
    'tail calls return nowhere',
    spec(5, [
      site(attribute(AT.tailCall, FORM.flagPresent, 1), address(AT.callPc, 0x1010)),
      site(address(AT.callReturn, 0x1020), attribute(AT.tailCall, FORM.flagPresent, 1)),
      gnuSite(address(AT.low, 0x1030), attribute(AT.gnuTailCall, FORM.flagPresent, 1)),
      site(address(AT.callReturn, 0x1040), attribute(AT.tailCall, FORM.data1, 0)),
    ]),
    [0x1040],
  ],
  ['the place of the call itself is not where it returns to', spec(5, [site(address(AT.callPc, 0x1010))]), []],
  [
    'a last call that never returns: just behind the code',
    spec(5, [site(address(AT.callReturn, 0x2000)), site(address(AT.callReturn, 0x2004))], { code: [[0x1000, 0x2000]] }),
    [0x2000],
  ],
  [
    'tombstones, addresses below the image and beyond 4 GB, values that are no addresses',
    spec(5, [
      site(attribute(AT.callReturn, FORM.address, 0)),
      site(attribute(AT.callReturn, FORM.address, 1)),
      site(attribute(AT.callReturn, FORM.address, 0xffffffffffffffffn)),
      site(attribute(AT.callReturn, FORM.address, 0xfffffffffffffffen)),
      site(attribute(AT.callReturn, FORM.address, TEXT)),
      site(attribute(AT.callReturn, FORM.address, TEXT + 0x100001010n)),
      site(attribute(AT.callReturn, FORM.data8, place(0x1010))),
      site(attribute(AT.callReturn, FORM.block, 4)),
      site(attribute(AT.callReturn, FORM.string, 'far')),
      site(),
      site(address(AT.callReturn, 0x1050)),
    ]),
    [0x1050],
  ],
  ['functions and inlined calls are none', spec(4, [entry(TAG.inlined, [address(AT.low, 0x1020)])]), []],
])('%s', async (_, written, expected) => {
  expect(await returnsOf(dwarfInput(written))).toEqual(expected)
})

test('an index is built as if call sites were not there', async () => {
  const builder = await testBuilder()
  const [without, with_] = await Promise.all(
    [[], [site(address(AT.callReturn, 0x1010)), gnuSite(address(AT.low, 0x1020))]].map(async (children) => {
      const built = await builder.build(dwarfInput(spec(4, children)))
      return built.ok ? [...new Uint8Array(await built.value.bytes.arrayBuffer())] : built.problems
    }),
  )
  expect(with_).toEqual(without)
})

const sites = Array.from({ length: 60 }, (_, at) => site(attribute(AT.callReturn, FORM.addrx1, place(0x1010 + 4 * at))))
const unitsOf = (count: number): DwarfSpec => ({
  units: Array.from({ length: count }, () => spec(5, sites).units[0]).flatMap((unit) => unit ?? []),
})
const compiled = WebAssembly.compile(readFileSync(new URL('../../../wasm/build/core.wasm', import.meta.url)))

test('the same through windows of a few bytes', async () => {
  const tiny = createWasmBuilder(await compiled, { ...DEFAULT_SIZES, job: 64, window: 16 })
  const read = await tiny.callReturns?.(dwarfInput(unitsOf(4)))
  expect(read).toMatchObject({ ok: true, value: sites.map((_, at) => 0x1010 + 4 * at), problems: [] })
})

test('damaged sections: an answer in order, or problems; no failure of ours', async () => {
  const input = dwarfInput(unitsOf(3))
  for (let seed = 1; seed <= 150; seed++) {
    const read = await createWasmBuilder(await compiled).callReturns?.(await damage(input, seed))
    expect(read?.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
    const returns = read?.ok ? read.value : []
    expect(returns.filter((at, index) => at <= (returns[index - 1] ?? 0x1000) || at > 0x100000)).toEqual([])
  }
})

const folder = fileURLToPath(new URL('../../fixtures/macho/', import.meta.url))
const names = readdirSync(folder).filter((name) => name.includes('-dwarf'))

test('call sites of compiled programs lie behind calls in their code', async () => {
  let checked = 0
  for (const name of names) {
    const open = async (file: string): Promise<{ path: string; blob: Blob }> => {
      const path = `${folder}${name}/${file}`
      return { path, blob: await openAsBlob(path) }
    }
    const symbols = await machoSource.open(await open('Shelf.dSYM/Contents/Resources/DWARF/Shelf'))
    const { images } = await openMachO(await open('Shelf'))
    for (const image of symbols.ok ? symbols.value : []) {
      const prepared = await image.prepare()
      const binary = images.find(({ uuid }) => uuid === image.uuid)
      const code = binary && (await openImageCode(binary))
      if (!prepared.ok || !code) throw new Error(`${name} has no pair of code and debug information`)
      const inCode = callSitesOfCode(code, archFamily(image.arch))
      const returns = await returnsOf(prepared.value)
      expect([name, returns.filter((at) => !inCode.endsCall(at))]).toEqual([name, []])
      checked += returns.length
    }
  }
  expect(checked).toBeGreaterThan(20)
})
