/** A core file of a process that never was, three calls deep, and its dSYM: each call has a variable on its stack. */
import * as D from '../../src/core/dwarf/constants.ts'
import { coreFile, imageMemory, recordStack, testUuid } from './core-builder.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG, type Entry } from './dwarf-builder.ts'
import { buildMachO, codeSection } from './macho-builder.ts'

const BASE = 0x104000000n
const TEXT = 0x100000000n
const STACK = 0x16f000000n
/** Between the records of two calls. */
const RECORD = 0x30n
const FIRST_RECORD = STACK + 0x40n

const TYPE = D.AT_TYPE
const SIZE = D.AT_BYTE_SIZE
const ENCODING = D.AT_ENCODING
const MEMBER_AT = D.AT_DATA_MEMBER_LOCATION
const FRAME_BASE = D.AT_FRAME_BASE
const BASE_TYPE = D.TAG_BASE_TYPE
const MEMBER = D.TAG_MEMBER
const POINTER = D.TAG_POINTER_TYPE
const PARAMETER = D.TAG_FORMAL_PARAMETER
const SIGNED = 5
/** x29: variables lie behind the record that it points at. */
const REGISTER_29 = [0x6d]
const BEHIND_RECORD = [0x91, 0x10]
const BEHIND_THAT = [0x91, 0x18]

/** The calls, innermost first, and what their variables are. */
export const valuedFrames = [
  { function: 'read_tag', values: ['tag = 7', 'at = 0x16f0000f0'], members: ['x = 3', 'y = -4'] },
  { function: 'walk_shelf', values: ['depth = 41'], members: [] },
  { function: 'main', values: ['count = -2'], members: [] },
] as const

const variable = (tag: number, name: string, type: string, expression: readonly number[]): Entry =>
  entry(tag, [
    attribute(AT.name, FORM.string, name),
    attribute(TYPE, FORM.ref4, type),
    attribute(AT.location, FORM.exprloc, expression),
  ])

const procedure = (name: string, at: number, variables: readonly Entry[]): Entry =>
  entry(
    TAG.function,
    [
      attribute(AT.name, FORM.string, name),
      attribute(AT.low, FORM.address, TEXT + BigInt(at)),
      attribute(AT.high, FORM.data4, 0x100),
      attribute(FRAME_BASE, FORM.exprloc, REGISTER_29),
    ],
    variables,
  )

const member = (name: string, at: number): Entry =>
  entry(MEMBER, [
    attribute(AT.name, FORM.string, name),
    attribute(TYPE, FORM.ref4, 'int'),
    attribute(MEMBER_AT, FORM.data1, at),
  ])

/** The Mach-O file of its dSYM. */
export async function valuedDsym(): Promise<Uint8Array<ArrayBuffer>> {
  const types = [
    entry(
      BASE_TYPE,
      [attribute(AT.name, FORM.string, 'int'), attribute(SIZE, FORM.data1, 4), attribute(ENCODING, FORM.data1, SIGNED)],
      undefined,
      'int',
    ),
    entry(
      TAG.structure,
      [attribute(AT.name, FORM.string, 'Point'), attribute(SIZE, FORM.data1, 8)],
      [member('x', 0), member('y', 4)],
      'point',
    ),
    entry(POINTER, [attribute(TYPE, FORM.ref4, 'point')], undefined, 'pointer'),
  ]
  const functions = [
    procedure('read_tag', 0x1000, [
      variable(PARAMETER, 'tag', 'int', BEHIND_RECORD),
      variable(PARAMETER, 'at', 'pointer', BEHIND_THAT),
    ]),
    procedure('walk_shelf', 0x1100, [variable(PARAMETER, 'depth', 'int', BEHIND_RECORD)]),
    procedure('main', 0x1200, [variable(TAG.variable, 'count', 'int', BEHIND_RECORD)]),
  ]
  const root = entry(
    TAG.unit,
    [attribute(AT.low, FORM.address, TEXT + 0x1000n), attribute(AT.high, FORM.data4, 0x300)],
    [...types, ...functions],
  )
  const { dwarf } = dwarfInput({ units: [{ version: 4, root }] })
  const sections = await Promise.all(
    dwarf.map(async ({ name, bytes }) => ({
      name: `__${name}`.slice(0, 16),
      segment: '__DWARF',
      bytes: new Uint8Array(await bytes.arrayBuffer()),
    })),
  )
  const uuid = testUuid(5)
  return buildMachO({ fileType: 10, uuid, textAddress: TEXT, sections: [codeSection(0x300), ...sections] })
}

/** The core file. */
export function valuedCore(): Uint8Array<ArrayBuffer> {
  const { bytes, fp } = recordStack('arm64', STACK, [BASE + 0x1110n, BASE + 0x1210n, 0n])
  const memory = Uint8Array.from(bytes)
  const view = new DataView(memory.buffer)
  const behind = (call: number): number => Number(FIRST_RECORD - STACK + RECORD * BigInt(call)) + 0x10
  view.setInt32(behind(0), 7, true)
  view.setBigUint64(behind(0) + 8, STACK + 0xf0n, true)
  view.setInt32(behind(1), 41, true)
  view.setInt32(behind(2), -2, true)
  view.setInt32(0xf0, 3, true)
  view.setInt32(0xf4, -4, true)
  const image = { loadAddress: BASE, uuid: testUuid(5), size: 0x2000 }
  return coreFile(
    'arm64',
    [
      { address: BASE, bytes: imageMemory('arm64', image), executable: true },
      { address: STACK, bytes: memory },
    ],
    [{ pc: BASE + 0x1010n, sp: STACK, fp, fault: { address: 0x18n, code: 0x92000046 } }],
  )
}
