/**
 * Bundles the library into `dist-lib`: modules for every host, and their types. `--mode thread` and `--mode
 * element-worker` make the programs of a thread and of a worker instead. Each is one file without imports, because
 * bundlers copy it unchanged.
 */
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { declarations } from '../build/declarations.ts'
import { licences } from '../build/licences.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** An entry for each subpath of `exports` in `package.json`, by its name. */
const entries = Object.fromEntries(
  ['index', 'compare', 'demangle', 'disassembly', 'element', 'export', 'node', 'reading', 'source', 'stores'].map(
    (name) => [name, path(`${name}.ts`)],
  ),
)

/** Programs of their own, by mode. */
const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  thread: { 'indexer-thread': path('node/indexer-thread.ts') },
  'element-worker': { 'element-worker': path('element/worker.ts') },
}

/** The worker's address as bundlers know it, so that they copy its file: without the word that kept this build from looking for it. */
const plainAddress: Plugin = {
  name: 'plain-address',
  renderChunk: (code) => code.replace(/\/\* @vite-ignore \*\/\s*(?="\.\/element-worker\.js")/, ''),
}

const { collect, write } = licences(['assemblyscript'], false)

export default defineConfig(({ mode }) => {
  const program = programs[mode]
  const outDir = path('../../dist-lib')
  return {
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: !program,
      target: 'es2023',
      reportCompressedSize: false,
      // The entries are below: knip takes entries here for parts of the build alone.
      lib: { entry: [''], formats: ['es'] },
      rollupOptions: {
        input: program ?? entries,
        external: /^node:/,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          ...(program && { codeSplitting: false }),
          ...(mode === 'element-worker' && { minify: true }),
        },
      },
    },
    plugins: program ? [] : [plainAddress, collect(), write(), declarations(entries, outDir)],
  }
})
