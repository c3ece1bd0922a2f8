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

/** Differences between the command line's answers and the dump, and the number of compared variables. */
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

interface Value {
  readonly name: string
  readonly value?: string
  readonly raw?: string
  readonly unavailable?: string
  readonly children?: readonly Value[]
}
interface Frame {
  readonly frame: number
  readonly scopes: readonly { readonly variables: readonly Value[] }[]
}
interface Truth {
  readonly snap: number
  readonly expr: string
  readonly raw: string
}

/** The value of a C expression of names, members, elements and stars; undefined for any other expression. */
function find(frame: Frame, expression: string): Value | undefined {
  const [name = '', ...steps] = expression.replace(/^\(short\)/, '').match(/\w+|->|\./g) ?? []
  if (!/^[\w.[\]>-]+$/.test(expression.replace(/^\(short\)/, ''))) return undefined
  let at = frame.scopes.flatMap(({ variables }) => variables).find((variable) => variable.name === name)
  for (const step of steps) {
    if (step === '->') at = at?.children?.find((child) => child.name === '*')
    else if (step !== '.') at = member(at, step)
  }
  return at
}

/** Of the object itself or of one of its bases. */
function member(of: Value | undefined, name: string): Value | undefined {
  const children = of?.children ?? []
  const own = children.find((child) => child.name === name || child.name === `[${name}]`)
  return (
    own ?? children.map((child) => (/^[A-Z]/.test(child.name) ? member(child, name) : undefined)).find((one) => one)
  )
}

/** The bits, with the sign as the program recorded it. */
function isSame(raw: string | undefined, truth: string, value: string | undefined): boolean {
  if (raw === undefined) return false
  const bits = (raw.length - 2) * 4
  const wide = BigInt(truth)
  if (BigInt(raw) === wide || BigInt.asUintN(64, BigInt(value?.match(/^-?\d+$/)?.[0] ?? raw)) === wide) return true
  // Doubles were recorded where the program has a float.
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, wide)
  return bits <= 32 && value !== undefined && Number(value) === view.getFloat64(0)
}

test.runIf(corpus).each(images)('%s: values are those that the program recorded', (image) => {
  const truths = read(image, 'values.truth.jsonl.gz')
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as Truth)
  const given = ['--symbols', join(folder, image, `${image}.dSYM`), '--symbols', join(folder, image, image)]
  const lldb = read(image, 'cores.lldb.txt.gz').split('@@SNAP ')
  const wrong: string[] = []
  let [equal, unknown, asLldb] = [0, 0, 0]
  for (let snap = 0; snap < 20; snap++) {
    const core = join(folder, image, 'cores', `${String(snap).padStart(2, '0')}.core`)
    const { out } = unslide(['variables', ...given, '--core', core, '--format', 'json'])
    const [frame] = linesOf<Frame>(out)
    for (const { expr, raw } of truths.filter((truth) => truth.snap === snap)) {
      const found = frame && find(frame, expr)
      if (found?.value === undefined) unknown++
      else if (isSame(found.raw, raw, found.value)) equal++
      // The compiler may say of a variable what it is a step later; a debugger that reads the same says the same.
      else if (lldb.some((text) => text.startsWith(`${snap} `) && text.includes(` ${expr} = ${found.value}\n`)))
        asLldb++
      else wrong.push(`${snap} ${expr}: ${found.value} (${found.raw ?? ''}), not ${raw}`)
    }
  }
  console.log(
    `${image}: ${truths.length} values, ${equal} equal, ${unknown} not known, ${asLldb} as lldb alone, ${wrong.length} wrong`,
  )
  expect(wrong).toEqual([])
  expect(asLldb).toBeLessThan(2)
  expect(equal).toBeGreaterThan(60)
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
