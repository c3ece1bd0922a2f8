/** Where calls return to in an image: from its code, or from the call sites that its debug information lists. */
import { imageOffset, type ImageOffset } from '../model/address.ts'
import { instructionStep, type ArchFamily } from '../model/architecture.ts'
import { lastAtMost, valueAtMost } from '../bytes/binary-search.ts'
import { callEndingAt, hasJump } from '../memory/instruction-set.ts'
import type { CodeSections } from '../memory/image-code.ts'

export interface CallSites {
  /** True if a call ends at this offset; undefined where the place is unknown. */
  endsCall(at: ImageOffset): boolean | undefined
  /** The start of the function that the call ending here goes to; undefined for indirect calls and stubs. */
  targetOf(at: ImageOffset): ImageOffset | undefined
  /** The start of the function around an offset; undefined where starts are not known. */
  functionOf(at: ImageOffset): ImageOffset | undefined
  /** True if the function that begins at one offset has an unconditional jump to another offset. */
  jumpsTo(from: ImageOffset, to: ImageOffset): boolean
  /** All places where a call ends, among those that lie `residue` behind a multiple of `page`. */
  placesAt(residue: number, page: number): readonly ImageOffset[]
  /** How many pages could hold such a place. */
  pages(page: number): number
  /** Bytes from the image's header to the end of its code. */
  readonly extent: number
  /** Parts of all calls that may be known here, one as likely as the other: 1 for code; debug information leaves calls out. */
  readonly coverages: readonly number[]
  /**
   * How often a call ends where one ended before the code was moved by some bytes: the largest share over all distances.
   * Functions of one size make it near 1, and calls then say nothing about which build this is.
   */
  chanceWhenMoved(): number
}

/** Code of one function that is looked through for jumps. */
const longestFunction = 0x40000

export function callSitesOfCode(code: CodeSections, family: ArchFamily): CallSites {
  const { sections, functionStarts } = code
  const sectionAt = (at: number): CodeSections['sections'][number] | undefined =>
    sections.find(({ start, bytes }) => at > start && at <= start + bytes.length)
  const call = (at: number): ReturnType<typeof callEndingAt> => {
    const section = sectionAt(at)
    return section && callEndingAt(section.bytes, at - section.start, family)
  }
  return {
    endsCall: (at) => (sectionAt(at) ? call(at) !== undefined : undefined),
    targetOf(at) {
      const distance = call(at)?.target
      if (distance === undefined) return undefined
      const target = imageOffset(at + distance)
      return valueAtMost(functionStarts, target) === target ? target : undefined
    },
    functionOf: (at) => (sectionAt(at + 1) ? valueAtMost(functionStarts, at) : undefined),
    jumpsTo(from, to) {
      const section = sectionAt(from + 1)
      if (!section) return false
      const last = lastAtMost(functionStarts.length, (position) => functionStarts[position] ?? 0, from)
      const end = Math.min(functionStarts[last + 1] ?? Infinity, from + longestFunction)
      return hasJump(section.bytes, from - section.start, end - section.start, to - section.start, family)
    },
    placesAt(residue, page) {
      const found: ImageOffset[] = []
      for (const { start, bytes } of sections) {
        const first = start + ((((residue - start) % page) + page) % page)
        for (let at = first; at <= start + bytes.length; at += page) {
          if (callEndingAt(bytes, at - start, family)) found.push(imageOffset(at))
        }
      }
      return found
    },
    pages: (page) => sections.reduce((sum, { bytes }) => sum + Math.max(1, bytes.length / page), 0),
    extent: sections.reduce((end, { start, bytes }) => Math.max(end, start + bytes.length), 0),
    coverages: [1],
    chanceWhenMoved: once(() => movedChance(someReturns(sections, family))),
  }
}

/** Compilers leave out tail calls always, and whole languages or optimisation levels often: anything is possible. */
const listedCalls = [0.1, 0.3, 0.5, 0.7, 0.9]

/** Call sites from `DW_AT_call_return_pc` (DWARF 5, 3.4.1), ascending. */
export function callSitesOfReturns(returns: readonly ImageOffset[]): CallSites {
  const byResidue = new Map<number, ImageOffset[]>()
  let grouped = 0
  const group = (page: number): void => {
    if (grouped === page) return
    grouped = page
    byResidue.clear()
    for (const at of returns) {
      const same = byResidue.get(at % page)
      if (same) same.push(at)
      else byResidue.set(at % page, [at])
    }
  }
  const first = returns[0] ?? 0
  const last = returns.at(-1) ?? 0
  return {
    endsCall: (at) => (valueAtMost(returns, at) === at ? true : undefined),
    targetOf: () => undefined,
    functionOf: () => undefined,
    jumpsTo: () => false,
    placesAt(residue, page) {
      group(page)
      return byResidue.get(residue) ?? []
    },
    pages: (page) => Math.max(1, (last - first) / page),
    extent: last + 1,
    coverages: listedCalls,
    chanceWhenMoved: once(() => movedChance(returns)),
  }
}

/** Code that is read to see how it repeats. */
const mostCode = 0x200000
/** Calls whose surroundings are compared, and how far these reach. */
const samples = 400
const reach = 0x4000
/** No code is so regular, and no sample so large, that chance can be ruled out or taken for sure. */
const least = 0.05
const most = 0.95

/** Return addresses of the first of the code, ascending in each section. */
function someReturns(sections: CodeSections['sections'], family: ArchFamily): readonly number[] {
  const step = instructionStep(family)
  const found: number[] = []
  let left = mostCode
  for (const { start, bytes } of sections) {
    const end = Math.min(bytes.length, left)
    for (let at = step; at <= end; at += step) if (callEndingAt(bytes, at, family)) found.push(start + at)
    left -= end
  }
  return found
}

function movedChance(returns: readonly number[]): number {
  const stride = Math.max(1, Math.floor(returns.length / samples))
  const counts = new Map<number, number>()
  let compared = 0
  for (let sample = 0; sample < returns.length; sample += stride) {
    const from = returns[sample] ?? 0
    compared++
    for (let at = sample + 1; at < returns.length; at++) {
      const distance = (returns[at] ?? 0) - from
      if (distance > reach) break
      counts.set(distance, (counts.get(distance) ?? 0) + 1)
    }
  }
  const best = [...counts.values()].reduce((top, count) => Math.max(top, count), 0)
  return Math.min(most, Math.max(least, (best + 1) / (compared + 1)))
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
