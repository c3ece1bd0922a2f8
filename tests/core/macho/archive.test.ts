/** Static libraries, as `ar` and Apple's tools write them. */
import { expect, test } from 'vitest'
import { openMachO } from '../../../src/core/macho/open.ts'
import { buildFat, buildMachO, codeSection } from '../../support/macho-builder.ts'

interface Member {
  readonly name: string
  readonly bytes: Uint8Array
  /** Written behind the header, as Apple's tools do, which makes the content longer. */
  readonly longName?: string
}

function buildArchive(members: readonly Member[]): Uint8Array<ArrayBuffer> {
  const parts = [Buffer.from('!<arch>\n')]
  for (const { name, bytes, longName = '' } of members) {
    const size = bytes.length + longName.length
    parts.push(Buffer.from(`${name.padEnd(16)}${'0'.padEnd(32)}${String(size).padEnd(10)}\`\n`))
    parts.push(Buffer.from(longName), Buffer.from(bytes), Buffer.from(size % 2 ? '\n' : ''))
  }
  return Uint8Array.from(Buffer.concat(parts))
}

const object = (size: number) => buildMachO({ fileType: 1, sections: [codeSection(size, 0n)] })
const text = (content: string) => new TextEncoder().encode(content)
const open = async (bytes: Uint8Array<ArrayBuffer>) => openMachO({ path: 'libA.a', blob: new Blob([bytes]) })

test('members with names of all kinds; tables are no members', async () => {
  const { images, problems } = await open(
    buildArchive([
      { name: '#1/20', longName: '__.SYMDEF SORTED\0\0\0\0', bytes: text('table') },
      { name: '#1/24', longName: 'a long name of Apple.o\0\0', bytes: object(4) },
      { name: 'short.o/', bytes: object(8) },
      { name: '//', bytes: text('a long name of GNU.o/\n') },
      { name: '/0', bytes: object(12) },
      { name: 'notes.txt', bytes: text('odd') },
      { name: 'plain.o', bytes: object(16) },
    ]),
  )
  expect(problems).toEqual([])
  expect(images.map(({ path, sections }) => [path, sections[0]?.size])).toEqual([
    ['libA.a!a long name of Apple.o', 4],
    ['libA.a!short.o', 8],
    ['libA.a!a long name of GNU.o', 12],
    ['libA.a!plain.o', 16],
  ])
})

test('offsets in problems count from the start of the file, also of a library in a fat file', async () => {
  const member = object(64)
  const library = buildArchive([{ name: 'cut.o', bytes: member.subarray(0, member.length - 10) }])
  const { images } = await open(buildFat([{ cpuType: 0x0100000c, bytes: library }]))
  expect(images[0]).toMatchObject({
    fileOffset: 4096 + 68,
    problems: [{ code: 'truncated-section', file: 'libA.a!cut.o' }],
  })
  expect(images[0]?.problems[0]?.offset).toBeGreaterThan(4096 + 68)
})

test.each([
  ['a member that is cut off', buildArchive([{ name: 'a.o', bytes: object(40) }]).subarray(0, 100), 'truncated'],
  ['a damaged header', buildArchive([{ name: 'a.o', bytes: object(4) }]).fill(0x20, 60, 68), 'bad-archive'],
  ['no objects', buildArchive([{ name: 'a.txt', bytes: text('x') }]), 'empty-library'],
])('%s is a problem', async (_, bytes, code) => {
  expect((await open(bytes)).problems.map((problem) => problem.code)).toContain(code)
})

test('a table of names without an end is no name of megabytes for every member', async () => {
  const members = Array.from({ length: 50 }, () => ({ name: '/1', bytes: object(4) }))
  const { images } = await open(buildArchive([{ name: '//', bytes: text('n'.repeat(4 << 20)) }, ...members]))
  expect(images).toHaveLength(50)
  expect(Math.max(...images.map(({ path }) => path.length))).toBeLessThan(5000)
})
