/** Bundles the command line into `dist-cli`: one program, its indexer thread, and the WebAssembly beside them. */
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
    minify: false,
    ssr: true,
    rollupOptions: {
      input: { unslide: path('main.ts'), 'indexer-thread': path('indexer-thread.ts') },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
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
