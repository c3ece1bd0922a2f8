/**
 * Bundles the command line into `dist-cli`: the program and its threads, what launches them, and the WebAssembly beside them.
 * Node starts CommonJS some milliseconds sooner than modules, and reads less sooner than more; a thread as well.
 */
import { copyFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import packageFile from '../../package.json' with { type: 'json' }
import { licences } from '../build/licences.ts'
import { formatManPage } from './options/man-page.ts'
import { writeCode } from './start/write-code.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const out = path('../../dist-cli')

const { collect, write } = licences(['assemblyscript'], false)

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
      input: {
        unslide: path('start/launch.ts'),
        'launch-thread': path('start/launch-thread.ts'),
        program: path('main.ts'),
        'indexer-thread': path('../lib/node/indexer-thread.ts'),
        'report-thread': path('pipeline/report-thread.ts'),
      },
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    },
  },
  plugins: [
    collect(),
    write(),
    {
      name: 'copy-wasm',
      writeBundle() {
        copyFileSync(path('../../wasm/build/core.wasm'), `${out}/core.wasm`)
      },
    },
    {
      name: 'write-man-page',
      writeBundle() {
        writeFileSync(`${out}/unslide.1`, formatManPage(packageFile.version))
      },
    },
    {
      name: 'write-code',
      closeBundle: () =>
        writeCode(`${out}/unslide.cjs`, path('../../public/sample'), [
          ['symbolicate', '{report}', '--symbols', '{dsym}'],
          ['lookup', '--symbols', '{dsym}', '0x100004000', '0x100005000', '0x100006000'],
          ['--help'],
          ['lookup', '--help'],
          ['index', '{dsym}'],
          ['inspect', '{dsym}'],
          ['demangle', '_ZNSt6vectorIiSaIiEE9push_backERKi', '$s4main3FooV3baryyF'],
        ]),
    },
  ],
})
