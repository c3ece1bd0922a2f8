/**
 * The main walks in browsers other than Chromium. They cover the sample, a real pair, a large dSYM, a visit without a
 * network, a link that carries a report, the library, and the edition of one file.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { preview, type PreviewServer } from 'vite'
import { largeDsym } from '../support/large-dsym.ts'
import { startVisitor } from './start.ts'
import { until, type Visitor } from './visitor.ts'

const report = resolve('public/sample/Trailmap.ips')
const symbols = resolve('public/sample/Trailmap.dSYM.zip')
const scratch = mkdtempSync(join(tmpdir(), 'unslide-walks-'))

let server: PreviewServer
let visitor: Visitor
let home: string

const stackHas = (text: string): string => `document.querySelector('article.named')?.innerText.includes('${text}')`
const listHas = (text: string): string =>
  `[...document.querySelectorAll('.images [aria-selected]')].some((row) => row.innerText.includes('${text}'))`
/** True if the library lists an index. Its words for an empty list speak of exported ones, so only the button counts. */
const libraryHasIndex = `[...document.querySelectorAll('.images button')].some((button) => button.innerText.trim() === 'Export')`
const pageHas = (text: string): string => `document.body.innerText.includes('${text}')`

beforeAll(async () => {
  await serve()
})

beforeEach(async () => {
  visitor = await startVisitor()
})

afterEach(async () => {
  await visitor.close()
})

afterAll(async () => {
  await server.close()
  rmSync(scratch, { recursive: true, force: true })
})

async function serve(port = 0): Promise<void> {
  server = await preview({ preview: { port, strictPort: port !== 0 } })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('The page is not served.')
  home = `http://localhost:${address.port}/`
}

async function openHome(): Promise<void> {
  await visitor.open(home)
  await until(visitor, 'the start page', `document.querySelector('h1')`)
}

async function sampleIsNamed(): Promise<void> {
  await until(visitor, 'the sample’s inlined call', stackHas('TMRouteAltitude'))
  await until(visitor, 'the sample’s line', stackHas('route.c:6'))
}

test('the sample', async () => {
  await openHome()
  await visitor.click('Try the sample')
  await sampleIsNamed()
})

test('a report, then its dSYM', async () => {
  await openHome()
  await visitor.choose(report)
  await until(visitor, 'which frames have no names', pageHas('Trailmap: 10 frames without names'))
  await visitor.choose(symbols)
  await sampleIsNamed()
})

test('the library names a report without its dSYM', async () => {
  await openHome()
  await visitor.choose(symbols)
  await visitor.open(`${home}#/library`)
  await until(visitor, 'the index', libraryHasIndex)
  if (visitor.keepsAndReads) {
    await openHome()
    await visitor.reload()
  } else {
    // Not kept on disk, and the library says so.
    await until(visitor, 'how long it is kept', listHas('until this page is closed'))
  }
  await visitor.choose(report)
  await sampleIsNamed()
})

test('a large dSYM', async () => {
  const uuid = '11111111222233334444555555555555'
  const dsym = join(scratch, 'Shelf')
  writeFileSync(dsym, await largeDsym(uuid, 48 << 20))
  const crash = join(scratch, 'Shelf.crash')
  writeFileSync(crash, shelfReport(uuid))
  await openHome()
  await visitor.choose(dsym, crash)
  await until(visitor, 'the name of the first frame', stackHas('shelf_5'))
  // As a person goes there: a driver that loads an address stops what Firefox reads for the page, and the index never comes.
  await visitor.click('Library')
  await until(visitor, 'the whole index', libraryHasIndex)
})

test('without a network, after the first visit', async () => {
  await openHome()
  await until(visitor, 'the copy for later visits', `document.documentElement.dataset.offline === 'ready'`)
  const port = Number(new URL(home).port)
  await server.close()
  try {
    await visitor.open(home)
    await until(visitor, 'the start page', `document.querySelector('h1')`)
    await visitor.click('Try the sample')
    await sampleIsNamed()
  } finally {
    await serve(port)
  }
})

test('a link that carries the report', async () => {
  await openHome()
  await visitor.choose(report)
  await until(visitor, 'the report', stackHas('Trailmap'))
  await visitor.run(`navigator.clipboard.writeText = async (text) => { window.copied = text }`)
  await visitor.click('Share')
  await visitor.click('Copy a link')
  await until(visitor, 'the link', 'window.copied')
  const link = await visitor.run<string>('return window.copied')
  expect(link).toContain('#/shared/')
  await visitor.open('about:blank')
  await visitor.open(link)
  await until(visitor, 'the shared report', stackHas('Trailmap'))
})

test('the edition of one file, from disk', async () => {
  const file = resolve('dist-single/unslide.html')
  expect(readFileSync(file).length).toBeGreaterThan(100_000)
  await visitor.open(`file://${file}`)
  await until(visitor, 'the start page', `document.querySelector('h1')`)
  await visitor.click('Try the sample')
  if (visitor.keepsAndReads) await sampleIsNamed()
  else await until(visitor, 'a word on files that cannot be read', pageHas('could not read this file'))
})

function shelfReport(uuid: string): string {
  return `Process:             Shelf [612]
Path:                /Applications/Shelf.app/Contents/MacOS/Shelf
Identifier:          org.example.shelf
Version:             1.0 (1)
Code Type:           ARM-64
OS Version:          macOS 14.5 (23F79)
Report Version:      12

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Crashed Thread:  0

Thread 0 Crashed:
0   Shelf   0x0000000104001054 0x104000000 + 4180

Binary Images:
0x104000000 - 0x10400ffff Shelf arm64  <${uuid}> /Applications/Shelf.app/Contents/MacOS/Shelf
`
}
