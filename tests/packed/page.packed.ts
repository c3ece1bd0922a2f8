/** The library in a bare page, in a worker of it, and behind a bundler. The policy allows scripts of the page's own and WebAssembly. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { browserArguments } from '../../playwright.config.ts'
import { findChromium } from '../support/chromium.mjs'
import { serveFolders, type WebServer } from '../support/web-server.ts'

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"

/** Until a slow machine has done it; nothing is measured. */
const waiting = { timeout: 60_000 }

const folder = join(inject('installed'), 'page')
const sample = ['Trailmap.ips', 'Trailmap.dSYM.zip'].map((name) => join(inject('installed'), name))

/** Names the report among the files, and names it again from what was kept, without the symbols. */
const work = (from: string): string => `
import { createEngine } from '${from}'
import { exporterOf } from '${from.replace('index.js', 'export.js').replace(/unslide$/, 'unslide/export')}'
import { createIdbStore } from '${from.replace('index.js', 'stores.js').replace(/unslide$/, 'unslide/stores')}'
export async function nameReport(files) {
  const given = files.map((blob) => ({ path: blob.name, blob }))
  const indexes = createIdbStore('mine')
  const first = createEngine({ indexes })
  const { reports } = await first.add(given)
  const named = await first.symbolicate(reports[0])
  await first.index(await first.images())
  const again = await createEngine({ indexes }).symbolicate(reports[0])
  const { write } = exporterOf('text')
  return [named, again].map((one) => (one.ok ? write(one.value) : JSON.stringify(one.problems)))
}
`
const page = (script: string): string =>
  `<!doctype html><meta charset="utf-8"><input type="file" multiple><script type="module" src="${script}"></script>`
const inPage = (module: string): string => `
import { nameReport } from '${module}'
const input = document.querySelector('input')
input.onchange = async () => { document.body.append(JSON.stringify(await nameReport([...input.files]))); document.title = 'done' }
document.title = 'ready'
`
const inWorker = `
const worker = new Worker('./worker.js', { type: 'module' })
const input = document.querySelector('input')
worker.onmessage = ({ data }) => { document.body.append(JSON.stringify(data)); document.title = 'done' }
input.onchange = () => worker.postMessage([...input.files])
document.title = 'ready'
`
const worker = `
import { nameReport } from './plain.js'
onmessage = async ({ data }) => postMessage(await nameReport(data))
`

let server: WebServer
let browser: Browser

beforeAll(async () => {
  const found = findChromium()
  if (!found.ok) throw new Error(found.message)
  mkdirSync(folder, { recursive: true })
  const files = {
    'plain.js': work('../node_modules/unslide/dist-lib/index.js'),
    'page.html': page('./page.js'),
    'page.js': inPage('./plain.js'),
    'worker.html': page('./in-worker.js'),
    'in-worker.js': inWorker,
    'worker.js': worker,
    'bare.js': work('unslide'),
    'bundle.js': inPage('./bare.js'),
    'bundled.html': page('./bundled/bundle.js'),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  await bundle('bundle.js', 'bundled')
  server = await serveFolders({ folders: { '/': inject('installed') }, policy: POLICY })
  const executablePath = found.env.CHROMIUM
  browser = await chromium.launch({ args: [...browserArguments], ...(executablePath ? { executablePath } : {}) })
})

afterAll(async () => {
  await browser?.close()
  server?.close()
})

/** Bundles a module as a stranger's page is bundled. */
async function bundle(entry: string, out: string): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: './',
    build: {
      outDir: out,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: join(folder, entry),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
      },
    },
  })
}

async function openPage(name: string): Promise<{ readonly page: Page; readonly errors: string[] }> {
  const page = await (await browser.newContext()).newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // The browser requests an icon on its own.
    if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico')) errors.push(message.text())
  })
  await page.goto(`${server.origin}/page/${name}.html`)
  return { page, errors }
}

test.each(['page', 'worker', 'bundled'])(
  '%s: files in, a report with names out, under a strict policy',
  async (name) => {
    const { page, errors } = await openPage(name)
    await expect.poll(() => page.title(), waiting).toBe('ready')
    await page.locator('input').setInputFiles(sample)
    await expect.poll(() => page.title(), waiting).toBe('done')
    const [named = '', again = ''] = JSON.parse((await page.locator('body').textContent()) ?? '') as readonly string[]
    for (const text of [named, again]) expect(text).toContain('TMRouteAltitude  route.c:29')
    expect(errors).toEqual([])
    await page.close()
  },
)
