/**
 * `npm start [-- --port N]`: serves the page, and says where. Builds it first, unless nothing that it is made of has changed
 * since the last time.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { preview } from 'vite'
import { createStamp } from './build-stamp.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { port } = parseArgs({ options: { port: { type: 'string', default: '4173' } } }).values
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
  console.error(`--port takes a number up to 65535, not ${port}.`)
  process.exit(2)
}

const stamp = createStamp({
  root,
  sources: [
    'src',
    'public',
    'wasm/assembly',
    'wasm/asconfig.json',
    'wasm/build.mjs',
    'index.html',
    'vite.config.ts',
    'svelte.config.js',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ],
  // The service worker contains the list of all files of the page, with hashes of their contents.
  made: ['dist/index.html', 'dist/sw.js', 'dist-single/unslide.html', 'dist-cli/unslide.cjs'],
  stamp: '.cache/start.stamp',
})

if (!stamp.isFresh()) {
  console.log('Building the page; this takes a minute.')
  stamp.begin()
  // npm is a script of the shell on Windows.
  const { status, stdout, stderr } = spawnSync('npm run build', {
    cwd: root,
    encoding: 'utf8',
    shell: true,
    maxBuffer: 1 << 28,
  })
  if (status !== 0) {
    console.error(`${stdout}${stderr}`)
    process.exit(status ?? 1)
  }
  stamp.end()
}

// Where the port is taken, the next free one is.
const server = await preview({ root, logLevel: 'error', preview: { port: Number(port) } })
console.log(`Unslide: ${server.resolvedUrls?.local[0] ?? ''} (Ctrl+C ends it)`)
