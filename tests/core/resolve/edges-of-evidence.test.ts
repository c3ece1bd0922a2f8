/** Evidence for places, called alone: calls in code and in lists, places of images together, origins, regions, names without end. */
import { describe, expect, test } from 'vitest'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import type { BinaryImage, Call } from '../../../src/core/model/image.ts'
import type { Resolution } from '../../../src/core/model/report.ts'
import { withBoundedNames } from '../../../src/core/resolve/bounded-names.ts'
import { callSitesOfCode, callSitesOfReturns } from '../../../src/core/resolve/call-sites.ts'
import { weighTogether } from '../../../src/core/resolve/joint-placement.ts'
import { imageOrigin, inSharedCache } from '../../../src/core/resolve/origin.ts'
import { withRegionImages } from '../../../src/core/resolve/text-regions.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { makeImage, makeReport } from '../../support/report-builder.ts'

const offsets = (...list: readonly number[]) => list.map((at) => imageOffset(at))

describe('calls in code of arm64', () => {
  const nop = 0xd503201f
  /** BL and B: 26 bits, counted in words from the instruction itself. */
  const bl = (bytes: number): number => (0x94000000 | ((bytes / 4) & 0x3ffffff)) >>> 0
  const b = (bytes: number): number => (0x14000000 | ((bytes / 4) & 0x3ffffff)) >>> 0
  const blr = 0xd63f0100
  const code = [nop, bl(0x1c), blr, bl(0x100), b(0x10), nop, nop, bl(-0x1c), nop]
  const start = 0x1000
  const sites = callSitesOfCode(
    {
      sections: [
        { start: imageOffset(start), bytes: Uint8Array.from(new ByteWriter().u32(...code).done()) },
        { start: imageOffset(0x5000), bytes: Uint8Array.from(new ByteWriter().u32(blr).done()) },
      ],
      functionStarts: offsets(0x1000, 0x1014, 0x1020, 0x5000),
    },
    'arm64',
  )

  test('a call ends behind its instruction', () => {
    const ends = [0x1000, 0x1004, 0x1008, 0x100c, 0x1010, 0x1014, 0x1020, 0x1024, 0x1028, 0x5000, 0x5004]
    expect(ends.map((at) => sites.endsCall(imageOffset(at)))).toEqual([
      ...[undefined, false, true, true, true, false, true],
      ...[false, undefined, undefined, true],
    ])
  })

  test('where a call goes is known of direct ones to the start of a function', () => {
    // The second instruction calls 28 bytes on, the eighth 28 bytes back.
    expect(sites.targetOf(imageOffset(0x1008))).toBe(0x1020)
    expect(sites.targetOf(imageOffset(0x1020))).toBe(0x1000)
    expect(sites.targetOf(imageOffset(0x100c))).toBeUndefined()
    expect(sites.targetOf(imageOffset(0x1010))).toBeUndefined()
    expect(sites.targetOf(imageOffset(0x9000))).toBeUndefined()
  })

  test('functions, jumps, pages and the end', () => {
    expect([0x1000, 0x1013, 0x1014, 0x1021, 0x2000].map((at) => sites.functionOf(imageOffset(at)))).toEqual([
      ...[0x1000, 0x1000, 0x1014, 0x1020, undefined],
    ])
    expect(sites.jumpsTo(imageOffset(0x1000), imageOffset(0x1020))).toBe(true)
    expect(sites.jumpsTo(imageOffset(0x1000), imageOffset(0x1014))).toBe(false)
    expect(sites.jumpsTo(imageOffset(0x1014), imageOffset(0x1020))).toBe(false)
    expect(sites.jumpsTo(imageOffset(0x9000), imageOffset(0x1020))).toBe(false)
    expect(sites.placesAt(8, 0x1000)).toEqual([0x1008])
    expect(sites.placesAt(4, 0x1000)).toEqual([0x5004])
    expect(sites.placesAt(0x10, 0x1000)).toEqual([0x1010])
    expect(sites.placesAt(0x14, 0x1000)).toEqual([])
    expect(sites.pages(8)).toBe(code.length / 2 + 1)
    expect([sites.extent, sites.coverages]).toEqual([0x5004, [1]])
  })

  test('of a list, what is not in it is unknown', () => {
    const listed = callSitesOfReturns(offsets(0x10, 0x1010, 0x1024))
    expect([0x10, 0x11, 0x1024, 0x9999].map((at) => listed.endsCall(imageOffset(at)))).toEqual([
      ...[true, undefined, true, undefined],
    ])
    expect(listed.placesAt(0x10, 0x1000)).toEqual([0x10, 0x1010])
    expect(listed.placesAt(0x24, 0x1000)).toEqual([0x1024])
    expect(listed.placesAt(0, 0x10)).toEqual([0x10, 0x1010])
    expect(listed.placesAt(7, 0x10)).toEqual([])
    expect([listed.pages(0x1014), listed.pages(0x4000), listed.extent]).toEqual([1, 1, 0x1025])
    expect(listed.pages(0x405)).toBeCloseTo(0x1014 / 0x405)
    expect(listed.targetOf(imageOffset(0x10))).toBeUndefined()
    expect(listed.functionOf(imageOffset(0x10))).toBeUndefined()
    expect(listed.jumpsTo(imageOffset(0x10), imageOffset(0x10))).toBe(false)
    const none = callSitesOfReturns([])
    expect([none.extent, none.pages(16), none.placesAt(0, 16)]).toEqual([1, 1, []])
  })
})

describe('images together', () => {
  const at = (loadAddress: number, share: number, size = 0x100) => ({
    loadAddress: runtimeAddress(loadAddress),
    size,
    share,
  })
  const close = (found: readonly (readonly number[])[], expected: readonly (readonly number[])[]): void => {
    expect(found.map((own) => own.map((share) => Math.round(share * 1e6) / 1e6))).toEqual(
      expected.map((own) => own.map((share) => Math.round(share * 1e6) / 1e6)),
    )
  }
  test('apart from each other nothing changes', () => {
    close(weighTogether([[at(0x1000, 0.6)], [at(0x1100, 0.7)], []]), [[0.6], [0.7], []])
  })
  test('two at one place: both cannot lie there', () => {
    // One, the other, or neither: 0.6 · 0.4, 0.4 · 0.6 and 0.4 · 0.4.
    close(weighTogether([[at(0x1000, 0.6)], [at(0x10ff, 0.6)]]), [[0.24 / 0.64], [0.24 / 0.64]])
  })
  test('with another place the weaker one goes there', () => {
    const found = weighTogether([[at(0x1000, 0.9)], [at(0x1000, 0.5), at(0x9000, 0.5)]])
    // With all shares of the second image given, neither has a part of 1e-12.
    expect(found[0]?.[0]).toBeCloseTo(0.45 / (0.45 + 0.05 + 0.05), 6)
    expect(found[1]?.[1]).toBeCloseTo(0.5 / 0.55, 6)
  })
  test('three in a row that touch are weighed as one group', () => {
    const found = weighTogether([[at(0x1000, 0.5)], [at(0x1080, 0.5)], [at(0x1100, 0.5)]])
    // The outer two may both be there; the middle one excludes both.
    close(found, [[0.25 / 0.625], [0.125 / 0.625], [0.25 / 0.625]])
  })
  test('of an image four choices are weighed; what is hardly possible is none', () => {
    const choices = [at(0x1000, 0.2), at(0x2000, 0.2), at(0x3000, 0.2), at(0x4000, 0.2), at(0x5000, 0.1)]
    const [first, second] = weighTogether([choices, [at(0x1000, 0.5)]])
    expect(first).toHaveLength(5)
    expect(first?.[4]).toBe(0)
    expect(second?.[0]).toBeLessThan(0.5)
    close(weighTogether([[at(0x1000, 0.00009)], [at(0x1000, 0.5)]]), [[0.00009], [0.5]])
  })
  test('of a group of more than eight images the rest is not believed', () => {
    const found = weighTogether(Array.from({ length: 9 }, () => [at(0x1000, 0.5)]))
    expect(found.slice(0, 8).every(([share = 0]) => share > 0)).toBe(true)
    expect(found[8]).toEqual([0])
  })
})

describe('the origin of an image', () => {
  const cache = runtimeAddress(0x1_9000_0000)
  const origin = (image: Partial<BinaryImage>, header: object = { arch: 'arm64', process: 'Shop' }) =>
    imageOrigin(makeImage({ name: 'x', ...image }), makeReport({ header: { fields: [], ...header } }))
  test.each<[string, Partial<BinaryImage>, 'app' | 'system' | undefined]>([
    ['as stated', { origin: 'app', path: '/usr/lib/x.dylib' }, 'app'],
    ['by its path', { path: '/usr/lib/x.dylib', name: 'Shop' }, 'system'],
    ['by the name of the process', { name: 'Shop', loadAddress: cache }, 'app'],
    ['by its name alone', { name: 'UIKit' }, 'system'],
    ['by the name of a framework that extensions use', { name: 'ExtensionFoundation' }, 'system'],
    ['by the beginning of such a name', { name: 'CoreTill' }, undefined],
    ['by a name of a library', { name: 'libsystem_c.dylib' }, 'system'],
    ['by a name with its suffix', { name: 'Foundation.dylib' }, 'system'],
    ['by a name that goes on', { name: 'UIKitPlus' }, undefined],
    ['by a name behind another', { name: 'MyUIKit' }, undefined],
    ['by a name at a path that says nothing', { name: 'UIKit', path: '/opaque/UIKit' }, undefined],
    ['by its address', { loadAddress: cache }, 'system'],
    ['below the shared cache', { loadAddress: runtimeAddress(0x1_0400_0000) }, undefined],
    ['unknown', {}, undefined],
  ])('%s', (_, image, expected) => {
    expect(origin(image)).toBe(expected)
  })
  test('the architecture is that of the image, else of the report, else any of 64 bits', () => {
    const intel = runtimeAddress(0x7ff8_0000_1000)
    expect(origin({ loadAddress: intel })).toBeUndefined()
    expect(origin({ loadAddress: intel, arch: 'x86_64' })).toBe('system')
    expect(origin({ loadAddress: intel }, {})).toBe('system')
    expect(origin({ name: '' }, { process: '' })).toBeUndefined()
    expect([0x1_8000_0000, 0x2_ffff_ffff].map((at) => inSharedCache(runtimeAddress(at), 'arm64'))).toEqual([true, true])
    expect([0x1_7fff_ffff, 0x3_0000_0000].map((at) => inSharedCache(runtimeAddress(at), 'arm64'))).toEqual([
      false,
      false,
    ])
    expect(inSharedCache(runtimeAddress(0x1b00_0000), 'other')).toBe(false)
  })
})

describe('images of listed regions', () => {
  const text = (file: string): string => `__TEXT  104cb8000-104cc8000 [ 64K] r-x/r-x SM=COW  ${file}`
  const read = (image: Partial<BinaryImage> | undefined, row: object = {}, file = '/x/Harbor') =>
    withRegionImages(
      makeReport({
        images: image ? [makeImage({ name: 'Harbor', ...image })] : [],
        rows: [{ address: 0x104cb8010, ...row }],
        sections: [{ kind: 'text', title: 'VM Region Info', text: `REGION TYPE  START - END\n${text(file)}` }],
      }),
    )
  const images = (report: ReturnType<typeof read>) => report.images.map(({ name, path }) => [name, path])
  const imageOf = (report: ReturnType<typeof read>) => report.threads[0]?.frames[0]?.image

  test('one that is not listed is added; one that is listed without a place gets its frames', () => {
    const added = read(undefined)
    expect([images(added), imageOf(added)]).toEqual([[['Harbor', '/x/Harbor']], 0])
    const cut = read(undefined, {}, '...app/Harbor')
    expect([images(cut), imageOf(cut)]).toEqual([[['Harbor', undefined]], 0])
    const listed = read({})
    expect([images(listed), imageOf(listed)]).toEqual([[['Harbor', undefined]], 0])
    const other = read({ name: 'Other' })
    expect([images(other), imageOf(other)]).toEqual([
      [
        ['Other', undefined],
        ['Harbor', '/x/Harbor'],
      ],
      1,
    ])
  })
  test.each<[string, Partial<BinaryImage> | undefined, object]>([
    ['one whose place is stated has its frames', { loadAddress: runtimeAddress(0x200000000) }, {}],
    ['an address outside', undefined, { address: 0x104cc8000 }],
    ['an address before', undefined, { address: 0x104cb7fff }],
    ['a frame that names its image', undefined, { imageName: 'Other' }],
  ])('%s', (_, image, row) => {
    const found = read(image, row)
    expect(found.images).toHaveLength(image ? 1 : 0)
    expect(imageOf(found)).toBeUndefined()
  })
  test('the first and the last byte of a region are in it', () => {
    for (const address of [0x104cb8000, 0x104cc7fff]) expect(imageOf(read(undefined, { address }))).toBe(0)
  })
})

describe('names without end', () => {
  const most = (16 << 20) + 1024
  const call = (parts: Partial<Call>): Call => ({
    function: 'f',
    mangled: 'f',
    inlined: false,
    source: 'dwarf',
    ...parts,
  })
  const cut = (parts: Partial<Call>): Call | undefined => {
    const resolution: Resolution = { kind: 'resolved', calls: [call(parts)], grade: { level: 'exact', evidence: [] } }
    const [found] = withBoundedNames({ resolutions: [resolution] }).resolutions
    return found && 'calls' in found ? found.calls[0] : undefined
  }
  const long = (length: number): string => 'x'.repeat(length)

  test('as many characters as are bearable stay', () => {
    expect(cut({ function: long(most - 1) })?.function).toHaveLength(most - 1)
    expect(cut({ function: long(most) })?.function.length).toBeLessThan(most)
  })
  test.each<[string, Partial<Call>, number]>([
    ['a name, its linkage name and its file', {}, 3],
    ['two aliases beside them', { aliases: ['a', 'b'] }, 5],
    ['folded names beside them', { folded: ['a'] }, 4],
    ['both', { aliases: ['a', 'b'], folded: ['a'] }, 6],
  ])('one more is cut for %s to a part each', (_, parts, texts) => {
    const found = cut({ ...parts, function: long(most) })
    // An ellipsis stands for the rest.
    expect(found?.function).toHaveLength(Math.floor(most / texts) + 1)
    expect([found?.mangled, found?.aliases, found?.folded]).toEqual(['f', parts.aliases, parts.folded])
  })
})
