/** Rows of lists of images, of any writer: each part of a row, the row without it, and lines that are none. */
import { describe, expect, test } from 'vitest'
import { splitLines } from '../../../../src/core/reports/base/lines.ts'
import { parseImageRow, parsePackage } from '../../../../src/core/reports/text/apple-images.ts'
import { ImageBlocks, parseListedImage } from '../../../../src/core/reports/text/listed-images.ts'
import { collectImages, findStatedLoad } from '../../../../src/core/reports/text/text-images.ts'

const BARE = '0123456789abcdef0123456789abcdef'
const uuid = '01234567-89AB-CDEF-0123-456789ABCDEF'

describe('rows of Apple’s lists', () => {
  const at = { loadAddress: 0x1000n, size: 0x2000 }
  test.each<[string, object]>([
    [`0x1000 - 0x2fff Till arm64 <${BARE}> /a b/Till`, { ...at, name: 'Till', arch: 'arm64', uuid, path: '/a b/Till' }],
    [
      ` *0x1000-0x2fff\t +com.shop.till (1.0 - 1)<${uuid}>  /a/Till`,
      { ...at, name: 'Till', bundleId: 'com.shop.till', version: '1.0 - 1', uuid, path: '/a/Till', origin: 'app' },
    ],
    ['\t0x1000  -  0x2fff  Till', { ...at, name: 'Till' }],
    ['0x1000 - ??? Till', { name: 'Till', loadAddress: 0x1000n }],
    ['0x0 - ??? Till', { name: 'Till' }],
    ['0x0 - 0xffffffffffffffff ???', { name: '???' }],
    ['0x0 - 0xFFFFFFFF Till', { name: 'Till' }],
    ['0x0 - 0xfffffff Till', { name: 'Till', loadAddress: 0n, size: 0x10000000 }],
    ['0 - 0xffffffffffffffff Till', { name: 'Till' }],
    ['0  -  0xffffffffffffffff\tTill', { name: 'Till' }],
    ['0x2000 - 0x1fff Till', { name: 'Till', loadAddress: 0x2000n }],
    ['0x2000 - 0x2000 Till', { name: 'Till', loadAddress: 0x2000n, size: 1 }],
    ['0x1000 - 0x2fff My Till 2, arm64, /a/Till', { ...at, name: 'My Till 2', arch: 'arm64', path: '/a/Till' }],
    [`0x1000 - 0x2fff Till <${BARE.slice(0, 8)}`, { ...at, name: 'Till' }],
    [`0x1000 - 0x2fff Till <${BARE}> ???`, { ...at, name: 'Till', uuid }],
    [
      `0x1000 - 0x2fff Till <${BARE}> \t(12.3) \t/a/Till`,
      { ...at, name: 'Till', uuid, version: '12.3', path: '/a/Till' },
    ],
    [`0x1000 - 0x2fff Till <${BARE}> /a (12.3) /Till`, { ...at, name: 'Till', uuid, path: '/a (12.3) /Till' }],
    [`0x1000 - 0x2fff Till <${BARE}> (x) /a`, { ...at, name: 'Till', uuid, path: '(x) /a' }],
    [`0x1000 - 0x2fff <${BARE}> /a/Till`, { ...at, name: 'Till', uuid, path: '/a/Till' }],
    [
      '0x1000 - 0x2fff Till /a/Till {"identifier":"x.y","version":"3"}',
      { ...at, name: 'Till', path: '/a/Till', bundleId: 'x.y', version: '3' },
    ],
    ['0x1000 - 0x2fff com.shop.Till /a/com.shop.Till', { ...at, name: 'com.shop.Till', path: '/a/com.shop.Till' }],
    ['0x1000 - 0x2fff com.Till /a/Till', { ...at, name: 'com.Till', path: '/a/Till' }],
    ['0x1000 - 0x2fff my com.shop.Till /a/Till', { ...at, name: 'my com.shop.Till', path: '/a/Till' }],
    ['0x1000 - 0x2fff +Till', { ...at, name: 'Till', origin: 'app' }],
    ['0x1000 - 0x2fff Till  2.3.4a', { ...at, name: 'Till', version: '2.3.4a' }],
    ['0x1000 - 0x2fff Till 12.34', { ...at, name: 'Till', version: '12.34' }],
    ['0x1000 - 0x2fff Till 12', { ...at, name: 'Till 12' }],
    ['0x1000 - 0x2fff com.apple.X 6.9 (1863)', { ...at, name: 'com.apple.X', version: '6.9 (1863)' }],
    ['0x1000 - 0x2fff libSystem.B.dylib ??? (???)', { ...at, name: 'libSystem.B.dylib' }],
    ['0x1000 - 0x2fff libSystem.B.dylib ??? (12)', { ...at, name: 'libSystem.B.dylib', version: '12' }],
    ['0x1000 - 0x2fff libSystem.B.dylib 12 (???)', { ...at, name: 'libSystem.B.dylib', version: '12' }],
    ['0x1000 - 0x2fff Till (??? - ???)', { ...at, name: 'Till' }],
    ['0x1000 - 0x2fff Till (*)', { ...at, name: 'Till' }],
    ['0x1000 - 0x2fff Photo Shop 2021 (22)', { ...at, name: 'Photo Shop 2021', version: '22' }],
    ['0x1000 - 0x2fff Photo Shop 94.0.1 (22)', { ...at, name: 'Photo Shop', version: '94.0.1 (22)' }],
    [
      '0x1000 - 0x2fff org.example.R R 2.6.2 GUI 1.23 (4932)',
      { ...at, name: 'org.example.R', version: 'R 2.6.2 GUI 1.23 (4932)' },
    ],
    ['0x1000 - 0x2fff Till (arm64e)', { ...at, name: 'Till', arch: 'arm64e' }],
    ['0x1000 - 0x2fff Till (1.2) arm64', { ...at, name: 'Till', version: '1.2', arch: 'arm64' }],
    ['0x1000 - 0x2fff Till (Beta) arm64', { ...at, name: 'Till (Beta)', arch: 'arm64' }],
    ['0x1000 - 0x2fff Till arm64 (1.2)', { ...at, name: 'Till', version: '1.2', arch: 'arm64' }],
    ...[
      'arm',
      'armv7',
      'armv7s',
      'arm64',
      'arm64_32',
      'arm64e',
      'arm64v8',
      'i386',
      'i486',
      'x86_64',
      'x86_64h',
      'x86',
      'ppc',
      'ppc970',
      'unknown',
      'unknown-arch',
    ].map((arch): [string, object] => [`0x1000 - 0x2fff Till  ${arch}`, { ...at, name: 'Till', arch }]),
  ])('%s', (text, image) => {
    expect(parseImageRow(text)).toEqual(image)
    expect(parseImageRow(`x ${text}`)).toBeUndefined()
  })

  test.each([
    '0x1000 - 0x2fff',
    '0x1000 + 0x2fff Till',
    '1000 - 0x2fff Till',
    '0 - 0x2fff Till',
    '0x1000 - 2fff Till',
    '0 - 0xfffffffffffffffff Till',
    `0x1000 - 0x2fff ${' '.repeat(600)}x`,
  ])('none: %s', (text) => {
    expect(parseImageRow(text)).toBeUndefined()
  })

  test('the members of a package', () => {
    expect(parsePackage('0x1 - 0x2 a /b {"name":"x","n":3,"l":[1]}')).toEqual([
      ['name', 'x'],
      ['n', '3'],
      ['l', '[1]'],
    ])
    expect(parsePackage('0x1 - 0x2 a /b')).toBeUndefined()
    expect(parsePackage('0x1 - 0x2 a /b{"name":"x"}')).toBeUndefined()
  })
})

describe('lists of debuggers and of Swift', () => {
  const imagesOf = (...texts: readonly string[]) => collectImages(splitLines(texts.join('\n')))
  test.each<[string, object]>([
    [
      `[  0] ${uuid} 0x0000000104ccc000 /a b/Till`,
      { name: 'Till', path: '/a b/Till', uuid, loadAddress: 0x104ccc000n },
    ],
    [` \t[1234]  \t${uuid}  /a/Till \t`, { name: 'Till', path: '/a/Till', uuid }],
    ['[1]\t0x104ccc000  /a/Till', { name: 'Till', path: '/a/Till', loadAddress: 0x104ccc000n }],
    [`[0] ${uuid} 0x1000 /a/Till`, { name: 'Till', path: '/a/Till', uuid, loadAddress: 0x1000n }],
    ['[0] 0x4ccc000 /a/Till', { name: 'Till', path: '/a/Till', loadAddress: 0x104ccc000n, textVmaddr: 0x1_0000_0000n }],
    ['[1] 0x4ccc000 /a/Till', { name: 'Till', path: '/a/Till' }],
    ['[0] 0x4ccc001 /a/Till', { name: 'Till', path: '/a/Till', loadAddress: 0x4ccc001n }],
    [
      '[0] 0x100000000 @rpath/Till.dylib',
      { name: 'Till.dylib', path: '@rpath/Till.dylib', loadAddress: 0x1_0000_0000n },
    ],
    ['[0] 0x104ccc000 /a/Till  (0x0000000104ccc000)', { name: 'Till', path: '/a/Till', loadAddress: 0x104ccc000n }],
    ['[0] 0x104ccc000 /a/Till (0xA)', { name: 'Till', path: '/a/Till', loadAddress: 0x104ccc000n }],
    ['[0] 0x104ccc000 C:\\x', { name: 'C:\\x', path: 'C:\\x', loadAddress: 0x104ccc000n }],
    ['[0] 0x104ccc000 Till.app', { name: 'Till.app', path: 'Till.app', loadAddress: 0x104ccc000n }],
    [
      `0x104ccc000–0x104ccd000 ${BARE} Till /a b/Till`,
      { name: 'Till', path: '/a b/Till', uuid, loadAddress: 0x104ccc000n, size: 0x1000 },
    ],
    [
      '│ 0x104ccc000 \t—  0x104ccc000  <no build ID>  My Till  <unknown> ',
      { name: 'My Till', loadAddress: 0x104ccc000n },
    ],
    ['0xA000 - 0xB000  -  Till\t/a/Till', { name: 'Till', path: '/a/Till', loadAddress: 0xa000n, size: 0x1000 }],
  ])('%s', (text, image) => {
    expect(imagesOf(text)).toEqual([image])
  })

  test('with -o the numbers are slides', () => {
    const row = `[0] ${uuid} 0x4ccc000 /a/Till`
    const slid = { name: 'Till', path: '/a/Till', uuid, loadAddress: 0x104ccc000n, textVmaddr: 0x1_0000_0000n }
    const plain = { name: 'Till', path: '/a/Till', uuid, loadAddress: 0x4ccc000n }
    expect(imagesOf('(lldb) image list -o -f', row)).toEqual([slid])
    expect(imagesOf('image list Till\t-fo', row)).toEqual([slid])
    expect(imagesOf('image list -o', 'image list -f', row)).toEqual([plain])
    expect(imagesOf('image lists -o', row)).toEqual([plain])
    expect(imagesOf('image list -o', row.replace('[0]', '[1]'))).toEqual([{ name: 'Till', path: '/a/Till', uuid }])
  })

  test.each(['[0]  /a/Till', '[0] 0x104ccc000 Till', '[x] 0x104ccc000x /a/Till'])('none: %s', (text) => {
    expect(imagesOf(text)).toEqual([])
  })

  test.each<[string, bigint | undefined, boolean]>([
    ['Base Address: 0x104cb8000', 0x104cb8000n, false],
    ['load_address=0x104cb8000', 0x104cb8000n, false],
    ['the image load__address is 0x104cb8000.', 0x104cb8000n, false],
    ['start- Address 0xabcd', 0xabcdn, false],
    ['imagebase \t=\t 0x104cb8000', 0x104cb8000n, false],
    ['Image_ Base:0x104cb8000', 0x104cb8000n, false],
    ['load  addr 0x104cb8000', 0x104cb8000n, false],
    ['loadaddr 0x104cb8000', 0x104cb8000n, false],
    ['baseaddress 0x104cb8000', 0x104cb8000n, false],
    ['base address 0x104', undefined, false],
    ['database address 0x104cb8000', undefined, false],
    ['slide=0x4cb8000', 0x104cb8000n, true],
    ['ASLR slide: 0x4cb8000', 0x104cb8000n, true],
    ['image_vmaddr_slide \t0x0', 0x1_0000_0000n, true],
    ['dyld- app slideoffset is 0x1000', 0x1_0000_1000n, true],
    ['slide_ value = 0x1000', 0x1_0000_1000n, true],
    ['slide address\t0x1000', 0x1_0000_1000n, true],
    ['slide=0x4cb8001', undefined, true],
    ['slide=0x100000000', undefined, true],
    ['landslide=0x4cb8000', undefined, true],
  ])('stated: %s', (text, loadAddress, isSlide) => {
    const lines = splitLines(`a\n${text}\nslide=0x7000`)
    const later = { loadAddress: 0x1_0000_7000n, textVmaddr: 0x1_0000_0000n, line: lines[2] }
    const found = loadAddress !== undefined && {
      loadAddress,
      ...(isSlide && { textVmaddr: 0x1_0000_0000n }),
      line: lines[1],
    }
    expect(findStatedLoad(lines)).toEqual(found || later)
  })

  test('a base wins over a slide, and long lines say nothing', () => {
    const lines = splitLines('slide=0x1000\nbase address 0x8000')
    expect(findStatedLoad(lines)).toEqual({ loadAddress: 0x8000n, line: lines[1] })
    expect(findStatedLoad(splitLines('base address 0x8000'.padEnd(1024)))?.loadAddress).toBe(0x8000n)
    expect(findStatedLoad(splitLines('base address 0x8000'.padEnd(1025)))).toBeUndefined()
  })
})

describe('lists of any logger', () => {
  const till = { name: 'Till', loadAddress: 0x104cc8000n }
  test.each<[string, object]>([
    [`Till 0x104cc8000 ${uuid}`, { ...till, uuid }],
    [`<${BARE}>  0x104cc8000  My Till 2`, { ...till, name: 'My Till 2', uuid }],
    [`(${BARE}) 104cc8000 Till`, { ...till, uuid }],
    [`[12] Till ${uuid} 0x104cc8000 0x104cc9000`, { ...till, uuid, size: 0x1000 }],
    [`# 3. Till 0x104cc8000 0x4cc8000 ${uuid}`, { ...till, uuid, textVmaddr: 0x1_0000_0000n }],
    ['0x104cc8000 arm64e /a b/Till', { ...till, arch: 'arm64e', path: '/a b/Till' }],
    ['0x104cc8000 armv7s @rpath/Till  x', { ...till, arch: 'armv7s', path: '@rpath/Till' }],
    ...['armv7', 'armv7k', 'x86_64', 'x86_64h', 'i386', 'arm64_32', 'arm64'].map((arch): [string, object] => [
      `Till ${arch} 0x104cc8000 ${uuid}`,
      { ...till, arch, uuid },
    ]),
    ['/a/Till   0x104cc8000', { ...till, path: '/a/Till' }],
    [`/a/Till ${uuid} 0x104cc8000`, { ...till, path: '/a/Till', uuid }],
    ['/a/Till\t(0x104cc8000)', { ...till, path: '/a/Till' }],
    ['/a/Till [0123abcd-x] base=0x104cc8000', { ...till, path: '/a/Till' }],
    [
      `App base=0x104cc8000 slide=0x4cc8000 uuid=${BARE}`,
      { name: 'App', uuid, loadAddress: 0x104cc8000n, textVmaddr: 0x1_0000_0000n },
    ],
    ['name: Till, load address: 104cc8000, size: 4096, arch: arm64', { ...till, size: 4096, arch: 'arm64' }],
    ['"Image Name" : "Till"; "addr" = 4375478272', till],
    ['name: Till, base: 0x104cc8000, end: 0x104cc9000', { ...till, size: 0x1000 }],
    ['name: /a/Till, base: 0x104cc8000', { ...till, path: '/a/Till' }],
    ['name: Till, slide: 0x4cc8000', { name: 'Till', slide: 0x4cc8000n }],
    ['name: Till, base: 12345000', { name: 'Till', loadAddress: 0x12345000n }],
    ['name: Till, base: 0x104cc8000, slide: 0x204cc8000', till],
    ['name: Till, base: 0x104cc8000, size: 0x100000000', till],
    ...[
      'image name',
      'image_name',
      'imagename',
      'module name',
      'modulename',
      'binary_name',
      'binaryname',
      'module',
      'binary',
      'library',
      'image',
    ].map((label): [string, object] => [`${label}: Till, base: 0x104cc8000`, till]),
    ...['image path', 'image_path', 'imagepath', 'file path', 'filepath', 'path'].map((label): [string, object] => [
      `${label}: /a/Till, base: 0x104cc8000`,
      { ...till, path: '/a/Till' },
    ]),
    ...['image uuid', 'image_uuid', 'imageuuid', 'uuid', 'build id', 'buildid', 'debug_id', 'debugid'].map(
      (label): [string, object] => [`${label}: ${uuid}, name: Till, base: 0x104cc8000`, { ...till, uuid }],
    ),
    ...[
      'load address',
      'load_addr',
      'loadaddr',
      'image load address',
      'image_base_addr',
      'imagestartaddr',
      'image address',
      'imageaddr',
      'image base',
      'imagebase',
      'load',
      'start',
      'header',
      'address',
    ].map((label): [string, object] => [`name: Till, ${label}: 0x104cc8000`, till]),
    ...[
      'image slide',
      'imageslide',
      'image vmaddr slide',
      'image_vmaddrslide',
      'imagevmaddrslide',
      'vmaddr slide',
      'vmaddrslide',
      'aslr_slide',
      'slide',
    ].map((label): [string, object] => [`name: Till, ${label}: 0x1000`, { name: 'Till', slide: 0x1000n }]),
    ...['image size', 'image_size', 'imagesize'].map((label): [string, object] => [
      `name: Till, base: 0x104cc8000, ${label}: 0x20`,
      { ...till, size: 32 },
    ]),
    ...['end address', 'end_addr', 'endaddr'].map((label): [string, object] => [
      `name: Till, base: 0x104cc8000, ${label}: 0x104cc8020`,
      { ...till, size: 32 },
    ]),
    ['name: Till, base: 0x104cc8000, architecture = i386', { ...till, arch: 'i386' }],
  ])('%s', (text, image) => {
    expect(parseListedImage(text)).toEqual(image)
  })

  test.each([
    'Till 0x104cc8000',
    `Till 0x104cc8001 ${uuid}`,
    `0x104cc8000 ${uuid}`,
    `Till + 0x104cc8000 ${uuid}`,
    `Till 0x104cc8000 0x1 0x2 0x3 ${uuid}`,
    'Till</b> 0x104cc8000',
    'Till /b&gt 0x104cc8000',
    'name: Till',
    'base: 0x104cc8000',
    'name: Till, base: 0x104cc8001',
    'name: Till, base: 0x0',
    'name: Till, base: x104cc8000',
    `${`Till 0x104cc8000 ${uuid}`.padEnd(2049)}`,
  ])('none: %s', (text) => {
    expect(parseListedImage(text)).toBeUndefined()
  })

  test('parts on lines of their own', () => {
    const blocks = new ImageBlocks()
    const other = { name: 'Other', loadAddress: 0x104ccc000n }
    expect(blocks.add('name: Till')).toEqual([])
    expect(blocks.add(' base: 0x104cc8000')).toEqual([])
    expect(blocks.add('name: Other')).toEqual([till])
    expect(blocks.add('- base: 0x104ccc000,')).toEqual([])
    expect(blocks.add('')).toEqual([other])
    expect(blocks.end()).toEqual([])
    expect(blocks.add('{name: Till, base: 0x104cc8000}, {name: Other, base: 0x104ccc000}')).toEqual([till, other])
    expect(blocks.add('name: Till')).toEqual([])
    expect(blocks.add('"],')).toEqual([])
    expect(blocks.add('base: 0x104cc8000')).toEqual([])
    expect(blocks.add('words')).toEqual([till])
    expect(blocks.add('name: Till')).toEqual([])
    expect(blocks.end()).toEqual([])
  })
})
