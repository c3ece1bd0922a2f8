/**
 * Cost of a report over HTTP: a cold process of the command line looks up 200 frames in published symbols of one large
 * image. It counts the server's requests.
 *
 * `spread`: each frame elsewhere in the image, the worst case. `stacks`: twenty places of ten neighbouring functions,
 * closer to a real report. Alone: `node tests/bench/published.mjs FILE` (the Mach-O file in a dSYM).
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../support/bundle.mjs'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))
const VERSION = process.env.LLVM_VERSION ?? '19'
export const FRAMES = 200
export const SIDE_BY_SIDE = 10

/** Publishes the symbols of a file; gives the UUID of its image and the size of its index. */
export function publish(path, folder, ...more) {
  const command = [program, 'publish', path, '--to', folder, '--format', 'json', ...more]
  const { stdout } = spawnSync(process.execPath, command)
  return JSON.parse(stdout.toString().split('\n')[0])
}

/** Addresses of 200 frames in each of the two ways. */
export function placesOf(path) {
  const starts = startsOf(path)
  const spread = Array.from({ length: FRAMES }, (_, n) => starts[Math.floor(((n + 0.5) / FRAMES) * starts.length)])
  const places = FRAMES / SIDE_BY_SIDE
  const stacks = Array.from({ length: places }, (_, n) => {
    const first = Math.floor(((n + 0.5) / places) * (starts.length - SIDE_BY_SIDE))
    return starts.slice(first, first + SIDE_BY_SIDE)
  }).flat()
  return { spread, stacks }
}

/** Lines for the bench's table. */
export async function measurePublished(path) {
  const { serveSite } = await importBundled('tests/support/site-server.ts')
  const folder = mkdtempSync(join(tmpdir(), 'unslide-published-'))
  const began = performance.now()
  const { uuid, bytes } = publish(path, folder)
  const seconds = (performance.now() - began) / 1000
  const laid = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  const sizes = `index of ${(bytes / 1e6).toFixed(1)} MB, ${(laid / 1e6).toFixed(1)} MB in the folder`
  const rows = [`| unslide publish | ${seconds.toFixed(2)} s | | ${sizes} |`]
  for (const [name, addresses] of Object.entries(placesOf(path))) {
    const server = await serveSite(folder)
    const time = performance.now()
    const lookup = ['lookup', '--symbols', server.url, '--uuid', uuid]
    const run = await new Promise((resolve) =>
      execFile(process.execPath, [program, ...lookup, ...addresses], { maxBuffer: 1 << 28 }, (_error, out) =>
        resolve(out),
      ),
    )
    const took = (performance.now() - time) / 1000
    const here = spawnSync(process.execPath, [program, 'lookup', '--symbols', path, ...addresses], {
      maxBuffer: 1 << 28,
    })
    if (run !== here.stdout.toString()) throw new Error('published symbols give other names than the dSYM')
    const megabytes = (server.bytes() / 1e6).toFixed(2)
    rows.push(
      `| ${FRAMES} frames over HTTP, ${name} | ${took.toFixed(2)} s | | ${megabytes} MB in ${server.asked.length} requests |`,
    )
    await server.close()
  }
  rmSync(folder, { recursive: true })
  return rows
}

function startsOf(path) {
  const nm = spawnSync(`llvm-nm-${VERSION}`, ['--defined-only', '--numeric-sort', path], { maxBuffer: 1 << 30 })
  const found = nm.stdout.toString().matchAll(/^([0-9a-f]+) [tT] /gm)
  return [...new Set(Array.from(found, ([, start]) => `0x${(BigInt(`0x${start}`) + 8n).toString(16)}`))]
}

const [, script, file] = process.argv
if (script === fileURLToPath(import.meta.url) && file) console.log((await measurePublished(file)).join('\n'))
