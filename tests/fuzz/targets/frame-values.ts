/** Values of variables in a frame: of types that lead in circles, over registers and memory that hold anything. */
import { machoSource } from '../../../src/core/symbols/macho.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import type { Variable } from '../../../src/core/model/variables.ts'
import { DebugInfo } from '../../../src/core/dwarf/reader/debug-info.ts'
import { describeScopes } from '../../../src/core/variables/describe.ts'
import { frameView } from '../../../src/core/variables/frame-view.ts'
import { whenRead } from '../../../src/core/bytes/paged.ts'
import { scopesAt } from '../../../src/core/variables/scopes.ts'
import { AT, attribute, dwarfSections, entry, FORM, TAG, type Entry } from '../../support/dwarf-builder.ts'
import {
  base,
  IN_MEMORY,
  local,
  member,
  name,
  part,
  pointer,
  struct,
  swift,
  type,
  variant,
} from '../../support/dwarf-types.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'
import { made } from '../seeds.ts'
import { breakBytes, type Seed, type Target } from '../target.ts'
import { blobOf } from './images.ts'

const PC = 0x1_0000_1000n
const OFFSETS = [0n, 0x40n, 0x400n, 0x2000n]
/** Most values of one variable, with all below it: a thousand values, each with a child that only explains why it has none. */
const MOST_SHOWN = 3_000
const LONGEST = 2_000

/** Memory is the input itself, over and over, but for every other megabyte. */
function memoryOf(input: Uint8Array): (address: bigint, size: number) => Uint8Array | undefined {
  return (address, size) => {
    if (((address >> 20n) & 1n) === 1n || input.length < size) return undefined
    const start = Number(BigInt.asUintN(32, address)) % (input.length - size + 1)
    return input.subarray(start, start + size)
  }
}

async function readValues(input: Uint8Array): Promise<void> {
  const opened = await machoSource.open({ path: 'broken', blob: blobOf(input) })
  const [image] = opened.ok ? opened.value : []
  const prepared = await image?.prepare([])
  if (!image || !prepared?.ok) return
  const info = new DebugInfo(prepared.value)
  const memory = memoryOf(input)
  const registers = new Map(Array.from({ length: 34 }, (_, at) => [at, BigInt(at) * 0x1_0000_0123n] as const))
  for (const offset of OFFSETS) {
    const pc = image.textVmaddr + 0x1000n + offset
    try {
      const scopes = await whenRead(() => {
        const at = scopesAt(info, pc)
        const state = { registers, vectors: undefined, cfa: 0x7000n, memory, pc, runtime: (address: bigint) => address }
        const view = at && frameView(info, at.function, { ...state, caller: () => undefined })
        return describeScopes(info, at?.scopes ?? [], view)
      })
      for (const variable of scopes.flatMap(({ variables }) => variables)) expectBounded(variable)
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
    }
  }
}

function expectBounded(variable: Variable): void {
  let count = 0
  const open: Variable[] = [variable]
  for (let one = open.pop(); one; one = open.pop()) {
    if (++count > MOST_SHOWN) throw new Error('more values than may be shown')
    if ((one.value?.length ?? 0) > LONGEST) throw new Error('a value without end')
    if (one.value !== undefined && one.unavailable !== undefined) throw new Error('a value, and why there is none')
    open.push(...(one.children ?? []))
  }
}

/** A program whose types hold and lead to each other, in a language. */
function program(language: number, types: readonly Entry[], variables: readonly Entry[]): Seed {
  const bounds = [attribute(AT.low, FORM.address, PC), attribute(AT.high, FORM.data4, 0x100)]
  const body = entry(TAG.function, [name('f'), ...bounds], variables)
  const root = entry(TAG.unit, [attribute(AT.language, FORM.data1, language), ...bounds], [...types, body])
  const dwarf = Object.entries(dwarfSections({ units: [{ version: 4, root }] })).map(([section, bytes], at) => ({
    name: `__${section}`,
    segment: '__DWARF',
    address: 0x2_0000_0000n + BigInt(at) * 0x10_0000n,
    bytes,
  }))
  const bytes = buildMachO({ uuid: '1'.repeat(32), sections: [codeSection(0x100), ...dwarf] })
  return made(`types of language 0x${language.toString(16)}`, bytes)
}

function programs(): readonly Seed[] {
  const numbers = [base('int', 5, 4), base('u8', 7, 1), base('u32', 7, 4), base('usize', 7, 8)]
  const inMemory = (...labels: readonly string[]): readonly Entry[] =>
    labels.map((label) => local(`of ${label}`, label, ...IN_MEMORY))
  const array = (label: string, of: string, count: number): Entry =>
    entry(0x01, [type(of)], [entry(0x21, [attribute(0x37, FORM.data4, count)])], label)
  const c = program(
    0x0c,
    [
      ...numbers,
      pointer('p', 'p'),
      pointer('s *', 's'),
      struct('s', 24, [member('next', 's *'), member('n', 'int', 8)]),
    ],
    [
      local('n', 'int', 0x50),
      local('a', 'p', 0xa0, 'b', 0),
      local('b', 'p', 0xf2, 'a', 0),
      local('pieces', 's', 0xa0, 'n', 0, 0x93, 8, 0x50, 0x93, 4),
      ...inMemory('s', 's *', 'p'),
    ],
  )
  const rust = program(
    0x1c,
    [
      ...numbers,
      pointer('*u8', 'u8', '*const u8'),
      pointer('box', 'Option', 'Box<Option>'),
      struct('Some', 16, [member('__0', 'box', 8)]),
      struct('None', 16),
      struct('Option', 16, [part('usize', 0, variant('None', 'None', 0n), variant('Some', 'Some'))]),
      struct('E', 4, [part('u32', 0, variant('A', 'None', [1, 0, 9]), variant('B', 'Some', 0xffff_ffffn))]),
      array('[Option]', 'Option', 40),
      struct('str', 16, [member('data_ptr', '*u8'), member('length', 'usize', 8)], '&str'),
      struct('slice', 16, [member('data_ptr', 'box'), member('length', 'usize', 8)], '&[Option]'),
      struct('RawVec', 16, [member('ptr', '*u8')]),
      struct('Vec', 24, [member('buf', 'RawVec'), member('len', 'usize', 16), entry(0x2f, [type('E')])], 'Vec<E>'),
    ],
    inMemory('Option', 'E', '[Option]', 'str', 'slice', 'Vec'),
  )
  const names = ['$sSiD', '$sSbD', '$sSSD', '$sSiSgD', '$s3App4ViewCSgD', '$s3App5TrackVD', '$sSPySiGD']
  return [
    c,
    rust,
    program(
      0x1e,
      names.map((mangled) => swift(mangled, 16)),
      inMemory(...names),
    ),
  ]
}

/** `debugRanges` finds the sections of a seed to break; `compiled` are programs of others. */
export async function frameValueTarget(
  debugRanges: (seed: Seed) => Promise<Seed | undefined>,
  compiled: readonly Seed[],
): Promise<Target> {
  const own = (await Promise.all(programs().map(debugRanges))).filter((seed) => seed !== undefined)
  return { name: 'frame-values', seeds: [...own, ...own, ...own, ...compiled], mutate: breakBytes, run: readValues }
}
