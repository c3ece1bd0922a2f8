/** Variables in scope against llvm-dwarfdump, through the built command line. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { linesOf, unslide } from '../support/cli.ts'
import { corpus } from './corpus.ts'
import { Dump, rangesOf, type DumpedVariable } from './dwarfdump-scopes.ts'

interface Row {
  readonly address: string
  readonly scopes: readonly { readonly variables: readonly (DumpedVariable & { readonly kind: string })[] }[]
}

const key = ({ name, type, location }: DumpedVariable): string => `${name}: ${type} at ${location ?? 'nowhere'}`

/** What differs between the command line's answers and the dump; and how many variables were compared. */
function compare(
  dump: Dump,
  symbols: string,
  arch: string,
  addresses: readonly string[],
): { readonly different: string[]; readonly compared: number } {
  const different: string[] = []
  let compared = 0
  for (let at = 0; at < addresses.length; at += 400) {
    const asked = addresses.slice(at, at + 400)
    const { out } = unslide(['variables', '--symbols', symbols, '--arch', arch, '--format', 'json', ...asked])
    const rows = linesOf<Row>(out)
    expect(rows.length).toBe(asked.length)
    for (const { address, scopes } of rows) {
      const ours = scopes.map(({ variables }) => variables.map(key).sort())
      const theirs = dump.scopesAt(BigInt(address)).map((variables) => variables.map(key).sort())
      compared += theirs.flat().length
      if (JSON.stringify(ours) !== JSON.stringify(theirs))
        different.push(`${symbols} ${address}\n ours ${JSON.stringify(ours)}\n LLVM ${JSON.stringify(theirs)}`)
    }
  }
  return { different, compared }
}

const folder = `${corpus ?? ''}variables/`
const images = corpus ? readdirSync(folder).filter((name) => name.startsWith('vars-')) : []
const read = (image: string, file: string): string =>
  gunzipSync(readFileSync(join(folder, image, file))).toString('utf8')

test.runIf(corpus).each(images)('%s: in scope at every chosen address', (image) => {
  const rows = read(image, 'scopes.lldb.jsonl.gz').trim().split('\n')
  const addresses = rows.map((row) => (JSON.parse(row) as { pc: string }).pc)
  const arch = image.split('-')[1] ?? ''
  const symbols = join(folder, image, `${image}.dSYM`)
  const { different, compared } = compare(new Dump(read(image, 'dwarfdump.txt.gz')), symbols, arch, addresses)
  console.log(`${image}: ${addresses.length} addresses, ${compared} variables, ${different.length} addresses differ`)
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(500)
})

const fixtures = fileURLToPath(new URL('../fixtures/macho/', import.meta.url))

const bundles = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /DWARF\/[^/]+$/.test(path),
)

test.each(bundles)('%s: at addresses spread over all functions', (bundle) => {
  const path = join(fixtures, bundle)
  const inspected = JSON.parse(unslide(['inspect', '--format', 'json', path]).out) as { images: { arch: string }[] }
  let compared = 0
  for (const { arch } of inspected.images) {
    const version = process.env.LLVM_VERSION ?? '19'
    const text = execFileSync(`llvm-dwarfdump-${version}`, ['--debug-info', `--arch=${arch}`, path], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const dump = new Dump(text)
    const addresses = dump.functions().flatMap((die) => {
      const [[low, high] = [0n, 0n]] = rangesOf(die)
      return [0n, 4n, (high - low) / 2n, high - low - 1n].map((at) => `0x${(low + at).toString(16)}`)
    })
    const found = compare(dump, path, arch, addresses)
    console.log(`${bundle} ${arch}: ${addresses.length} addresses, ${found.compared} variables`)
    expect(found.different).toEqual([])
    compared += found.compared
  }
  expect(compared).toBeGreaterThan(0)
})
