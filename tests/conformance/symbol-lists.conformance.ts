/** Link maps and the output of llvm-nm through the built command line, against the symbol table of the program itself. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { linesOf, unslide, type JsonFrame } from '../support/cli.ts'
import { corpus } from './corpus.ts'

const root = `${corpus ?? ''}debugmap/`
const programs = corpus ? readdirSync(root).filter((name) => name.startsWith('macos-')) : []
const [NM, STRIP] = ['llvm-nm-19', 'llvm-strip-19'] as const
const has = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0
const tools = corpus !== undefined && has(NM) && has(STRIP)
const folder = tools ? mkdtempSync(join(tmpdir(), 'unslide-')) : ''
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true })
})

const linkMap = (name: string): string => gunzipSync(readFileSync(`${root}${name}/${name}.linkmap.txt.gz`)).toString()

/** Functions of a program by their addresses, with all names there, as its own symbol table has them. */
function symbolsOf(path: string): ReadonlyMap<string, ReadonlySet<string>> {
  const { stdout } = spawnSync(NM, ['-m', path], { encoding: 'utf8' })
  const found = new Map<string, Set<string>>()
  for (const [, address = '', name = ''] of stdout.matchAll(
    /^0*([0-9a-f]+) \(__TEXT,__text\) (?:.*external\)? |.*\] )(.*)$/gm,
  )) {
    const key = `0x${address}`
    found.set(key, (found.get(key) ?? new Set()).add(name.replace(/^_/, '')))
  }
  found.delete('0x100000000')
  return found
}

/** A stripped copy of a program, which has function starts and no names. */
function stripped(name: string): string {
  const path = join(folder, 'bin', name)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  expect(spawnSync(STRIP, ['-x', `${root}${name}/${name}`, '-o', path]).status).toBe(0)
  return path
}

function namesAt(addresses: readonly string[], ...symbols: readonly string[]): readonly (readonly string[])[] {
  const paths = symbols.flatMap((path) => ['--symbols', path])
  const { out } = unslide(['lookup', ...paths, '--format', 'json', ...addresses])
  return linesOf<JsonFrame & { calls?: readonly { mangled: string; source: string }[] }>(out).map(({ calls = [] }) =>
    calls.map(({ mangled }) => mangled),
  )
}

const listings: readonly (readonly [kind: string, text: (name: string) => string])[] = [
  ['the link map', linkMap],
  ...['bsd', 'posix', 'darwin'].map((format): readonly [string, (name: string) => string] => [
    `llvm-nm --format=${format}`,
    (name) => spawnSync(NM, [`--format=${format}`, `${root}${name}/${name}`], { encoding: 'utf8' }).stdout,
  ]),
]

test.runIf(tools).each(programs.flatMap((name) => listings.map(([kind, text]) => [name, kind, text] as const)))(
  '%s, stripped, with %s: the names of its own symbol table',
  (name, _, text) => {
    const list = join(folder, `${name}.txt`)
    writeFileSync(list, text(name))
    const symbols = symbolsOf(`${root}${name}/${name}`)
    const addresses = [...symbols.keys()]
    const told = namesAt(addresses, stripped(name), list)
    const wrong = addresses.filter((address, at) => !symbols.get(address)?.has(told[at]?.[0] ?? ''))
    console.log(`${name}: ${addresses.length} functions, ${wrong.length} differ`)
    expect(addresses.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  },
)

test.runIf(tools)('no list counts as that of another program, though it has its name', () => {
  for (const name of programs) {
    for (const other of programs.filter((one) => one !== name)) {
      const list = join(folder, 'other.txt')
      writeFileSync(list, linkMap(other).replace(/^# Path: .*$/m, `# Path: ${name}`))
      const { err } = unslide(['lookup', '--symbols', stripped(name), '--symbols', list, '0x100000700'])
      expect(err, `${name} with ${other}`).toMatch(/Several images|does not say which build|fit/)
    }
  }
})
