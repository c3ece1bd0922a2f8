/**
 * arm64 code without its addresses: Arm ARM, C4.1. The linker sets the immediates of ADRP and of the instructions that
 * add to it.
 */
import type { FunctionRange, InstructionSink } from './instruction-sink.ts'

const NO_PAGE = -1

/** A number of so many bits from bit `low` on, with its sign. */
const signed = (word: number, low: number, count: number): number => (word << (32 - low - count)) >> (32 - count)

export function readArm64({ view, from, to, start, inPage }: FunctionRange, sink: InstructionSink): void {
  // For each register the page that ADRP put into it.
  const pages = new Float64Array(32).fill(NO_PAGE)
  for (let at = from; at + 4 <= to; at += 4) {
    const word = view.getUint32(at, true)
    const place = start + at
    const rd = word & 31
    const top = word >>> 26
    if (top === 0x25 || top === 0x05) {
      const target = place + signed(word, 0, 26) * 4
      if (top === 0x05 && target >= start + from && target < start + to) sink.word(word)
      else {
        sink.word(top << 26)
        sink.call(target)
      }
      if (top === 0x25) pages.fill(NO_PAGE)
      continue
    }
    const kind = (word & 0x9f000000) >>> 0
    if (kind === 0x90000000 || kind === 0x10000000) {
      const immediate = (signed(word, 5, 19) << 2) | ((word >>> 29) & 3)
      const page = place + inPage - ((place + inPage) % 4096) - inPage
      if (kind === 0x90000000) pages[rd] = page + immediate * 4096
      else {
        pages[rd] = NO_PAGE
        sink.refer(place + immediate)
      }
      sink.word((word & 0x9f00001f) >>> 0)
      continue
    }
    const rn = (word >>> 5) & 31
    const base = pages[rn] ?? NO_PAGE
    const low = (word >>> 10) & 0xfff
    if ((word & 0xffc00000) >>> 0 === 0x91000000 && base !== NO_PAGE) {
      sink.refer(base + low)
      sink.word((word & 0xffc003ff) >>> 0)
      pages[rd] = NO_PAGE
      continue
    }
    if ((word & 0x3b000000) === 0x39000000 && base !== NO_PAGE) {
      const isVector = (word & 0x04000000) !== 0
      const scale = isVector && (word & 0x00800000) !== 0 ? 4 : word >>> 30
      sink.refer(base + low * 2 ** scale)
      sink.word((word & 0xffc003ff) >>> 0)
      if ((word & 0x00400000) !== 0) pages[rd] = NO_PAGE
      continue
    }
    if ((word & 0x3b000000) === 0x18000000) {
      sink.refer(place + signed(word, 5, 19) * 4)
      sink.word((word & 0xff00001f) >>> 0)
      continue
    }
    sink.word(word)
    const isMemory = (word & 0x0a000000) === 0x08000000
    const isStore = isMemory && (word & 0x00400000) === 0
    if (!isStore) {
      pages[rd] = NO_PAGE
      if (isMemory && (word & 0x3a000000) === 0x28000000) pages[(word >>> 10) & 31] = NO_PAGE
    }
  }
}
