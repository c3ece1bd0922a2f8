/** Programs with code and the names of their functions, and symbols of them with the resolver's interface. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { imageOffset, type ImageOffset } from '../../src/core/model/address.ts'
import type { Call, KnownImage } from '../../src/core/model/image.ts'
import { success } from '../../src/core/model/problem.ts'
import { lastAtMost, valueAtMost } from '../../src/core/bytes/binary-search.ts'
import type { SymbolLookup } from '../../src/core/resolve/resolve.ts'
import { codeImages, type CodeImage } from './code-images.ts'

/** Code with the names of its functions. */
export interface Program {
  readonly code: CodeImage
  readonly starts: readonly ImageOffset[]
  readonly names: ReadonlyMap<ImageOffset, string>
  /** True if the names were made up from file and place, for want of a list. */
  readonly isNameless: boolean
  readonly byName: ReadonlyMap<string, readonly ImageOffset[]>
}

/** The programs below these folders that have code of less than a megabyte and some names. */
export async function readPrograms(folders: readonly string[]): Promise<readonly Program[]> {
  const programs: Program[] = []
  for (const folder of folders) {
    for (const code of await codeImages(folder, 150)) {
      const program = await nameFunctions(code, folder)
      if (codeBytes(code) < 0x100000 && program.starts.length > 20) programs.push(program)
    }
  }
  return programs
}

export function codeBytes({ code }: CodeImage): number {
  return code.sections.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

/** The name that a program's slices share; `familyOf`: the name that its builds share, too. */
export const fileOf = ({ code }: Program): string => code.name.replace(/-(arm64|x86_64)(?=-|\/)/, '')
export const familyOf = (program: Program): string => fileOf(program).replace(/-[12](?=\/)/, '')

async function nameFunctions(code: CodeImage, folder: string): Promise<Program> {
  const names = new Map<ImageOffset, string>()
  const list = join(dirname(join(folder, code.name)), 'starts.txt')
  const isCode = (at: number): boolean =>
    code.code.sections.some(({ start, bytes }) => at >= start && at < start + bytes.length)
  const isNameless = !existsSync(list)
  if (!isNameless) {
    for (const row of readFileSync(list, 'utf8').trim().split('\n')) {
      const [address = '', name = ''] = row.split(' ')
      const offset = imageOffset(Number(BigInt(address) - code.image.textVmaddr))
      if (isCode(offset)) names.set(offset, name)
    }
  } else {
    // Names of their own: programs that have nothing to do with each other share none.
    for (const start of code.code.functionStarts) if (isCode(start)) names.set(start, `${code.name}:${start}`)
  }
  const byName = new Map<string, ImageOffset[]>()
  for (const [start, name] of names) byName.set(name, [...(byName.get(name) ?? []), start])
  return { code, isNameless, names, byName, starts: [...names.keys()].sort((a, b) => a - b) }
}

/** The function of the call that returns to an offset. */
export function functionAt({ starts, names }: Program, returns: ImageOffset): { name: string; start: ImageOffset } {
  const start = valueAtMost(starts, returns - 1) ?? imageOffset(0)
  return { start, name: names.get(start) ?? '' }
}

/**
 * Whether two files have the same function, byte for byte, at the same place: a stripped copy, a copy with broken load
 * commands. Made-up names of copies differ, although their real names are the same.
 */
export function isCopy(one: Program, other: Program, start: ImageOffset): boolean {
  if (!one.isNameless || !other.isNameless || fileOf(one) === fileOf(other)) return false
  const bytes = functionBytes(one, start)
  const same = functionBytes(other, start)
  return bytes !== undefined && same !== undefined && Buffer.compare(bytes, same) === 0
}

function functionBytes({ code, starts }: Program, start: ImageOffset): Uint8Array | undefined {
  const section = code.code.sections.find((part) => start >= part.start && start < part.start + part.bytes.length)
  const end = starts[starts.indexOf(start) + 1]
  return starts.includes(start) ? section?.bytes.subarray(start - section.start, end && end - section.start) : undefined
}

/** Programs under the names and UUIDs that a trial gives them. `calls`: the part of the call sites that is known without code. */
export interface AtHand {
  readonly program: Program
  readonly known: KnownImage
  readonly has: 'code' | 'calls' | 'bounds'
  readonly calls?: readonly ImageOffset[]
}

/** The symbols of a trial. */
export function symbolsOf(all: readonly AtHand[]): SymbolLookup {
  const find = (key: { readonly uuid: string }): AtHand | undefined => all.find(({ known }) => known.uuid === key.uuid)
  return {
    images: all.map(({ known }) => known),
    lookup: async (key, offsets) => {
      const program = find(key)?.program
      return success(offsets.map((offset) => (program ? chainAt(program, offset) : [])))
    },
    findNames: async (key, names) => names.map((name) => find(key)?.program.byName.get(name) ?? []),
    code: async (key) => {
      const one = find(key)
      return one?.has === 'code' ? one.program.code.code : undefined
    },
    callReturns: async (key) => find(key)?.calls,
    layout: async (key) => {
      const one = find(key)
      if (!one) return undefined
      const code = one.program.code.code.sections.map(({ start, bytes }) => ({ start, size: bytes.length }))
      return {
        code,
        functionStarts: one.program.starts,
        extent: code.reduce((end, { start, size }) => Math.max(end, start + size), 0),
      }
    },
  }
}

function chainAt({ starts, names, code }: Program, offset: ImageOffset): readonly Call[] {
  const last = lastAtMost(starts.length, (position) => starts[position] ?? 0, offset)
  const start = starts[last]
  const section = code.code.sections.find((part) => offset >= part.start && offset < part.start + part.bytes.length)
  const name = start === undefined ? undefined : names.get(start)
  if (start === undefined || name === undefined || !section) return []
  return [
    {
      function: name,
      mangled: name,
      inlined: false,
      source: 'dwarf',
      file: '/src/a.c',
      line: 1,
      functionStart: start,
      functionOffset: offset - start,
      functionSize: Math.min(starts[last + 1] ?? Infinity, section.start + section.bytes.length) - start,
    },
  ]
}
