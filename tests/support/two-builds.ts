/** Reports of the newer of two builds, read with the symbols of either: what is named, how surely, and whether rightly. */
import { openAsBlob, readFileSync } from 'node:fs'
import { createEngine } from '../../src/core/engine.ts'
import type { Engine } from '../../src/core/engine-types.ts'
import { formatHex, imageOffset, runtimeAddress, runtimeOf, type ImageOffset } from '../../src/core/model/address.ts'
import { valueAtMost } from '../../src/core/bytes/binary-search.ts'
import type { SymbolicatedReport } from '../../src/core/model/report.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from './test-builder.ts'

const folder = new URL('../fixtures/builds/', import.meta.url)

/** The programs of `tests/fixtures/builds`. */
export const programs = ['varied-arm64', 'varied-x86_64', 'even-arm64', 'even-x86_64']

/** An engine that has the files at these paths below `tests/fixtures/builds`. */
export async function engineWith(paths: readonly string[]): Promise<Engine> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  for (const path of paths) {
    const file = new URL(path, folder)
    await engine.add([{ path: file.pathname, blob: await openAsBlob(file.pathname) }])
  }
  return engine
}

export const dsymOf = (build: string): string => `${build}/Ladder.dSYM/Contents/Resources/DWARF/Ladder`
export const binaryOf = (build: string): string => `${build}/Ladder`

/** Where the functions of a build start, as llvm-nm has them. */
export class Truth {
  readonly #starts: readonly ImageOffset[]
  readonly #names: ReadonlyMap<number, string>

  constructor(build: string) {
    const rows = readFileSync(new URL(`${build}/starts.txt`, folder), 'utf8')
      .trim()
      .split('\n')
    const pairs = rows.map((row) => row.split(' ')).filter(([, name]) => !name?.includes('header'))
    const offset = (hex: string | undefined): ImageOffset => imageOffset(Number(BigInt(hex ?? 0) - 0x1_0000_0000n))
    this.#starts = pairs.map(([hex]) => offset(hex))
    this.#names = new Map(pairs.map(([hex, name]) => [offset(hex), name ?? '']))
  }

  /** The function of the call that returns to an offset. */
  at(returns: ImageOffset): { readonly name: string; readonly distance: number } {
    const start = valueAtMost(this.#starts, returns - 1) ?? imageOffset(0)
    return { name: this.#names.get(start) ?? '', distance: returns - start }
  }
}

/** A backtrace without UUIDs; `named` says which rows print their function. */
export function backtrace(
  stack: readonly ImageOffset[],
  loadAddress: bigint,
  truth: Truth,
  named: (row: number) => boolean,
): string {
  const rows = stack.map((at, row) => {
    const { name, distance } = truth.at(at)
    const address = `0x${formatHex(runtimeOf(runtimeAddress(loadAddress), at))
      .slice(2)
      .padStart(16, '0')}`
    return `Ladder                          ${address} ${named(row) ? `${name} + ${distance}` : '<redacted> + 4'}`
  })
  return ['Backtrace of Thread 771:', ...rows, ''].join('\n')
}

/** Names that an answer gives, against the truth. */
export interface NameTally {
  named: number
  /** Better than doubtful. */
  sure: number
  wrong: number
  wrongSure: number
  /** A right printed name that a wrong one took the place of. */
  overwritten: number
}

export const emptyNames = (): NameTally => ({ named: 0, sure: 0, wrong: 0, wrongSure: 0, overwritten: 0 })

export function countNames(
  tally: NameTally,
  { report, resolutions }: SymbolicatedReport,
  stack: readonly ImageOffset[],
  truth: Truth,
): void {
  for (const { id, index, symbol } of report.threads.flatMap(({ frames }) => frames)) {
    const resolution = resolutions[id]
    const offset = stack[index]
    if (offset === undefined || (resolution?.kind !== 'resolved' && resolution?.kind !== 'already-named')) continue
    const right = resolution.calls.at(-1)?.function === truth.at(offset).name
    const sure = resolution.kind === 'already-named' || resolution.grade.level !== 'doubtful'
    tally.named++
    if (sure) tally.sure++
    if (!right) tally.wrong++
    if (!right && sure) tally.wrongSure++
    if (!right && symbol?.name === truth.at(offset).name) tally.overwritten++
  }
}

/** UUIDs of the two builds of `varied-arm64`, as llvm-dwarfdump prints them. */
export const alikeUuids = ['4C4C444C-5555-3144-A12B-74A25E770820', '4C4C4484-5555-3144-A177-04D64EB04113']

/** A crash of `varied-arm64` in the part of its code that both builds have; without UUIDs, its third row without a name. */
export function alikeCrash(): string {
  const base = 0x1_04cb_8000n
  const truth = new Truth('varied-arm64-2')
  const rows = [0x4c8, 0x50c, 0x5a8, 0x620, 0x698].map((at, row) => {
    const { name, distance } = truth.at(imageOffset(at))
    const address = `0x0000000${(base + BigInt(at)).toString(16)}`
    return `${row}   Ladder                        \t${address} ${row === 2 ? `${formatHex(base)} + ${at}` : `${name} + ${distance}`}`
  })
  return [
    'Process:         Ladder [771]',
    'Code Type:       ARM-64',
    'Exception Type:  EXC_CRASH (SIGABRT)',
    '',
    'Thread 0 Crashed:',
    ...rows,
    '',
  ].join('\n')
}
