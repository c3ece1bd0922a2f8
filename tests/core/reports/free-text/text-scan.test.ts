/** Stacks, images and lone addresses of a text with rows and addresses. */
import { expect, test } from 'vitest'
import { textScanFormat } from '../../../../src/core/reports/free-text/text-scan.ts'
import { stacksTold } from './stacks-told.ts'
import { told } from './told.ts'

const read = (text: string): unknown => stacksTold(textScanFormat, text)

const ALONE = 'Addresses in the text'
const rows = '0   Till   0x0000000104ccc074 add + 12\n1   Till   0x0000000104ccc0a0 total + 40'
const rowFrames = ['exact 0x104ccc074 Till add + 12', 'return 0x104ccc0a0 Till total + 40']
const image = '0x104cc8000 - 0x104ccffff Till arm64 <00112233445566778899aabbccddeeff> /a/Till'

test('rows are a stack, with all that they say', () => {
  expect(told(textScanFormat, `Calls:\n${rows}\n`)).toEqual({
    backtraces: [
      {
        title: 'Calls',
        span: rows,
        frames: [
          {
            id: 0,
            index: 0,
            kind: 'exact',
            address: '0x104ccc074',
            imageName: 'Till',
            symbol: { name: 'add', offset: 12 },
            span: '0   Till   0x0000000104ccc074 add + 12',
            symbolSpan: 'add + 12',
          },
          {
            id: 1,
            index: 1,
            kind: 'return',
            address: '0x104ccc0a0',
            imageName: 'Till',
            symbol: { name: 'total', offset: 40 },
            span: '1   Till   0x0000000104ccc0a0 total + 40',
            symbolSpan: 'total + 40',
          },
        ],
      },
    ],
    sections: [{ kind: 'text', title: 'Text around the stacks', text: 'Calls:' }],
    frameCount: 2,
  })
})

test.each<readonly [string, string, string]>([
  ['without its colon', 'Calls:', 'Calls'],
  ['without blanks', ' \t Calls of all :', 'Calls of all '],
  ['of two colons one stays', 'Calls::', 'Calls:'],
  ['a colon inside', 'Calls: all', 'Calls: all'],
  ['a colon alone', ':', 'Stack'],
  ['with an address', 'From 0x104 on', 'Stack'],
  ['with one in capitals', 'From 0X1AF on', 'Stack'],
  ['with a small number', 'From 0x10 on', 'From 0x10 on'],
  ['of 120 letters', 'a'.repeat(120), 'a'.repeat(120)],
  ['of more letters', 'a'.repeat(121), 'a'.repeat(120)],
  ['none', '', 'Stack'],
])('the title of a stack is the line above it: %s', (_, line, title) => {
  expect(read(`${line}\n${rows}`)).toEqual({ stacks: [[title, rows, ...rowFrames]] })
})

const escaped = rows.replace('\n', '\\n')
const carried = rows.replace('\n', '\\r\\n')
test.each<readonly [string, string, string]>([
  ['JSON', `{"log": "\\nStack:\\n${escaped}"}`, escaped],
  ['JSON with both ends of a line', `{"log": "a\\r\\nStack:\\r\\n${carried}\\r\\n"}`, carried],
  ['a first row at its quote', `"${escaped}",`, escaped],
  ['one in a single quote', `- '${escaped}')`, escaped],
  ['more fields behind it', `- "${escaped}" , "b": "c"}`, escaped],
  ['more fields behind a bracket', `- "${escaped}"\t], "b": "c"`, escaped],
  ['more calls', `- "${escaped}").b("c")`, escaped],
])('rows are read inside of strings: %s', (_, text, span) => {
  expect(read(text)).toEqual({ stacks: [['Stack', span, ...rowFrames]] })
})

test('tabs and slashes of a string keep their places', () => {
  const row = (at: number): string => `${at}\\tTill\\t0x104ccc07${at}\\tadd + 1${at}`
  const text = `- "${row(0)}\\n${row(1)} (a\\/b.m:12)\\n"`
  expect(told(textScanFormat, text)).toMatchObject({
    backtraces: [
      {
        title: 'Stack',
        span: `${row(0)}\\n${row(1)} (a\\/b.m:12)`,
        frames: [
          { imageName: 'Till', address: '0x104ccc070', symbol: { name: 'add', offset: 10 }, span: row(0) },
          {
            imageName: 'Till',
            address: '0x104ccc071',
            span: `${row(1)} (a\\/b.m:12)`,
            symbolSpan: 'add + 11 (a\\/b.m:12)',
          },
        ],
      },
    ],
  })
})

const list = '0x104ccc074 0x104ccc0a0 0x104ccd000'
const listFrames = ['return 0x104ccc074', 'return 0x104ccc0a0', 'return 0x104ccd000']

test.each<readonly [string, string, unknown]>([
  ['in brackets', `ended (${list}) there`, [['Stack', list, ...listFrames]]],
  [
    'a line each, in brackets',
    `(${list.replaceAll(' ', '\n')})`,
    [['Stack', list.replaceAll(' ', '\n'), ...listFrames]],
  ],
  [
    'rows before and behind them, in their order',
    `(${list})\n${rows}\n\nThen:\n(${list})`,
    [
      ['Stack', list, ...listFrames],
      ['Stack', rows, ...rowFrames],
      ['Stack', list, ...listFrames],
    ],
  ],
  ['a line each', `Calls:\n${list.replaceAll(' ', '\n')}`, [['Calls', list.replaceAll(' ', '\n'), ...listFrames]]],
  ['a line for all', `Calls:\n${list}`, [['Calls', list, ...listFrames]]],
])('bare addresses are return addresses: %s', (_, text, stacks) => {
  expect(read(text)).toEqual({ stacks })
})

test.each<readonly [string, string]>([
  ...['pc', 'Crash', 'crashed', 'signal 11', 'faulted', 'SIGSEGV', 'SIGBUS', 'sample', 'Sampled', 'suspended'].map(
    (word) => [`Where ${word} is`, 'exact'] as const,
  ),
  ...['Calls', '# Crash', 'a pcx', 'unsampled', 'SIG'].map((word) => [word, 'return'] as const),
])('the first of bare addresses is the instruction that ran where the title says so: %s', (title, kind) => {
  expect(read(`${title}\n0x104ccc074\n0x104ccc0a0`)).toEqual({
    stacks: [[title, '0x104ccc074\n0x104ccc0a0', `${kind} 0x104ccc074`, 'return 0x104ccc0a0']],
  })
})

test.each<readonly [string, string]>([
  ['0 Till 0x104ccc074', 'exact 0x104ccc074 Till'],
  ['Till   0x0000000104ccc074 add + 12', 'exact 0x104ccc074 Till add + 12'],
  ['frame #0: 0x0000000104ccc074 Till`add + 12', 'exact 0x104ccc074 Till add + 12'],
])('a row with more than an address begins with the instruction that ran: %s', (row, frame) => {
  expect(read(`Calls\n${row}`)).toEqual({ stacks: [['Calls', row, frame]] })
})

const registers = 'pc = 0x0000000104ccc1a0  Till`load + 16\nlr = 0x0000000104ccc084\nsp = 0x000000016d3b2f10'

test('registers are a thread of their own, and no stack', () => {
  expect(told(textScanFormat, registers)).toEqual({
    threads: [
      {
        id: 0,
        unnumbered: true,
        crashed: false,
        frames: [
          {
            id: 0,
            index: 0,
            kind: 'exact',
            address: '0x104ccc1a0',
            imageName: 'Till',
            symbol: { name: 'load', offset: 16 },
            span: 'pc = 0x0000000104ccc1a0  Till`load + 16',
            symbolSpan: 'load + 16',
          },
          { id: 1, index: 1, kind: 'return', address: '0x104ccc084', span: 'lr = 0x0000000104ccc084', symbolSpan: '' },
        ],
        registers: [
          { name: 'pc', value: '0x104ccc1a0', note: 'Till`load + 16' },
          { name: 'lr', value: '0x104ccc084' },
          { name: 'sp', value: '0x16d3b2f10' },
        ],
        span: 'pc = 0x0000000104ccc1a0  Till`load + 16\nlr = 0x0000000104ccc084',
      },
    ],
    sections: [{ kind: 'text', title: 'Text around the stacks', text: 'sp = 0x000000016d3b2f10' }],
    frameCount: 2,
  })
})

test('registers are no thread where the rows begin with their instruction', () => {
  const thread = ['exact 0x104ccc1a0 Till load + 16', 'return 0x104ccc084']
  const stacks = (address: string) => ({
    stacks: [['Stack', `0 Till ${address} load + 16`, `exact ${address} Till load + 16`]],
  })
  expect(read(`${registers}\n0 Till 0x104ccc1a0 load + 16`)).toEqual(stacks('0x104ccc1a0'))
  expect(read(`${registers}\n0 Till 0x104ccc1a4 load + 16`)).toEqual({ thread, ...stacks('0x104ccc1a4') })
})

test.each<readonly [string, string, unknown]>([
  ['an image', 'They saw Harbor 0x104ccc074 there', { stacks: [[ALONE, undefined, 'exact 0x104ccc074 Harbor']] }],
  ['of a table', 'we 1 Table 0x104ccc010 of many words\nwe 2 Tables 0x104ccc020 of many words', {}],
  ['of a function', 'we 1 Harbor 0x104ccc010 add', { stacks: [[ALONE, undefined, 'exact 0x104ccc010 Harbor']] }],
  [
    'two in a line',
    'They saw Harbor 0x104ccc074 and Till 0x104ddc074',
    { stacks: [[ALONE, undefined, 'exact 0x104ccc074 Harbor', 'exact 0x104ddc074 Till']] },
  ],
])('places in running text stay alone: %s', (_, text, stacks) => {
  expect(read(text)).toEqual(stacks)
})

const till = 'Till 0x104cc8000'
const placedFrames = ['exact 0x104ccc074 Till +16500 add + 12', 'return 0x104ccc0a0 Till +16544 total + 40']
const cut = '2   Till   0x104ccc0'

test.each<
  readonly [
    string,
    string,
    string,
    { readonly frame: string; readonly images?: readonly string[]; readonly problems?: readonly string[] },
  ]
>([
  [
    'no address below the images',
    image,
    cut,
    { images: [till], frame: 'return nowhere Till', problems: ['cut-row 6'] },
  ],
  [
    'none below code',
    image,
    '2   Till   0xffffffff',
    { images: [till], frame: 'return nowhere Till', problems: ['cut-row 6'] },
  ],
  ['the lowest address of code', image, '2   Till   0x100000000', { images: [till], frame: 'return 0x100000000 Till' }],
  ['an address with a function', image, `${cut} add`, { images: [till], frame: 'return 0x104ccc0 Till add' }],
  ['an address without images', 'Images', cut, { frame: 'return 0x104ccc0 Till' }],
  [
    'an address that a low image explains',
    `${image}\n0x1048000 - 0x104ffff Low armv7 <00112233445566778899aabbccddeef0> /a/Low`,
    '2   Low   0x104ccc0',
    { images: [till, 'Low 0x1048000'], frame: 'return 0x104ccc0 Low +19648' },
  ],
])('the last row has %s', (_, images, row, { frame, ...others }) => {
  const frames = others.images ? placedFrames : rowFrames
  expect(read(`${images}\n\nCalls\n${rows}\n${row}`)).toEqual({
    stacks: [['Calls', `${rows}\n${row}`, ...frames, frame]],
    ...others,
  })
})

const named = 'Harbor 0x104ccc07'
test.each<readonly [string, string, unknown]>([
  [
    'is cut beside addresses of code',
    `${named} was it\n\nCalls\n${rows}`,
    {
      stacks: [
        ['Calls', rows, ...rowFrames],
        [ALONE, undefined, 'exact nowhere Harbor'],
      ],
      problems: ['cut-row 1'],
    },
  ],
  ['is one alone', `${named} was it`, { stacks: [[ALONE, undefined, 'exact 0x104ccc07 Harbor']] }],
  [
    'is one beside others of a 32-bit process',
    `${named} was it\n\nCalls\n0 Till 0x104ccc74 add + 12`,
    {
      stacks: [
        ['Calls', '0 Till 0x104ccc74 add + 12', 'exact 0x104ccc74 Till add + 12'],
        [ALONE, undefined, 'exact 0x104ccc07 Harbor'],
      ],
    },
  ],
  [
    'is one with its place in an image',
    `${named} Harbor + 3079 was it\n\nCalls\n${rows}`,
    {
      stacks: [
        ['Calls', rows, ...rowFrames],
        [ALONE, undefined, 'exact 0x104ccc07 Harbor +3079'],
      ],
      images: ['Harbor 0x104cc000'],
    },
  ],
])('a low address in running text %s', (_, text, all) => {
  expect(read(text)).toEqual(all)
})

const bare = '0x104ccc074\n0x104ccc0a0'
const bareFrames = ['return 0x104ccc074', 'return 0x104ccc0a0']
const inHarbor = ['return 0x104ccc074 Harbor +16500', 'return 0x104ccc0a0 Harbor +16544']

test('rows of nothing but starts of images are images where there are other rows', () => {
  const list = '0   Harbor   0x104cc8000\n1   Till   0x104dd0000'
  expect(read(`${list}\n\nCalls\n${bare}`)).toEqual({
    stacks: [['Calls', bare, ...inHarbor]],
    images: ['Harbor 0x104cc8000', 'Till 0x104dd0000'],
  })
  expect(read(list)).toEqual({ stacks: [['Stack', list, 'exact 0x104cc8000 Harbor', 'return 0x104dd0000 Till']] })
})

test.each<readonly [string, string, string]>([
  ['one inside a page', '1   Till   0x104dd0010', 'return 0x104dd0010 Till'],
  ['a function', '1   Till   0x104dd0000 add', 'return 0x104dd0000 Till add'],
])('rows are no list of images with %s', (_, row, frame) => {
  const stack = `0   Harbor   0x104cc8000\n${row}`
  expect(read(`${stack}\n\nCalls\n${bare}`)).toEqual({
    stacks: [
      ['Stack', stack, 'exact 0x104cc8000 Harbor', frame],
      ['Calls', bare, ...bareFrames],
    ],
  })
})

test.each<readonly [string, string, boolean]>([
  ['in front of it', '0x104cc7fff', false],
  ['at its start', '0x104cc8000', false],
  ['right behind it', '0x104cc8001', true],
  ['as far as an image may reach', '0x144cc7fff', true],
  ['farther', '0x144cc8000', false],
  ['signed', '0x46800104cc8004', true],
])('a name and whole pages are an image where a bare address lies behind: %s', (_, address, isImage) => {
  const { images } = stacksTold(textScanFormat, `Harbor 0x104cc8000 is there\n\nCalls\n${address}`)
  expect(images).toEqual(isImage ? ['Harbor 0x104cc8000'] : undefined)
})

test.each<readonly [string, string, boolean]>([
  ['a UUID that was cut off behind them', 'See Harbor 0x104cc8000 00112233-4455', true],
  ['one in brackets', 'See Harbor 0x104cc8000 <00112233-4455', true],
  ['a longer word', 'See Harbor 0x104cc8000 00112233a', false],
  ['no page', 'See Harbor 0x104cc8010 00112233-4455', false],
  ['a row of an image behind them', `See Harbor 0x104cc8000\n\n${rows}`, false],
])('a name and an address are an image or not: %s', (_, text, isImage) => {
  expect(stacksTold(textScanFormat, text).images).toEqual(isImage ? ['Harbor 0x104cc8000'] : undefined)
})

const [first, next] = ['0x104ccc074', '0x104ccc0a0']
const inTill = ['0x104ccc074 Till +16500', '0x104ccc0a0 Till +16544']
const together = (span: string): unknown => [['Stack', span, ...inTill.map((frame) => `return ${frame}`)]]
const alone = [[ALONE, undefined, ...inTill.map((frame) => `exact ${frame}`)]]

test.each<readonly [string, string, unknown]>([
  ['the next line', `It was at ${first} first\nand at ${next} then`, together(`${first} first\nand at ${next}`)],
  ['the same line', `It was at ${first} and at ${next} then`, alone],
  ['behind an empty line', `It was at ${first} first\n\nand at ${next} then`, alone],
  ['behind blanks', `It was at ${first} first\n \t\r\nand at ${next} then`, alone],
  [
    'behind 240 characters',
    `It was at ${first} ${'a'.repeat(236)}\nx ${next}`,
    together(`${first} ${'a'.repeat(236)}\nx ${next}`),
  ],
  ['behind 241 characters', `It was at ${first} ${'a'.repeat(237)}\nx ${next}`, alone],
])('numbers in an image that the text lists are a stack in lines next to each other: %s', (_, text, stacks) => {
  expect(read(`${image}\n\n${text}`)).toEqual({ stacks, images: [till] })
})

test.each<readonly [string, string, unknown]>([
  ['outside the image', 'It was at 0x104cd0000 there', undefined],
  ['its start', 'It was at 0x104cc8000 there', undefined],
  ['its last byte', 'It was at 0x104ccffff there', [[ALONE, undefined, 'exact 0x104ccffff Till +32767']]],
  ['once behind its name', `It was at Till ${first} there`, [[ALONE, undefined, `exact ${inTill[0]}`]]],
  [
    'behind one with its name',
    `It was at Till ${first} and ${next}`,
    [[ALONE, undefined, ...inTill.map((frame) => `exact ${frame}`)]],
  ],
  [
    'before one with its name',
    `It was at ${next} and Till ${first}`,
    [[ALONE, undefined, `exact ${inTill[0]}`, `exact ${inTill[1]}`]],
  ],
  [
    'in a list',
    `It was at (${first} ${next} 0x104ccc0b0)`,
    [
      [
        'Stack',
        `${first} ${next} 0x104ccc0b0`,
        ...inTill.map((frame) => `return ${frame}`),
        'return 0x104ccc0b0 Till +16560',
      ],
    ],
  ],
])('a number is a place in the image that the text lists: %s', (_, text, stacks) => {
  expect(read(`${image}\n\n${text}`)).toEqual(stacks === undefined ? { images: [till] } : { stacks, images: [till] })
})

test('low numbers of a dylib are offsets, and a stated base places the program', () => {
  const row = '0   libtill.dylib   0x4074 add + 12'
  expect(read(row)).toEqual({ stacks: [['Stack', row, 'exact nowhere libtill.dylib +16500 add + 12']] })
  expect(read(`Base Address: 0x104cc8000\n\nCalls\n${rows}`)).toEqual({
    stacks: [['Calls', rows, ...placedFrames]],
    images: [till],
  })
})
