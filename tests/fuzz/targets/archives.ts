/** Archives: with any damage the walk ends, every file is reported, and each damage is a problem. */
import { deflateRawSync, gzipSync } from 'node:zlib'
import { walk } from '../../../src/core/containers/walk.ts'
import { isOverBudget } from '../../../src/core/bytes/budget.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import { buildTar, paxRecord } from '../../support/tar-builder.ts'
import { buildZip } from '../../support/zip-builder.ts'
import { made } from '../seeds.ts'
import { breakBytes, expectNotOurs, type Seed, type Target } from '../target.ts'
import { blobOf } from './images.ts'

const REPORT = 'Incident Identifier: 1\nProcess: App [1]\n\nThread 0:\n0 App 0x0000000104004000 0x104000000 + 16384\n'

/** Reads every file in an archive. */
async function readAll(input: Uint8Array): Promise<void> {
  let told = 0
  for await (const item of walk([{ path: 'broken.zip', blob: blobOf(input) }])) {
    told++
    if (item.kind !== 'ignored') expectNotOurs(item.problems)
    if (item.kind !== 'leaf') continue
    try {
      await item.file.blob.arrayBuffer()
    } catch (thrown) {
      if (!(thrown instanceof FormatError) && !isOverBudget(thrown)) throw thrown
    }
  }
  if (told === 0 && input.length > 0) throw new Error('nothing was said of the file')
}

async function zips(): Promise<readonly Seed[]> {
  const files = { 'a.crash': REPORT, 'App.dSYM/Contents/Info.plist': '<plist/>', 'long.txt': 'row\n'.repeat(2000) }
  const seed = async (name: string, zip: Promise<Blob>): Promise<Seed> =>
    made(name, new Uint8Array(await (await zip).arrayBuffer()))
  return Promise.all([
    seed('deflated', buildZip(files)),
    seed('stored', buildZip(files, { level: 0 })),
    seed('with data descriptors', buildZip(files, { dataDescriptor: true })),
    seed('zip64', buildZip(files, { zip64: true })),
    seed('nested', buildZip({ 'inner.zip': await buildZip(files) }, { level: 0 })),
  ])
}

const tars = (): readonly Seed[] => [
  made(
    'plain',
    buildTar([
      { path: 'a.crash', content: REPORT },
      { path: 'b.txt', content: 'x'.repeat(3000) },
    ]),
  ),
  made(
    'pax',
    buildTar([
      {
        path: 'head',
        type: 'x',
        content: paxRecord('path', `${'long/'.repeat(60)}a.crash`) + paxRecord('size', '120'),
      },
      { path: 'a.crash', content: REPORT },
    ]),
  ),
]

/** First bytes of archives that are recognised and not opened. */
const others = (): readonly Seed[] =>
  [
    [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4],
    [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4],
    [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26],
    [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0, 0, 0],
    [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 1, 0],
    [0x78, 0x61, 0x72, 0x21, 0, 0x1c, 0, 1],
  ].map((head) => made('other', Uint8Array.from([...head, ...deflateRawSync(REPORT)])))

export async function archiveTargets(): Promise<readonly Target[]> {
  return [
    { name: 'zip', seeds: await zips(), mutate: breakBytes, run: readAll },
    { name: 'tar', seeds: tars(), mutate: breakBytes, run: readAll },
    {
      name: 'gzip',
      seeds: [made('text', gzipSync(REPORT)), made('tar', gzipSync(tars()[0]?.bytes ?? REPORT))],
      mutate: breakBytes,
      run: readAll,
    },
    { name: 'other-archives', seeds: others(), mutate: breakBytes, run: readAll },
  ]
}
