/** Damaged archives: each file given is one that was put in, byte for byte, or there is a problem. */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { walk } from '../../../src/core/containers/walk.ts'
import { buildTar } from '../../support/tar-builder.ts'
import { buildZip } from '../../support/zip-builder.ts'

/** One is as short as a link: one bit says that an entry is one, and links are left out. */
const files: Readonly<Record<string, string>> = {
  'App.crash': 'Thread 0:\n0   App   0x0000000104004000 0x104000000 + 16384\n'.repeat(20),
  'notes/read me.txt': 'what happened before the crash: '.repeat(90),
  'short.txt': '0   App   0x0000000104004000 0x104000000 + 16384\n',
  'deep/in/a/folder/b.ips': '{"app_name":"App"}\n'.repeat(70),
}

interface Change {
  readonly at: number
  readonly value: number
}

function changed(bytes: Uint8Array, changes: readonly Change[]): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes)
  for (const { at, value } of changes) copy[at % copy.length] = value
  return copy
}

interface Found {
  /** Files by path inside the archive. */
  readonly leaves: readonly (readonly [path: string, text: string])[]
  /** Files that the program calls empty. */
  readonly ignored: number
  readonly isTold: boolean
}

async function read(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Found> {
  const leaves: [string, string][] = []
  let isTold = false
  let ignored = 0
  for await (const item of walk([{ path: name, blob: new Blob([bytes]) }])) {
    if (item.kind !== 'ignored' && item.problems.length > 0) isTold = true
    if (item.kind === 'ignored') ignored++
    if (item.kind !== 'leaf') continue
    // A file may be found damaged as late as it is read.
    const text = await item.file.blob.text().catch(() => undefined)
    if (text === undefined) isTold = true
    else leaves.push([item.file.path, text])
  }
  return { leaves, ignored, isTold }
}

const contents = new Set(Object.values(files))
const change = fc.record({ at: fc.nat(100_000), value: fc.nat(255) })
const changes = fc.array(change, { minLength: 1, maxLength: 4 })

const archives: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[] = [
  ['files.zip', new Uint8Array(await (await buildZip(files)).arrayBuffer())],
  ['stored.zip', new Uint8Array(await (await buildZip(files, { level: 0 })).arrayBuffer())],
  [
    'files.tar.gz',
    new Uint8Array(gzipSync(buildTar(Object.entries(files).map(([path, content]) => ({ path, content }))))),
  ],
]

test.each(archives)('%s as it was made gives all files and no problem', async (name, bytes) => {
  const { leaves, isTold } = await read(name, bytes)
  expect(new Set(leaves.map(([, text]) => text))).toEqual(contents)
  expect(isTold).toBe(false)
})

test.each(archives)(
  '%s with bytes changed gives no other file without a word',
  async (name, bytes) => {
    const whole = await read(name, bytes)
    // What is no archive any more is a file itself.
    const isKnown = ([path, text]: readonly [string, string]): boolean => path === name || contents.has(text)
    await fc.assert(
      fc.asyncProperty(changes, async (given) => {
        const spoilt = changed(bytes, given)
        const { leaves, ignored, isTold } = await read(name, spoilt)
        if (isTold) return
        expect(leaves.filter((leaf) => !isKnown(leaf))).toEqual([])
        if (!leaves.some(([path]) => path === name)) expect(leaves.length + ignored).toBe(whole.leaves.length)
      }),
      { numRuns: 1500, seed: 1717 },
    )
  },
  120_000,
)
