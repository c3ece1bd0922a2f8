/**
 * Bundles the command line into `dist-cli`: one program, its indexer thread, and the WebAssembly beside them. Node starts
 * CommonJS some milliseconds sooner than modules, and reads less sooner than more; a thread as well.
 */
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const out = path('../../dist-cli')

export default defineConfig({
  root: path('.'),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    ssr: true,
    rollupOptions: {
      input: { unslide: path('main.ts'), 'indexer-thread': path('indexer-thread.ts') },
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    },
  },
  plugins: [
    {
      name: 'copy-wasm',
      writeBundle() {
        copyFileSync(path('../../wasm/build/core.wasm'), `${out}/core.wasm`)
      },
    },
  ],
})
