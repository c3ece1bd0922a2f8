/** Targets of instructions, as llvm-objdump annotates them: texts, selectors, classes, constant strings, pointers to symbols. */
import { spawnSync } from 'node:child_process'
import { openAsBlob, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readInstructions } from '../../src/core/instructions/disassemble.ts'
import { dataAddresses } from '../../src/core/fault/notes.ts'
import { openMachO } from '../../src/core/macho/open.ts'
import { References } from '../../src/core/macho/references.ts'
import { linkAddress, offsetOfLink } from '../../src/core/model/address.ts'
import { corpus } from './corpus.ts'

const DISASSEMBLER = 'llvm-objdump-19'
const root = `${corpus ?? ''}stripped/`
const hasTool = spawnSync(DISASSEMBLER, ['--version']).status === 0
const programs = corpus && hasTool ? readdirSync(root).filter((name) => /(arm64|x86_64)\.stripped$/.test(name)) : []

const annotation =
  /^\s*([0-9a-f]+):.*(?:;|##) (literal pool for|Objc cfstring ref|Objc selector ref|Objc class ref|literal pool symbol address): (.*)$/gm
const kinds: Readonly<Record<string, string>> = {
  'literal pool for': 'text',
  'Objc cfstring ref': 'constant',
  'Objc selector ref': 'selector',
  'Objc class ref': 'class',
  'literal pool symbol address': 'import',
}

/** The beginning of a text, up to where LLVM begins to escape. */
const begin = (text: string): string => text.slice(0, 60).split(/[^\x20-\x7e]|\\[\dnt]/)[0] ?? ''
const unquoted = (text: string): string =>
  text
    .replace(/^@?"/, '')
    .replace(/"$/, '')
    .replaceAll('\\"', '"')
    .replace(/^_(OBJC_CLASS_\$_)?/, '')

test.each(programs)('%s', async (name) => {
  const path = `${root}${name}`
  const [image] = (await openMachO({ path, blob: await openAsBlob(path) })).images
  const section = image?.sections.find((one) => one.name === '__text')
  const references = image && (await References.open(image))
  if (!image || !section || !references) throw new Error('no code')
  const { offset, size } = section.file
  const code = new Uint8Array(await image.blob.slice(offset, offset + size).arrayBuffer())
  const listed = readInstructions(code, section.address, image.arch)
  const data = dataAddresses(listed)
  const at = new Map(listed.map(({ address }, index) => [address, data[index]]))
  const { stdout } = spawnSync(DISASSEMBLER, ['--macho', '-d', path], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const different: string[] = []
  let alike = 0
  for (const [, address = '', says = '', text = ''] of stdout.matchAll(annotation)) {
    // LLVM does not read the pointers of chained fixups.
    if (text === 'bad class ref') continue
    const target = at.get(BigInt(`0x${address}`))
    const place = target === undefined ? undefined : offsetOfLink(linkAddress(target), image.textVmaddr)
    const found = place === undefined ? undefined : references.at(place)
    const isSame = found?.kind === kinds[says] && begin((found?.text ?? '').replace(/^_/, '')) === begin(unquoted(text))
    if (isSame) alike++
    else different.push(`${address}: ${says} ${text}; ours ${target?.toString(16)} ${found?.kind} ${found?.text}`)
  }
  console.log(`${name}: ${alike} references alike, ${different.length} differ`)
  expect(different).toEqual([])
  expect(alike).toBeGreaterThan(10)
})
