/** The user's own code told from the system's: by path, else by where the image lay. */
import type { RuntimeAddress } from '../model/address.ts'
import { originOfPath } from '../model/origin.ts'
import type { BinaryImage } from '../model/image.ts'
import type { Report } from '../model/report.ts'
import { archFamily, type ArchFamily } from '../memory/architecture.ts'

/** What an image of a report is. Undefined when neither its path nor its place says. */
export function imageOrigin(image: BinaryImage, report: Report): 'app' | 'system' | undefined {
  if (image.origin) return image.origin
  const byPath = originOfPath(image.path)
  if (byPath) return byPath
  if (image.name !== '' && image.name === report.header.process) return 'app'
  if (/^(com\.apple\.|libsystem_|libswift|libobjc\.|libc\+\+|libdyld|dyld)/.test(image.name)) return 'system'
  if (image.base === undefined) return undefined
  return inSharedCache(image.base, archFamily(image.arch ?? report.header.arch)) ? 'system' : undefined
}

/**
 * The shared cache of the system's libraries is mapped in a region of its own: from 0x180000000 for 4 GiB and more on
 * arm64 (XNU `SHARED_REGION_BASE_ARM64`), from 0x7fff00000000 or 0x7ff800000000 on x86_64 (`SHARED_REGION_BASE_X86_64`),
 * from 0x1a000000 on 32-bit ARM, from 0x90000000 on i386.
 */
export function inSharedCache(address: RuntimeAddress, family: ArchFamily): boolean {
  const onArm64 = address >= 0x1_8000_0000n && address < 0x3_0000_0000n
  const onIntel = address >= 0x7ff8_0000_0000n && address < 0x8000_0000_0000n
  switch (family) {
    case 'arm64':
      return onArm64
    case 'x86_64':
      return onIntel
    case 'i386':
      return address >= 0x9000_0000n && address < 0xb000_0000n
    case 'arm':
    case 'arm64_32':
      return address >= 0x1a00_0000n && address < 0x4000_0000n
    case 'other':
      // Without an architecture the two 64-bit regions still speak for themselves: apps lie far below both.
      return onArm64 || onIntel
  }
}
