import { createHash } from 'node:crypto'
import { copyFileSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { viteSingleFile } from 'vite-plugin-singlefile'
import { defineConfig } from 'vitest/config'
import { hoistImports } from './src/build/hoist-imports.ts'
import { licences } from './src/build/licences.ts'
import { workerChunks } from './src/build/worker-chunks.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** What ships without being a module of the bundle. */
const IN_WASM = ['assemblyscript']
const IN_SERVICE_WORKER = ['workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies']

/** Two editions: a folder of files for any static host, and one HTML file that runs from disk (`--mode single`). */
export default defineConfig(({ mode }) => {
  const single = mode === 'single'
  const edition = single ? '.single.ts' : '.ts'
  const { collect, write } = licences(single ? IN_WASM : [...IN_WASM, ...IN_SERVICE_WORKER], single)
  return {
    base: './',
    publicDir: single ? false : 'public',
    resolve: {
      alias: {
        '#make-worker': path(`./src/worker/make-worker${edition}`),
        '#make-indexer': path(`./src/worker/make-indexer${edition}`),
        '#make-writer': path(`./src/worker/make-writer${edition}`),
        '#sample': path(`./src/app/sample${edition}`),
        '#install': path(`./src/app/install${edition}`),
      },
    },
    build: {
      outDir: single ? 'dist-single' : 'dist',
      target: 'es2023',
      assetsInlineLimit: single ? 100_000_000 : 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
    // A worker made from a blob must be a classic script where the page comes from a file.
    worker: {
      format: single ? 'iife' : 'es',
      plugins: () => [collect(), hoistImports()],
      ...(!single && { rolldownOptions: { output: { codeSplitting: { groups: [workerChunks()] } } } }),
    },
    plugins: [
      svelte(),
      single ? viteSingleFile({ removeViteModuleLoader: true }) : offline(),
      contentSecurity(single),
      collect(),
      write(),
      ...(single ? [renameSingle(), offerSingle()] : []),
    ],
    test: {
      include: ['tests/**/*.test.ts'],
      environment: 'node',
      // A test may wait on a loaded machine; none depends on how long it took.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 120_000 } },
      // Test files share the modules they import: loading them anew for each file took a third of the time.
      pool: 'threads',
      isolate: false,
    },
  }
})

/** Everything is kept at the first visit; a new version waits until the user asks for it. */
function offline() {
  return VitePWA({
    registerType: 'prompt',
    injectRegister: false,
    workbox: {
      globPatterns: ['**/*.{js,css,html,wasm,svg,png,ips,zip}'],
      globIgnores: ['screenshot.png'],
      maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
      cleanupOutdatedCaches: true,
      // A download and published symbols are no screens of the page. They are fetched when they are asked for, and not kept.
      navigateFallbackDenylist: [/\/unslide\.html$/, /\/symbols\/[0-9A-F-]{36}\//],
    },
    manifest: {
      name: 'Unslide',
      short_name: 'Unslide',
      description: 'Turns an Apple crash report and a dSYM into a readable crash, on your own machine.',
      display: 'standalone',
      start_url: './',
      scope: './',
      background_color: '#faf9f7',
      theme_color: '#faf9f7',
      icons: [
        { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: 'icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
      file_handlers: [
        {
          action: './',
          accept: { 'application/json': ['.ips'], 'text/plain': ['.crash', '.hang', '.spin', '.diag'] },
        },
      ],
    },
  })
}

/** A policy in the page itself, since a static host may set no headers. Written last: it carries hashes of what is inline. */
function contentSecurity(single: boolean): Plugin {
  return {
    name: 'content-security',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue
          const html = String(file.source)
          const policy = single
            ? `default-src 'none'; script-src ${hashes(html, 'script')} 'wasm-unsafe-eval'; style-src ${hashes(html, 'style')}; img-src data: blob:; connect-src 'none'; worker-src blob:; base-uri 'none'; form-action 'none'`
            : `default-src 'none'; script-src 'self' ${hashes(html, 'script')} 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`
          file.source = html.replace(
            '<meta charset="utf-8" />',
            `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
          )
        }
      },
    },
  }
}

function hashes(html: string, tag: 'script' | 'style'): string {
  const blocks = html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...blocks]
    .filter(([, text]) => text !== '')
    .map(
      ([, text]) =>
        `'sha256-${createHash('sha256')
          .update(text ?? '', 'utf8')
          .digest('base64')}'`,
    )
    .join(' ')
}

function renameSingle(): Plugin {
  return {
    name: 'rename-single',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page) page.fileName = 'unslide.html'
      },
    },
  }
}

/** The page offers the edition of one file for download, so a copy lies beside it. */
function offerSingle(): Plugin {
  return {
    name: 'offer-single',
    enforce: 'post',
    closeBundle() {
      if (existsSync('dist')) copyFileSync('dist-single/unslide.html', 'dist/unslide.html')
    },
  }
}
