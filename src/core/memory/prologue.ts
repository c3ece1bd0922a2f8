/**
 * Whether a function that was stopped in its middle has its frame record: unwind tables describe the body, and the first
 * and last instructions are not yet or no longer so. Instruction encodings: Arm ARM C6.2 and F5.1, Intel SDM volume 2.
 */
import type { ArchFamily } from './architecture.ts'

/** `made`: the frame pointer is this function's. `pushed`: x86 only, saved but not yet set. */
export type FrameRecord = 'made' | 'pushed' | 'absent'

/** Prologues are short; but with shrink-wrapping one may come late. */
const longestScan = 0x4000
/** Instructions between taking the record down and returning. */
const epilogue = 8

/** `code` is the function's bytes from its start, `at` where it stopped in them. */
export function frameRecordAt(code: Uint8Array, at: number, family: ArchFamily): FrameRecord {
  if (at <= 0) return 'absent'
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength)
  switch (family) {
    case 'arm64':
    case 'arm64_32':
      return arm64Record(view, at)
    case 'arm':
      return thumbRecord(view, at)
    case 'x86_64':
    case 'i386':
      return x86Record(view, at)
    case 'other':
      return 'made'
  }
}

function arm64Record(view: DataView, at: number): FrameRecord {
  let made = false
  for (let place = Math.max(0, at - longestScan) & ~3; place < at && place + 4 <= view.byteLength; place += 4) {
    // mov x29, sp is add x29, sp, #0
    if ((view.getUint32(place, true) & 0xffc003ff) >>> 0 === 0x910003fd) made = true
  }
  if (!made) return 'absent'
  for (let step = 0; step < epilogue; step++) {
    const place = at + step * 4
    if (place + 4 > view.byteLength) break
    const op = view.getUint32(place, true)
    if ((op & 0x7fff) === 0x7bfd && (op & 0xfe400000) >>> 0 === 0xa8400000) return 'made' // ldp x29, x30, [sp…
    if (op === 0xd65f03c0 || op === 0xd65f0bff || op === 0xd65f0fff) return 'absent' // ret, retaa, retab
    if (op >>> 26 === 5 || op >>> 26 === 0x25 || (op & 0xff000000) >>> 0 === 0x54000000) break // b, bl, b.cond
  }
  return 'made'
}

/** Thumb: `add r7, sp, #n` or `mov r7, sp`. A32 code is seen by its own `add r7, sp, #n`. */
function thumbRecord(view: DataView, at: number): FrameRecord {
  const end = Math.min(at, view.byteLength)
  for (let place = Math.max(0, at - longestScan) & ~1; place + 2 <= end; place += 2) {
    const half = view.getUint16(place, true)
    if ((half & 0xff00) === 0xaf00 || half === 0x466f) return 'made'
    if (place % 4 === 0 && place + 4 <= end && (view.getUint32(place, true) & 0x0ffff000) === 0x028d7000) return 'made'
  }
  return 'absent'
}

function x86Record(view: DataView, at: number): FrameRecord {
  if (at >= view.byteLength) return 'made'
  const pushed = view.getUint8(0) === 0x55 // push rbp, push ebp
  if (pushed && at === 1) return 'pushed'
  return view.getUint8(at) === 0xc3 ? 'absent' : 'made'
}
