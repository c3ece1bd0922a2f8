/** DWARF's numbers against LLVM's list of them, where LLVM's headers are on this machine. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ByteCursor } from '../../src/core/bytes/cursor.ts'
import * as D from '../../src/core/dwarf/constants.ts'
import { readOperation } from '../../src/core/dwarf/expression/operations.ts'
import * as F from '../../src/core/dwarf/forms.ts'

/** The folder of LLVM's lists, or undefined. */
function llvmFolder(): string | undefined {
  try {
    const command = `llvm-config-${process.env.LLVM_VERSION ?? '19'}`
    const folder = join(execFileSync(command, ['--includedir'], { encoding: 'utf8' }).trim(), 'llvm/BinaryFormat')
    return existsSync(join(folder, 'Dwarf.def')) ? folder : undefined
  } catch {
    return undefined
  }
}

/** Numbers by their names, such as `AT_NAME`. */
function numbersIn(folder: string): ReadonlyMap<string, number> {
  const list = readFileSync(join(folder, 'Dwarf.def'), 'utf8')
  const header = readFileSync(join(folder, 'Dwarf.h'), 'utf8')
  const entries = [
    ...[...list.matchAll(/^HANDLE_DW_([A-Z]+)(?:_PRED)?\((0x[0-9a-f]+), (\w+)/gim)].map(
      ([, family = '', number = '', name = '']) => [`${family}_${name}`, number] as const,
    ),
    ...[...header.matchAll(/DW_((?:EH_PE|DSC)_\w+) = (0x[0-9a-f]+)/gi)].map(
      ([, name = '', number = '']) => [name, number] as const,
    ),
  ]
  return new Map(entries.map(([name, number]) => [name.toUpperCase(), Number(number)]))
}

const folder = llvmFolder()
const OURS = ['FORM_ALT', 'FORM_UNKNOWN']
/** The language that LLVM calls otherwise. */
const SPELLED: Readonly<Record<string, string>> = { LANG_ASSEMBLER: 'LANG_MIPS_ASSEMBLER' }
/** Of later versions of LLVM, and of GNU, which LLVM does not list. */
const LATER_LANGUAGES = 'C_PLUS_PLUS_23 ODIN P4 METAL C23 FORTRAN23 V ALGOL68 NIM ERLANG ELIXIR GLEAM'.split(' ')
const LATER_NAMES = 'HIP ODIN P4 METAL V ALGOL68 NIM ERLANG ELIXIR GLEAM'.split(' ')
const UNLISTED = [
  'AT_LANGUAGE_NAME',
  ...LATER_LANGUAGES.map((name) => `LANG_${name}`),
  ...LATER_NAMES.map((name) => `LNAME_${name}`),
  'CFA_AARCH64_NEGATE_RA_STATE_WITH_PC',
  'CFA_GNU_NEGATIVE_OFFSET_EXTENDED',
]
const UNLISTED_OPERATIONS = /^DW_OP_GNU_(?:implicit_pointer|convert)$/

test.runIf(folder)('every number is the one that LLVM lists', () => {
  const theirs = numbersIn(folder ?? '')
  const ours = Object.entries({ ...D, ...F }).filter(
    ([name, value]) => typeof value === 'number' && !OURS.includes(name) && !name.startsWith('SIZE_'),
  )
  const listed = ours.filter(([name]) => theirs.has(SPELLED[name] ?? name))
  for (const [name, value] of listed) expect(value, name).toBe(theirs.get(SPELLED[name] ?? name))
  console.log(`${listed.length} of ${ours.length} numbers are in LLVM's list`)
  expect(ours.filter((each) => !listed.includes(each)).map(([name]) => name)).toEqual(UNLISTED)
})

test.runIf(folder)('every operation has the name that LLVM lists', () => {
  const theirs = new Map(
    [...numbersIn(folder ?? '')].filter(([name]) => name.startsWith('OP_')).map(([n, v]) => [v, n]),
  )
  let named = 0
  for (let code = 0; code < 256; code++) {
    const cursor = new ByteCursor(Uint8Array.of(code, ...new Uint8Array(40)), { file: '' })
    const name = readOperation(cursor, { version: 5, addressSize: 8, offsetSize: 4 })?.name
    if (name === undefined || UNLISTED_OPERATIONS.test(name)) continue
    named++
    expect(name.replace('DW_', '').toUpperCase(), `0x${code.toString(16)}`).toBe(theirs.get(code))
  }
  console.log(`${named} operations`)
  expect(named).toBeGreaterThan(150)
})
