/**
 * Call frame information against another reader: every row of every function in `__eh_frame` and `__debug_frame` of the
 * corpus as llvm-dwarfdump prints it. Files that llvm-dwarfdump itself gives up on are counted.
 */
import { execFileSync } from 'node:child_process'
import { openAsBlob, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSection, type MachOImage } from '../../src/core/macho/image.ts'
import { openMachO, sniffMachO } from '../../src/core/macho/open.ts'
import { archFamily } from '../../src/core/memory/architecture.ts'
import { readCfiRows } from '../../src/core/memory/cfi/program.ts'
import type { CfiRow, RegisterRule } from '../../src/core/memory/cfi/row.ts'
import { openCfiTable, type CfiSection } from '../../src/core/memory/cfi/table.ts'
import { registerSet } from '../../src/core/memory/registers.ts'
import { linkOf } from '../../src/core/model/address.ts'
import { corpus } from './corpus.ts'

const dwarfdump = ['llvm-dwarfdump-19', 'llvm-dwarfdump'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

/** Rows of all functions, `section:entry` to lines such as `1000: 6+16 6=[CFA-16] 16=[CFA-8]`; undefined where the tool fails. */
function listedRows(path: string, image: MachOImage): ReadonlyMap<string, readonly string[]> | undefined {
  const option = `--arch=${image.arch}`
  let text: string
  try {
    text = execFileSync(dwarfdump ?? '', ['--eh-frame', '--debug-frame', option, path], {
      encoding: 'utf8',
      maxBuffer: 1 << 29,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
  const found = new Map<string, string[]>()
  let section = ''
  let rows: string[] | undefined
  for (const line of text.split('\n')) {
    const contents = /^\.(eh_frame|debug_frame) contents:/.exec(line)
    if (contents) section = contents[1] ?? ''
    const entry = /^([0-9a-f]{8,}) [0-9a-f]+ [0-9a-f]+ (FDE|CIE)/.exec(line)
    if (entry) {
      rows = entry[2] === 'FDE' ? [] : undefined
      if (rows) found.set(`${section}:${parseInt(entry[1] ?? '', 16)}`, rows)
    }
    const row = /^ {2}0x([0-9a-f]+): (.*)$/.exec(line)
    if (row && rows) rows.push(plainRow(BigInt(`0x${row[1]}`), row[2] ?? '', image))
  }
  return found
}

/**
 * `CFA=RSP+16: RBP=[CFA-16], RIP=[CFA-8]` with register numbers. The tool adds 32-bit addresses without wrapping them, and
 * names registers of i386 by DWARF's numbers in `__eh_frame`, too: the numbers are what is compared.
 */
function plainRow(address: bigint, text: string, image: MachOImage): string {
  const number = (name: string): string => String(registerNumber(name, image))
  const [, cfa = '', rest = ''] = /^CFA=(.*?)(?:: (.*))?$/.exec(text) ?? []
  const place = /^([A-Z_a-z0-9]+?)([+-]\d+)?$/.exec(cfa)
  const cfaText = cfa.includes('DW_OP') ? 'expression' : place ? number(place[1] ?? '') + (place[2] ?? '+0') : cfa
  const rules = rest
    .split(/, (?=[A-Z_a-z0-9]+=)/)
    .filter((rule) => rule !== '')
    .map((rule) => {
      const [name = '', ...value] = rule.split('=')
      const said = value.join('=')
      return name === 'RA_SIGN_STATE'
        ? `signed=${said}`
        : `${number(name)}=${said.includes('DW_OP') ? 'expression' : said}`
    })
  return `${BigInt.asUintN(image.pointerSize * 8, address).toString(16)}: ${cfaText} ${rules.join(' ')}`
}

function registerNumber(name: string, image: MachOImage): number {
  const family = archFamily(image.arch)
  if (family === 'arm64' || family === 'arm64_32') {
    const special = { WSP: 31, SP: 31, FP: 29, LR: 30 }[name]
    if (special !== undefined) return special
    return Number(name.slice(1)) + (/^[BDQHS]/.test(name) ? 64 : 0)
  }
  if (family === 'arm' && /^D\d+$/.test(name)) return 256 + Number(name.slice(1))
  const known = registerSet(family)?.names.indexOf(name.toLowerCase()) ?? -1
  if (name.startsWith('XMM')) return Number(name.slice(3)) + 17
  if (known < 0) return Number(/\d+$/.exec(name)?.[0] ?? -1)
  return known
}

function ourRow(row: CfiRow, image: MachOImage): string {
  const { cfa } = row
  const signed = (offset: number): string => (offset < 0 ? String(offset) : `+${offset}`)
  const cfaText = cfa?.kind === 'register' ? `${cfa.register}${signed(cfa.offset)}` : (cfa?.kind ?? 'unspecified')
  const place = (offset: number): string => (offset === 0 ? 'CFA' : `CFA${signed(offset)}`)
  const said = (rule: RegisterRule): string => {
    if (rule.kind === 'saved') return `[${place(rule.offset)}]`
    if (rule.kind === 'value') return place(rule.offset)
    if (rule.kind === 'register') return `reg${rule.register}`
    return rule.kind.endsWith('expression') ? 'expression' : rule.kind
  }
  const rules = [...row.registers].sort(([a], [b]) => a - b).map(([register, rule]) => `${register}=${said(rule)}`)
  if (row.signedReturn !== undefined) rules.push(`signed=${row.signedReturn ? 1 : 0}`)
  return `${linkOf(image.text, row.start).toString(16)}: ${cfaText} ${rules.join(' ')}`
}

async function ourSection(image: MachOImage, kind: CfiSection['kind']): Promise<CfiSection | undefined> {
  const section = findSection(image, `__${kind}`)
  if (!section || section.file.size === 0) return undefined
  const { offset, size } = section.file
  const bytes = new Uint8Array(await image.blob.slice(offset, offset + size).arrayBuffer())
  return { kind, bytes, address: section.address, text: image.text, addressBytes: image.pointerSize }
}

test.runIf(corpus && dwarfdump)('rows of call frame information are those that llvm-dwarfdump prints', async () => {
  const folder = `${corpus}binaries/`
  const count = { images: 0, functions: 0, rows: 0, 'given up on by llvm-dwarfdump': 0 }
  const different: string[] = []
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (name.startsWith('fuzzed-macho') || !statSync(path).isFile()) continue
    if (!sniffMachO(readFileSync(path).subarray(0, 64))) continue
    for (const image of (await openMachO({ path, blob: await openAsBlob(path) })).images) {
      if (image.path !== path || !image.littleEndian) continue
      const sections = [await ourSection(image, 'eh_frame'), await ourSection(image, 'debug_frame')]
      if (sections.every((section) => section === undefined)) continue
      const listed = listedRows(path, image)
      if (!listed || listed.size === 0) {
        count['given up on by llvm-dwarfdump']++
        continue
      }
      count.images++
      const seen = new Set<string>()
      for (const section of sections) {
        if (!section) continue
        for (const described of openCfiTable(section, path).functions) {
          const key = `${section.kind}:${described.entryAt}`
          seen.add(key)
          const rows = readCfiRows(described, section).rows.map((row) => ourRow(row, image))
          const wanted = listed.get(key) ?? []
          count.functions++
          count.rows += wanted.length
          if (rows.join('\n') !== wanted.join('\n')) {
            different.push(`${name} ${image.arch} ${key}\n${rows.join('\n')}\n--\n${wanted.join('\n')}`)
          }
        }
      }
      for (const key of listed.keys()) if (!seen.has(key)) different.push(`${name} ${image.arch} ${key} is not found`)
    }
  }
  console.log(`call frame information: ${JSON.stringify(count)}, ${different.length} functions differ`)
  expect(different.slice(0, 5)).toEqual([])
  expect(count.rows).toBeGreaterThan(9_000)
})
