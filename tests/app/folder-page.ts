/** A folder that the page remembers, in the browser's own file system: its handles are real. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'

/** The sample's dSYM, and other files, by path. */
export async function sampleFiles(): Promise<Readonly<Record<string, Buffer>>> {
  const zip = new ZipReader(new BlobReader(new Blob([readFileSync('public/sample/Trailmap.dSYM.zip')])))
  const entry = (await zip.getEntries()).find(({ filename }) => filename.endsWith('DWARF/Trailmap'))
  if (!entry || entry.directory) throw new Error('the sample has no dSYM')
  return {
    'build 12/Trailmap.dSYM/Contents/Resources/DWARF/Trailmap': Buffer.from(
      await entry.getData(new Uint8ArrayWriter()),
    ),
    'build 12/Trailmap.dSYM/Contents/Info.plist': Buffer.from('<plist/>'.repeat(20)),
    notes: Buffer.from('nothing of interest, though long enough to be looked at by the page'),
  }
}
/** From the next load on the browser's dialog chooses the folder. */
export const chooseFolder = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.assign(window, {
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('Symbols', { create: true }),
    })
  })

/** Writes files into it. */
export async function write(page: Page, contents: Readonly<Record<string, Buffer>>): Promise<void> {
  const plain = Object.entries(contents).map(([path, bytes]) => [path, bytes.toString('base64')] as const)
  await page.evaluate(async (entries) => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('Symbols', { create: true })
    for (const [path, base64] of entries) {
      const parts = path.split('/')
      let folder = root
      for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true })
      const file = await folder.getFileHandle(parts.at(-1) ?? '', { create: true })
      const stream = await file.createWritable()
      await stream.write(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))
      await stream.close()
    }
  }, plain)
}
