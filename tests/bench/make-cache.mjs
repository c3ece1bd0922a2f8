/** Writes a split shared cache of 1,500 libraries, one of them with 150,000 local symbols, and a report whose stack goes through 40 of them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importBundled } from '../support/bundle.mjs'

const LIBRARIES = 1500
const USED = 40
const LARGE = 7

/** The folder, the report, the megabytes of the cache, and the bytes of its files with symbol tables. */
export async function makeCache(work) {
  const { buildCache, CACHE_START, CODE_AT, imageStart } = await importBundled('tests/support/cache-builder.ts')
  const folder = join(work, 'cache')
  mkdirSync(folder, { recursive: true })
  const images = Array.from({ length: LIBRARIES }, (_, at) => ({
    name: `/System/Library/PrivateFrameworks/Module${at}.framework/Module${at}`,
    uuid: `${(at + 1).toString(16).padStart(8, '0')}-0000-0000-0000-000000000001`,
    symbols: Array.from({ length: 60 }, (_, n) => ({
      name: `_Module${at}Function${n}`,
      at: CODE_AT + 0x1000 + n * 16,
    })),
    locals: Array.from({ length: at === LARGE ? 150_000 : 200 }, (_, n) => ({
      name: `-[Module${at}Controller changeItem:withOption${n}:]`,
      at: CODE_AT + (n % 1000) * 4,
    })),
  }))
  let bytes = 0
  let tables = 0
  for (const [suffix, part] of buildCache({ images })) {
    writeFileSync(join(folder, `dyld_shared_cache_arm64${suffix}`), part)
    bytes += part.length
    if (/linkedit|symbols/.test(suffix)) tables += part.length
  }
  const used = images.slice(0, USED)
  const body = {
    threads: [
      {
        triggered: true,
        frames: used.flatMap((_, imageIndex) => [
          { imageOffset: CODE_AT + 0x24, imageIndex },
          { imageOffset: CODE_AT + 0x1004, imageIndex },
        ]),
      },
    ],
    usedImages: used.map(({ uuid }, at) => {
      return { source: 'P', arch: 'arm64', base: Number(CACHE_START) + imageStart(at), size: 0x4000, uuid }
    }),
  }
  const report = join(folder, 'report.ips')
  writeFileSync(report, `${JSON.stringify({ bug_type: '309' })}\n${JSON.stringify(body)}`)
  return { cache: join(folder, 'dyld_shared_cache_arm64'), report, megabytes: bytes / 1e6, tables }
}
