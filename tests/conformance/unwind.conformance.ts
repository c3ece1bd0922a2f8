/**
 * Unwinding against other tools. Covers every entry of every compact unwind table of the corpus as llvm-objdump lists
 * it, and the corpus's minidumps against the stacks that come with them.
 */
import { execFileSync } from 'node:child_process'
import { openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openMachO } from '../../src/core/macho/open.ts'
import { findSection } from '../../src/core/macho/image.ts'
import { findUnwindEntry } from '../../src/core/memory/compact-unwind.ts'
import { openCoreFile } from '../../src/core/memory/core-file.ts'
import { openImageCode } from '../../src/core/memory/image-code.ts'
import { imageOffset } from '../../src/core/model/address.ts'
import { minidumpFormat } from '../../src/core/reports/dumps/minidump.ts'
import { corpus } from './corpus.ts'
import { thinImages } from './thin-images.ts'

const objdump = ['llvm-objdump-19', 'llvm-objdump'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

function unwindInfo(path: string, arch: string): string {
  try {
    return execFileSync(objdump ?? '', ['--macho', `--arch=${arch}`, '--unwind-info', path], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return '' // a file that is damaged on purpose
  }
}

/** Entries of all second-level pages: where a function starts and its encoding. */
function listedEntries(path: string, arch: string): readonly (readonly [start: number, encoding: number])[] {
  const text = unwindInfo(path, arch)
  const entry = /^\s*\[\d+\]: function offset=(0x[0-9a-f]+), encoding(?:\[\d+\])?=(0x[0-9a-f]+)/gm
  return [...text.matchAll(entry)].map(([, start = '', encoding = '']) => [Number(start), Number(encoding)] as const)
}

test.runIf(corpus && objdump)('compact unwind tables say what llvm-objdump says', async () => {
  let images = 0
  let entries = 0
  const different: string[] = []
  for await (const { name, path, image } of thinImages(corpus ?? '')) {
    const section = findSection(image, '__unwind_info')
    if (!section || section.file.size === 0 || !['executable', 'dylib', 'bundle'].includes(image.kind)) continue
    const part = image.blob.slice(section.file.offset, section.file.offset + section.file.size)
    const table = new Uint8Array(await part.arrayBuffer())
    const listed = listedEntries(path, image.arch)
    if (listed.length === 0) continue
    images++
    for (const [start, encoding] of listed) {
      entries++
      const found = findUnwindEntry(table, imageOffset(start))
      if (found?.encoding !== encoding || found.functionStart !== start) {
        different.push(`${name} ${image.arch} ${start.toString(16)}: ${JSON.stringify(found)} ${encoding.toString(16)}`)
      }
    }
  }
  console.log(`compact unwind: ${entries} entries of ${images} images, ${different.length} differ`)
  expect(different.slice(0, 5)).toEqual([])
  expect(entries).toBeGreaterThan(9_000)
})

interface ExpectedDump {
  readonly registers: ReadonlyMap<string, bigint>
  readonly frames: readonly { readonly address: bigint; readonly trust: string }[]
  readonly modules: readonly { readonly uuid: string; readonly loadAddress: bigint; readonly size: number }[]
}

/** The little that is needed of the expected output, which is YAML of fixed shape. */
function expectedOf(text: string): ExpectedDump {
  const [stack = '', modules = ''] = text.split(/^modules:$/m)
  const register = /^ {2,6}([a-z]\w+): "(0x[0-9a-f]+)"$/gm
  const frame = /instruction_addr: "(0x[0-9a-f]+)"[\s\S]*?trust: (\w+)/g
  const module = /code_id: ([0-9a-f]{32})[\s\S]*?image_addr: "(0x[0-9a-f]+)"\s+image_size: (\d+)/g
  return {
    registers: new Map(
      [...(stack.split('frames:')[0] ?? '').matchAll(register)].map(([, name = '', value = '']) => [
        name,
        BigInt(value),
      ]),
    ),
    frames: [...stack.matchAll(frame)].map(([, address = '', trust = '']) => ({ address: BigInt(address), trust })),
    modules: [...modules.matchAll(module)].map(([, uuid = '', base = '', size = '']) => ({
      uuid: uuid.toUpperCase(),
      loadAddress: BigInt(base),
      size: Number(size),
    })),
  }
}

test.runIf(corpus)('minidumps agree with the stacks that come with them', async () => {
  const folder = `${corpus}reports/minidump/`
  const binary = `${corpus}binaries/symbolic-macos-crash/crash`
  const [crash] = (await openMachO({ path: binary, blob: await openAsBlob(binary) })).images
  const code = crash && (await openImageCode(crash))
  const rows: Record<string, Record<string, string>> = {}
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.snap.yml'))) {
    const path = join(folder, name.replace('.expected.snap.yml', ''))
    const expected = expectedOf(readFileSync(join(folder, name), 'utf8'))
    const outcome = await minidumpFormat.open({ path, blob: await openAsBlob(path) }, async ({ uuid }) =>
      uuid === crash?.uuid ? code : undefined,
    )
    if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
    const { threads, images } = outcome.value
    const thread = threads.find(({ crashed }) => crashed)
    expect(thread).toBeDefined()
    const registers = new Map(thread?.registers?.map(({ name: register, value }) => [register, value]))
    const same = [...expected.registers].filter(([register, value]) => registers.get(register) === value)
    expect(same.length).toBe(expected.registers.size)
    const modules = expected.modules.filter(({ uuid, loadAddress, size }) =>
      images.some(
        (image) => image.uuid?.replaceAll('-', '') === uuid && image.loadAddress === loadAddress && image.size === size,
      ),
    )
    expect(modules.length).toBe(expected.modules.length)
    const trusted = expected.frames.filter(({ trust }) => trust !== 'scan')
    const reached = (address: bigint): boolean => thread?.frames.some((frame) => frame.address === address) === true
    // What the other tool took from registers or unwind information must be there, in place; what it found by scanning
    // the stack for anything that looks like code is a guess, and is only counted.
    trusted.forEach(({ address }, index) => expect(thread?.frames[index]?.address).toBe(address))
    const scanned = expected.frames.filter(({ trust }) => trust === 'scan')
    rows[name.replace('.expected.snap.yml', '')] = {
      registers: `${same.length}/${expected.registers.size}`,
      modules: `${modules.length}/${expected.modules.length}`,
      'frames from registers': `${trusted.length}/${trusted.length}`,
      'frames they scanned for': `${scanned.filter(({ address }) => reached(address)).length}/${scanned.length}`,
    }
  }
  console.table(rows)
  expect(Object.keys(rows).length).toBeGreaterThan(0)
})

/** Addresses of the frames that lldb prints for each core, innermost first. Of inlined calls the innermost row has it. */
function lldbStacks(path: string): readonly (readonly bigint[])[] {
  const text = gunzipSync(readFileSync(path)).toString()
  return text
    .split(/^@@SNAP /m)
    .slice(1)
    .map((part) => {
      const rows = [...part.matchAll(/^ {2}[* ] frame #\d+: (0x[0-9a-f]+) (.*)$/gm)]
      const isInlined = rows.map(([, , rest = '']) => / \[inlined\] /.test(rest))
      return rows.flatMap(([, address = ''], at) => (isInlined[at - 1] === true ? [] : [BigInt(address)]))
    })
}

test.runIf(corpus)('core files have the stacks that lldb prints', async () => {
  const rows: Record<string, string> = {}
  const different: string[] = []
  let frames = 0
  for (const name of readdirSync(`${corpus}variables/`).filter((entry) => entry.startsWith('vars-'))) {
    const folder = `${corpus}variables/${name}`
    const stacks = lldbStacks(`${folder}/cores.lldb.txt.gz`)
    let same = 0
    const cores = readdirSync(`${folder}/cores`).sort()
    for (const [index, core] of cores.entries()) {
      const outcome = await openCoreFile({ path: core, blob: await openAsBlob(`${folder}/cores/${core}`) })
      if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
      const ours = outcome.value.threads[0]?.frames ?? []
      // The program's own loader is below 4 GiB and in no image: no frame that a Darwin process can have.
      const theirs = (stacks[index] ?? []).filter((address) => address >= 0x1_0000_0000n)
      frames += theirs.length
      if (
        theirs.length > 0 &&
        theirs.every((address, at) => ours[at]?.address === address) &&
        ours.length === theirs.length
      ) {
        same++
      } else {
        const found = ours.map(({ address, foundBy }) => `${address?.toString(16)} ${foundBy}`)
        different.push(
          `${name}/${core}: ${found.join(', ')} | ${theirs.map((address) => address.toString(16)).join(', ')}`,
        )
      }
    }
    rows[name] = `${same}/${cores.length}`
  }
  console.table(rows)
  expect(different.slice(0, 5)).toEqual([])
  expect(frames).toBeGreaterThan(200)
})
