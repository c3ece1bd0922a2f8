/**
 * Bundles the library into `dist-lib`: modules for every host, and their types. `--mode thread` makes the program of a thread instead: one
 * file without any other beside it, because bundlers copy it as it is.
 */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { declarations } from '../build/declarations.ts'
import { licences } from '../build/licences.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** An entry for each subpath of `exports` in `package.json`, by its name. */
const entries = Object.fromEntries(
  ['index', 'compare', 'demangle', 'disassembly', 'export', 'node', 'reading', 'source', 'stores'].map((name) => [
    name,
    path(`${name}.ts`),
  ]),
)

const { collect, write } = licences(['assemblyscript'], false)

export default defineConfig(({ mode }) => {
  const thread = mode === 'thread'
  const outDir = path('../../dist-lib')
  return {
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: !thread,
      target: 'es2023',
      reportCompressedSize: false,
      // The entries are those below: knip takes what stands here for parts of the build alone.
      lib: { entry: [''], formats: ['es'] },
      rollupOptions: {
        input: thread ? { 'indexer-thread': path('node/indexer-thread.ts') } : entries,
        external: /^node:/,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
    plugins: thread ? [] : [collect(), write(), declarations(entries, outDir)],
  }
})
