import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseUuid, type KnownImage } from '../../../src/core/model/image.ts'
import { ImageNames, matchImage, mayBeOtherSlice, namesAgree } from '../../../src/core/resolve/match.ts'
import { makeKnown } from '../../support/made-symbols.ts'
import { makeImage, uuid } from '../../support/report-builder.ts'

const arm64 = makeKnown({ uuid: uuid('A'), arch: 'arm64' })
const armv7 = makeKnown({ uuid: uuid('B'), arch: 'armv7' })
const arm64e = makeKnown({ uuid: uuid('C'), arch: 'arm64e' })
const other = makeKnown({ uuid: uuid('D'), arch: 'arm64' })

test.each<[string, Parameters<typeof matchImage>, string, (KnownImage | undefined)?]>([
  [
    'the slice of a fat file by UUID',
    [makeImage({ name: 'App', uuid: uuid('B') }), 'armv7', [arm64, armv7]],
    'matched',
    armv7,
  ],
  ['by UUID under another name', [makeImage({ name: 'Renamed', uuid: uuid('A') }), 'arm64', [arm64]], 'matched', arm64],
  [
    'vendor spelling of the architecture',
    [makeImage({ name: 'App', uuid: uuid('A'), arch: 'arm64-unknown' }), undefined, [arm64]],
    'matched',
    arm64,
  ],
  [
    'arm64 in the report, arm64e in the file',
    [makeImage({ name: 'App', uuid: uuid('C'), arch: 'arm64' }), undefined, [arm64e]],
    'matched',
    arm64e,
  ],
  [
    'a UUID printed as the name',
    [makeImage({ name: 'A'.repeat(32).toLowerCase() }), 'arm64', [arm64]],
    'matched',
    arm64,
  ],
  ['same name, other UUID', [makeImage({ name: 'App', uuid: uuid('9') }), 'arm64', [arm64]], 'wrong-build'],
  [
    'same name, other UUID and other architecture',
    [makeImage({ name: 'App', uuid: uuid('9') }), 'x86_64', [arm64, armv7]],
    'wrong-arch',
  ],
  [
    'same UUID, other architecture',
    [makeImage({ name: 'App', uuid: uuid('A'), arch: 'x86_64' }), undefined, [arm64]],
    'wrong-arch',
  ],
  ['nothing of that name', [makeImage({ name: 'Lib', uuid: uuid('9') }), 'arm64', [arm64]], 'missing'],
  ['no UUID, one of the name', [makeImage({ name: 'App' }), 'arm64', [arm64]], 'by-name'],
  ['no UUID, nothing of the name', [makeImage({ name: 'Lib' }), 'arm64', [arm64]], 'missing'],
  [
    'forced to another build',
    [makeImage({ name: 'App', uuid: uuid('9') }), 'arm64', [arm64], { uuid: uuid('A'), arch: 'arm64' }],
    'forced',
    arm64,
  ],
  [
    'forced to what is not there',
    [makeImage({ name: 'App', uuid: uuid('9') }), 'arm64', [arm64], { uuid: uuid('E'), arch: 'arm64' }],
    'wrong-build',
  ],
])('%s', (_name, [image, arch, known, forced], kind, chosen) => {
  const match = matchImage(image, arch, known, forced)
  expect(match.kind).toBe(kind)
  if (chosen) expect('known' in match && match.known).toBe(chosen)
})

test('every build of the name is told', () => {
  const match = matchImage(makeImage({ name: 'App', uuid: uuid('9') }), 'arm64', [arm64, other, armv7])
  expect(match).toEqual({ kind: 'wrong-build', have: [arm64, other] })
})

test('two slices that share a UUID are told apart by architecture', () => {
  const twin = makeKnown({ uuid: uuid('A'), arch: 'x86_64' })
  expect(matchImage(makeImage({ name: 'App', uuid: uuid('A'), arch: 'x86_64' }), undefined, [arm64, twin])).toEqual({
    kind: 'matched',
    known: twin,
  })
})

test.each([
  [{ name: 'App' }, 'App.app.dSYM', true],
  [{ name: 'My App' }, 'My App', true],
  [{ name: '…ameworkTests' }, 'MyFrameworkTests', true],
  [{ name: 'com.example.my-app.App' }, 'App', true],
  [{ name: 'libfoo.dylib' }, 'libfoo', true],
  [{ name: '???', path: '/var/x/App.app/App' }, 'App', true],
  [{ name: 'Caf\u00e9' }, 'Cafe\u0301', true],
  [{ name: 'App' }, 'AppKit', false],
  [{ name: '' }, '', false],
])('name of %o against %s', (image, name, expected) => {
  expect(namesAgree(makeImage(image), name)).toBe(expected)
})

test.each([
  '<a0b1c2d3e4f50617a8b9cadbecfd0e1f>',
  'A0B1C2D3-E4F5-0617-A8B9-CADBECFD0E1F',
  'a0b1c2d3e4f50617a8b9cadbecfd0e1f0',
])('the spelling %s of a UUID is the same build', (text) => {
  const known = makeKnown({ uuid: parseUuid('A0B1C2D3-E4F5-0617-A8B9-CADBECFD0E1F')! })
  expect(matchImage(makeImage({ name: 'x', uuid: parseUuid(text)! }), 'arm64', [known]).kind).toBe('matched')
})

test.each([
  ['armv7', 'armv7s', true],
  ['ARM', 'armv7s', true],
  [undefined, 'armv7', true],
  ['armv7', 'armv7', false],
  [undefined, 'arm64', false],
  ['ARM-64', 'arm64', false],
])('a report that states %s, and symbols for %s: may be another slice: %s', (stated, have, expected) => {
  expect(mayBeOtherSlice(stated, have)).toBe(expected)
})

test('images by their names are those that agree one by one', () => {
  const names = [
    'App',
    '/Applications/App.app',
    '…ameworkTests',
    '…',
    '…abc',
    'com.example.Kiosk',
    'Kiosk.dSYM',
    '',
    'kiosk',
  ]
  const images = names.map((name, index) => ({ index, name, ...(index === 1 && { path: '/x/Other.dylib' }) }))
  const known = new ImageNames()
  for (const image of images) known.add(image, image.index)
  for (const name of [...names, 'FrameworkTests', 'XabcX', 'Xabc', 'Other', 'a/b/App.framework'])
    expect([name, known.of(name)]).toEqual([
      name,
      images.filter((image) => namesAgree(image, name)).map(({ index }) => index),
    ])
})

test('of many images at hand those are found that each alone would be, in their order', () => {
  const uuids = ['A', 'B', 'C', 'D'].map((digit) => parseUuid(digit.repeat(32))!)
  const name = fc.constantFrom(
    'Shop',
    'shop',
    'Shop.dylib',
    '+Shop.app',
    'Shop.app.dSYM',
    'Chat',
    '',
    '/usr/lib/Shop',
    'ÄBC',
  )
  const known = fc.array(fc.record({ name, uuid: fc.constantFrom(...uuids) }).map(makeKnown), { maxLength: 8 })
  const image = fc
    .record({
      name: fc.oneof(name, fc.constantFrom('…Shop', '…p.dylib', '…hop', 'com.example.Shop', 'com.example.app.Shop')),
      path: fc.option(name, { nil: undefined }),
      uuid: fc.option(fc.constantFrom(...uuids), { nil: undefined }),
    })
    .map(({ path, uuid, ...rest }) =>
      makeImage({ ...rest, ...(path !== undefined && { path }), ...(uuid && { uuid }) }),
    )
  fc.assert(
    fc.property(image, known, (wanted, all) => {
      const found = matchImage(wanted, 'arm64', all)
      const tied = all.filter(({ uuid }) => uuid === wanted.uuid)
      const named = all.filter((one) => namesAgree(wanted, one.name))
      if (wanted.uuid !== undefined && tied.length > 0) expect(found).toMatchObject({ kind: 'matched', known: tied[0] })
      else if (named.length === 0) expect(found).toEqual({ kind: 'missing' })
      else if (wanted.uuid === undefined) expect(found).toEqual({ kind: 'by-name', candidates: named })
      else expect(found).toEqual({ kind: 'wrong-build', have: named })
    }),
  )
})
