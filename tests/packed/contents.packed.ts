/** Contents of the package: all that is needed, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { rollup } from 'rollup'
import { expect, inject, test } from 'vitest'

const folder = join(inject('installed'), 'node_modules/unslide')
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')

interface PackageFile {
  readonly dependencies?: object
  /** The files that do something when they are imported. */
  readonly sideEffects: readonly string[]
  readonly man: string
  readonly exports: Readonly<Record<string, unknown>>
}
const packageFile = JSON.parse(read('package.json')) as PackageFile

/** Files by their folder and ending; those of a kind are not counted one by one. */
const expected: readonly RegExp[] = [
  /^(?:LICENSE|README(?:\.zh-CN)?\.md|package\.json)$/,
  /^dist-lib\/[\w-]+\.(?:d\.ts|js)$/,
  /^dist-lib\/chunks\/[\w-]+\.(?:d\.ts|js)$/,
  /^dist-cli\/[\w-]+\.cjs$/,
  /^dist-cli\/(?:core\.wasm|unslide\.1)$/,
  /^dist-(?:lib|cli)\/licences\.txt$/,
  /^schemas\/(?:[a-z]+\.json|README\.md)$/,
]

test('the package holds the library, the command line, and the licences of all that is in them', () => {
  const files = inject('packedFiles')
  expect(files.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([])
  expect(expected.filter((pattern) => !files.some((path) => pattern.test(path)))).toEqual([])
  expect(read('dist-cli/licences.txt')).toMatch(/^@modelcontextprotocol\/sdk [\d.]+ \(MIT\)$/m)
  for (const part of ['lib', 'cli'])
    for (const name of ['@zip.js/zip.js', 'assemblyscript', '@noble/hashes'])
      expect(read(`dist-${part}/licences.txt`)).toContain(`\n${name} `)
  expect(read(packageFile.man)).toContain('.TH')
})

test('nothing else is installed with it', () => {
  expect(packageFile.dependencies ?? {}).toEqual({})
  expect(readdirSync(join(folder, '..')).filter((name) => !name.startsWith('.'))).toEqual(['unslide'])
})

/** Bytes of an entry with all that it imports at once, each compressed. */
function weigh(entry: string): number {
  const seen = new Set([entry])
  let bytes = 0
  for (const path of seen) {
    const text = read(join('dist-lib', path))
    bytes += gzipSync(text, { level: 9 }).length
    for (const [, to = ''] of text.matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g))
      seen.add(join(path, '..', to).replaceAll('\\', '/'))
  }
  return bytes
}

/** KB with gzip, as loaded by the import alone. */
const largest: Readonly<Record<string, number>> = {
  demangle: 60,
  disassembly: 60,
  element: 25,
  // The headline of a report that was only parsed needs the rules, with names of devices, words of interpreters, and words and threads that prove an
  // end, a wait or a handler; the demanglers for a symbol that the linker missed.
  export: 252,
  // The engine, with columns and languages of frames.
  index: 139,
  node: 141,
  stores: 20,
}

test('who takes a part loads that part', () => {
  const sizes = Object.keys(packageFile.exports).flatMap((path) => {
    const name = path === '.' ? 'index' : path.slice(2)
    return name === 'package.json' ? [] : [[name, Math.round(weigh(`${name}.js`) / 1000)] as const]
  })
  console.log(sizes.map(([name, size]) => `${name} ${size} KB`).join(', '))
  for (const [name, size] of sizes) expect(size, name).toBeLessThan(largest[name] ?? 135)
})

/** Bytes of what a bundler leaves of a module. */
async function shake(source: string): Promise<number> {
  const bundle = await rollup({
    input: 'asked',
    external: /^node:/,
    plugins: [
      {
        name: 'strangers-resolver',
        resolveId(id, importer) {
          if (id === 'asked') return id
          const name = /^unslide(?:\/(.*))?$/.exec(id)
          const path = name ? join(folder, 'dist-lib', `${name[1] ?? 'index'}.js`) : join(importer ?? '', '..', id)
          const moduleSideEffects = packageFile.sideEffects.some((file) => path === join(folder, file))
          return id.startsWith('node:') ? null : { id: path, moduleSideEffects }
        },
        load: (id) => (id === 'asked' ? source : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'es' })
  return output.reduce((sum, file) => sum + (file.type === 'chunk' ? file.code.trim().length : 0), 0)
}

test('a bundler leaves what is asked for, and nothing else', async () => {
  expect(await shake(`import 'unslide'\nimport 'unslide/export'\nimport 'unslide/stores'`)).toBe(0)
  // The element alone does something by being imported.
  expect(await shake(`import 'unslide/element'`)).toBeGreaterThan(5000)
  expect(await shake(`export { formatHex } from 'unslide'`)).toBeLessThan(200)
  expect(await shake(`export { crashedThread } from 'unslide/reading'`)).toBeLessThan(1000)
  // Its messages and their plurals come with it.
  expect(await shake(`export { headlineOf } from 'unslide/reading'`)).toBeLessThan(60_000)
})

test('publint finds nothing', async () => {
  const tarball = readFileSync(inject('tarball'))
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('types are found by every resolution that reads exports', async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(inject('tarball'))))
  if (!result.types) throw new Error('The package has no types.')
  const problems = result.problems.filter(
    (problem) =>
      // TypeScript before `exports` (`moduleResolution: node`) finds the root alone.
      !('resolutionKind' in problem && problem.resolutionKind === 'node10') &&
      // It is a module: CommonJS requires it where Node can.
      problem.kind !== 'CJSResolvesToESM',
  )
  expect(problems).toEqual([])
})
