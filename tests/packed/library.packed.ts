/** The installed library: every example of its README, in each available host, and its types. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { largeDsym } from '../support/large-dsym.ts'
import { examples, isPrinted } from './examples.ts'
import { run } from './run.ts'

const installed = inject('installed')
const { bun, deno } = inject('hosts')

beforeAll(async () => {
  writeFileSync(join(installed, 'Large'), await largeDsym('11111111-2222-3333-4444-555555555555', 14 << 20))
  for (const { name, source, script } of examples) {
    writeFileSync(join(installed, `${name}.mjs`), script)
    writeFileSync(join(installed, `${name}.ts`), source)
  }
})

/** Hosts, each with its command to run a module. Hosts other than Node only if they are installed or can be downloaded. */
const hosts: readonly (readonly [name: string, program: string | undefined, args: readonly string[]])[] = [
  ['Node', process.execPath, []],
  ['Bun', bun, ['run']],
  ['Deno', deno, ['run', '--node-modules-dir=manual', '--allow-read=.', '--allow-env', '--cached-only']],
]

test('the README shows every subpath', () => {
  const all = examples.map(({ source }) => source).join('')
  expect(examples.length).toBeGreaterThan(7)
  for (const name of ['', '/node', '/reading', '/export', '/compare', '/demangle', '/disassembly', '/stores'])
    expect(all).toContain(`from 'unslide${name}'`)
})

describe.each(hosts)('%s', (_, program, args) => {
  test.runIf(program).each(examples)('$name of the README', (example) => {
    const { status, out, err } = run(program ?? '', [...args, `${example.name}.mjs`])
    expect({ status, err }, err).toEqual({ status: 0, err: '' })
    expect(isPrinted(example, out), out).toBe(true)
  })

  // A file read at once, and threads where the host has them: the whole index of a large file.
  test.runIf(program)('a large file is built', () => {
    writeFileSync(
      join(installed, 'large.mjs'),
      `import { createEngine, openFiles } from 'unslide/node'
const engine = createEngine({ threads: 2 })
await engine.add(await openFiles('Large'))
const [built] = await engine.index(await engine.images())
console.log(built.ok && built.value.functions, built.ok && built.value.threads, built.problems)
`,
    )
    const { status, out, err } = run(program ?? '', [...args, 'large.mjs'])
    expect({ status, out, err }, err).toEqual({ status: 0, out: '2000 2 []\n', err: '' })
  })
})

test('importing does nothing', () => {
  const all = [
    '',
    '/node',
    '/reading',
    '/export',
    '/compare',
    '/demangle',
    '/disassembly',
    '/stores',
    '/source',
    '/element',
  ]
  const script = `const before = Object.getOwnPropertyNames(globalThis).join()
const { WebAssembly: wasm } = globalThis
globalThis.WebAssembly = undefined
${all.map((name) => `await import('unslide${name}')`).join('\n')}
globalThis.WebAssembly = wasm
const left = process.getActiveResourcesInfo().filter((kind) => /Timeout|Immediate|Worker|MessagePort/.test(kind))
console.log(Object.getOwnPropertyNames(globalThis).join() === before, left.length)
`
  expect(run(process.execPath, ['--input-type=module', '-e', script]).out).toBe('true 0\n')
})

test('CommonJS requires it where this Node can', () => {
  const script = `console.log(process.features.require_module ? require('unslide/demangle').demangle('_Z1fv', 'full') : 'f()')`
  expect(run(process.execPath, ['--input-type=commonjs', '-e', script]).out).toBe('f()\n')
})

/** Compilers' options of strangers: a page, a program of Node, and either behind a bundler. */
const projects: readonly (readonly [name: string, options: ts.CompilerOptions])[] = [
  ['Node', { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, types: ['node'] }],
  [
    'a page',
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    },
  ],
]

test.each(projects)('types are whole in %s, with every check on', (_, options) => {
  const types = fileURLToPath(new URL('../../node_modules/@types', import.meta.url))
  const program = ts.createProgram(
    examples.map(({ name }) => join(installed, `${name}.ts`)),
    {
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      noEmit: true,
      typeRoots: [types],
      ...options,
    },
  )
  const found = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
  expect(found.slice(0, 20)).toEqual([])
})
