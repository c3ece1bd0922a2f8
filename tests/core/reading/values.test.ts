/** Meanings of register values, and values that only look like something else. */
import { describe, expect, test } from 'vitest'
import { valueFacts } from '../../../src/core/messages/en/registers.ts'
import { textOf } from '../../../src/core/messages/message.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Report, Thread } from '../../../src/core/model/report.ts'
import { registerReadings, valueContext, valueReadings } from '../../../src/core/reading/values.ts'
import { vmMapOf } from '../../../src/core/reading/vm-regions.ts'
import { vmMap } from '../../support/vm-map.ts'

interface Spec {
  readonly arch?: string
  readonly os?: string
  readonly regions?: string
  readonly sp?: bigint
  readonly fp?: bigint
  readonly objc?: boolean
}

function contextOf({ arch = 'arm64', os = 'iOS 17.0', regions = '', sp = 0x16bfff000n, fp, objc = true }: Spec) {
  const thread: Thread = {
    id: 0,
    crashed: true,
    frames: [],
    registers: [{ name: 'sp', value: sp }, ...(fp === undefined ? [] : [{ name: 'fp', value: fp }])],
  }
  const report: Report = {
    format: 'x',
    label: '',
    file: '',
    text: '',
    textKind: 'rows',
    header: { arch, os, fields: [] },
    applicationInfo: [],
    threads: [thread],
    backtraces: [],
    callTrees: [],
    images: [
      { index: 0, name: 'Fault', loadAddress: runtimeAddress(0x104000000n), size: 0x8000 },
      ...(objc ? [{ index: 1, name: 'libobjc.A.dylib', loadAddress: runtimeAddress(0x180000000n), size: 0x1000 }] : []),
    ],
    sections: regions === '' ? [] : [{ kind: 'text', title: 'VM Region Info', text: regions }],
    frameCount: 0,
    problems: [],
  }
  return valueContext(report, thread)
}

function said(value: bigint, spec: Spec = {}): readonly string[] {
  return valueReadings(value, contextOf(spec)).map(
    ({ code, params, grade }) => `${grade}: ${textOf(valueFacts, code, params) ?? code}`,
  )
}

describe('values', () => {
  test.each<[string, bigint, Spec, readonly string[]]>([
    ['null', 0n, {}, ['proved: null']],
    ['a small number is no offset of an image', 0x18n, {}, ['proved: number 24']],
    ['the first byte of an image', 0x104000000n, {}, ['proved: Fault + 0']],
    ['its last byte', 0x104007fffn, {}, ['proved: Fault + 32767']],
    ['one past its end', 0x104008000n, {}, []],
    ['one before it', 0x103ffffffn, {}, []],
    ['a negative number', (1n << 64n) - 5n, {}, ['likely: number −5']],
    ['a negative number of 32 bits', 0xfffffffbn, {}, ['possible: −5, if it is a number of 32 bits']],
    ['a large number says nothing', 0x12345678n, {}, []],
    ['freed memory', 0x5555555555555555n, {}, ['likely: freed memory (MallocScribble writes 0x55)']],
    [
      'a field of freed memory',
      0x5555555555555575n,
      {},
      ['likely: 32 bytes from a pointer that was read from freed memory (MallocScribble writes 0x55)'],
    ],
    ['0x55 in 32 bits is no pattern where words have 64', 0x55555555n, {}, ['possible: the letters “UUUU”']],
    ['letters', 0x6c6c6548n, {}, ['possible: the letters “Hell”']],
    ['three letters are too few', 0x6c6548n, {}, []],
    [
      'a signed pointer of a phone',
      0x0012_3381_0400_1000n,
      {},
      ['likely: Fault + 4096', 'likely: 0x104001000 without the signature or tag 0x12338000000000'],
    ],
    ['upper bits without anything at the address below', 0x0012_3381_9400_1000n, {}, []],
    ['Intel has no signatures', 0x0012_3381_0400_1000n, { arch: 'x86_64', os: 'macOS 14.0' }, []],
  ])('%s', (_, value, spec, expected) => {
    expect(said(value, spec)).toEqual(expected)
  })
})

describe('stacks', () => {
  const [sp, fp] = [0x16bfff000n, 0x16bfff100n]
  test.each<[string, bigint, Spec, readonly string[]]>([
    ['the stack pointer', sp, { fp }, ['proved: top of the stack of thread 0']],
    ['below the frame pointer', sp + 8n, { fp }, ['likely: stack of thread 0, sp + 8']],
    ['beyond it the end is not known', sp + 0x1000n, { fp }, ['possible: stack of thread 0, sp + 4096']],
    ['below the stack pointer', sp - 16n, { fp }, ['possible: stack of thread 0, sp − 16']],
    ['far beyond', sp + 0x80000n, { fp }, []],
    [
      'the map proves it',
      sp + 0xff0n,
      { regions: vmMap },
      ['proved: stack of thread 0, sp + 4080', 'proved: Stack, rw- (0x16b800000–0x16c000000)'],
    ],
    ['what the map ends is not the stack', 0x16c000000n, { regions: vmMap }, []],
  ])('%s', (_, value, spec, expected) => {
    expect(said(value, spec)).toEqual(expected)
  })
})

describe('the memory map', () => {
  test.each<[string, bigint, readonly string[]]>([
    ['a heap region', 0x104010010n, ['proved: MALLOC_TINY, rw- (0x104010000–0x104110000)']],
    ['a gap', 0x104008000n, ['proved: nothing is mapped here (0x104008000–0x104010000)']],
    ['a guard', 0x16b7ffff8n, ['proved: STACK GUARD: no access (0x16b000000–0x16b800000)']],
    ['between regions that the map does not say to follow each other', 0x120000000n, []],
    ['a number in the unused space', 0x40n, ['proved: number 64', 'proved: nothing is mapped here (0x0–0x104000000)']],
  ])('%s', (_, value, expected) => {
    expect(said(value, { regions: vmMap })).toEqual(expected)
  })

  test('maps of older reports', () => {
    const text = `--> 
    __TEXT                 00000001003da000-00000001003db000 [    4K] r-x/r-x SM=COW  /Users/USER/Documents/*`
    const found = vmMapOf({
      header: { fields: [] },
      sections: [{ kind: 'text', title: 'VM Regions Near 0x1', text }],
    })
    expect(found).toEqual({
      regions: [{ name: '__TEXT', start: 0x1003da000n, end: 0x1003db000n, access: 'r-x' }],
      gaps: [],
    })
  })

  test('a range that ends before it begins is none', () => {
    const text = 'A  200000-100000 [ 1K] rw-/rwx SM=PRV'
    expect(vmMapOf({ header: { fields: [['VM Region Info', text]] }, sections: [] }).regions).toEqual([])
  })
})

describe('tagged pointers and isa words', () => {
  const old = { arch: 'x86_64', os: 'Mac OS X 10.13.6' }
  test.each<[string, bigint, Spec, readonly string[]]>([
    [
      'scrambled ones show their mark alone',
      0x8bad_f00d_1234_5678n,
      {},
      ['possible: an Objective-C tagged pointer; the runtime scrambles what it holds'],
    ],
    ['no runtime, no tagged pointer', 0x8bad_f00d_1234_5678n, { objc: false }, []],
    ['addresses of the kernel are none', 0xffff_fff0_1234_5678n, {}, []],
    ['NSNumber of an old Mac', 0x2a37n, old, ['proved: number 10807', 'possible: NSNumber 42, a tagged pointer']],
    [
      'NSString of an old Mac',
      0x6f_6c6c_6548_55n,
      old,
      ['likely: NSString “Hello”, a tagged pointer', 'possible: the letters “UHello”'],
    ],
    ['a length that does not fit', 0x6f_6c6c_6548_45n, old, ['possible: the letters “EHello”']],
    ['an isa word', 0x0000_01a1_0400_1001n, {}, ['likely: isa word of an object, class at 0x104001000']],
    ['its marks alone are not enough', 0x0000_01a1_9400_1001n, {}, []],
  ])('%s', (_, value, spec, expected) => {
    expect(said(value, spec)).toEqual(expected)
  })
})

test('bits of the processor are no values, and floating-point registers no pointers', () => {
  const context = contextOf({})
  expect(registerReadings('cpsr', 0x104001000n, context)).toEqual([])
  expect(registerReadings('d0', 0x4009_21fb_5444_2d18n, context)).toEqual([
    { code: 'float', params: { number: '3.141592653589793' }, grade: 'possible' },
  ])
  expect(registerReadings('d1', 0x104001000n, context)).toEqual([])
})
