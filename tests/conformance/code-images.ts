/** Real binaries with code, and stacks drawn from them. */
import { openAsBlob, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { imageOffset, offsetOfLink, type ImageOffset } from '../../src/core/model/address.ts'
import { openMachO, sniffMachO } from '../../src/core/macho/open.ts'
import { findSection, type MachOImage } from '../../src/core/macho/image.ts'
import { archFamily } from '../../src/core/model/architecture.ts'
import { callEndingAt } from '../../src/core/memory/instruction-set.ts'
import { callSitesOfCode, type CallSites } from '../../src/core/resolve/call-sites.ts'
import { openImageCode, type ImageCode } from '../../src/core/memory/image-code.ts'

export interface CodeImage {
  readonly image: MachOImage
  readonly name: string
  readonly code: ImageCode
  readonly sites: CallSites
  /** Return addresses of all calls inside `__text`, ascending. */
  readonly returns: readonly ImageOffset[]
}

/** All slices below a folder whose `__text` has at least `minimum` calls. */
export async function codeImages(folder: string, minimum: number): Promise<readonly CodeImage[]> {
  const found: CodeImage[] = []
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, entry)
    if (!statSync(path).isFile() || !sniffMachO(readFileSync(path).subarray(0, 64))) continue
    const { images } = await openMachO({ path, blob: await openAsBlob(path) })
    for (const image of images) {
      if (!['executable', 'dylib', 'bundle'].includes(image.kind) || image.encrypted) continue
      const made = await codeImage(image, entry)
      if (made && made.returns.length >= minimum) found.push(made)
    }
  }
  return found
}

async function codeImage(image: MachOImage, name: string): Promise<CodeImage | undefined> {
  const code = await openImageCode(image)
  const main = findSection(image, '__text')
  const start = main && offsetOfLink(main.address, image.textVmaddr)
  const text = code?.sections.find((section) => section.start === start)
  if (!code || !text) return undefined
  const family = archFamily(image.arch)
  const returns: ImageOffset[] = []
  const step = family === 'arm64' || family === 'arm64_32' ? 4 : family === 'arm' ? 2 : 1
  for (let at = step; at <= text.bytes.length; at += step) {
    if (callEndingAt(text.bytes, at, family)) returns.push(imageOffset(text.start + at))
  }
  return { image, name, code, sites: callSitesOfCode(code, family), returns }
}

/** A seeded source of numbers in [0, 1): mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Return addresses of unrelated calls. */
export function looseStack(from: CodeImage, size: number, random: () => number): readonly ImageOffset[] {
  return Array.from({ length: size }, () => from.returns[Math.floor(random() * from.returns.length)] ?? imageOffset(0))
}

/** Return addresses that direct calls really connect, innermost first; undefined where the draw finds no such path. */
export function calledStack(from: CodeImage, size: number, random: () => number): readonly ImageOffset[] | undefined {
  const inFunction = new Map<ImageOffset, ImageOffset[]>()
  for (const at of from.returns) {
    const start = from.sites.functionOf(imageOffset(at - 1))
    if (start !== undefined) inFunction.set(start, [...(inFunction.get(start) ?? []), at])
  }
  for (let attempt = 0; attempt < 50; attempt++) {
    const stack: ImageOffset[] = []
    let at: ImageOffset | undefined = from.returns[Math.floor(random() * from.returns.length)]
    while (at !== undefined && stack.length < size) {
      stack.unshift(at)
      const target = from.sites.targetOf(at)
      const inside: readonly ImageOffset[] = (target !== undefined && inFunction.get(target)) || []
      at = inside[Math.floor(random() * inside.length)]
    }
    if (stack.length === size && new Set(stack).size === size) return stack
  }
  return undefined
}
