/** Architectures by the CPU numbers of `mach/machine.h`, for reports that carry the numbers. */
import type { Arch } from '../model/image.ts'

/** The two top bits of a subtype hold features, such as the pointer-authentication ABI of arm64e. */
const SUBTYPE_MASK = 0x00ffffff

const ARCHES: Readonly<Record<number, { readonly other: Arch; readonly [subtype: number]: Arch }>> = {
  7: { other: 'i386' },
  0x01000007: { other: 'x86_64', 8: 'x86_64h' },
  12: { other: 'arm', 6: 'armv6', 9: 'armv7', 11: 'armv7s', 12: 'armv7k', 14: 'armv6m', 15: 'armv7m', 16: 'armv7em' },
  0x0100000c: { other: 'arm64', 2: 'arm64e' },
  0x0200000c: { other: 'arm64_32' },
  18: { other: 'ppc', 100: 'ppc970' },
  0x01000012: { other: 'ppc64' },
}

/** `arm64` for 16777228 and 0; undefined for a CPU that Apple never shipped. */
export function archOfCpu(type: number | undefined, subtype: number | undefined): Arch | undefined {
  const arches = type === undefined ? undefined : ARCHES[type]
  return arches && (arches[(subtype ?? 0) & SUBTYPE_MASK] ?? arches.other)
}
