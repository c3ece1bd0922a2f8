/**
 * `node tests/bench/stream.mjs`: reports a second of `unslide symbolicate --stream`, with every index built before. The
 * reports are made here: ordinary ones, 16 threads of 24 frames, a third of them in the app, 300 images, no two alike.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeDsym } from './make-dsym.mjs'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))
const THREADS = 16
const FRAMES = 24
const IMAGES = 300
/** Reports until all that is called often is compiled; a stream pays for it once. */
const WARM = 500

/** The same numbers at every run. */
function createRandom(seed) {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

const hex = (value, digits) => value.toString(16).padStart(digits, '0')

/** One report as a line of `--stream`. */
function reportLine(number, { uuid, name, size, text }) {
  const random = createRandom(number + 1)
  const base = 0x100000000 + random(0x4000) * 0x4000
  const usedImages = Array.from({ length: IMAGES }, (_, at) =>
    at === 0
      ? { source: 'P', arch: 'arm64', base, size, uuid, path: `/private/var/app/${name}`, name }
      : {
          source: 'P',
          arch: 'arm64e',
          base: 0x180000000 + at * 0x1000000,
          size: 0xf00000,
          uuid: `00000000-0000-3000-8000-${hex(at, 12)}`,
          path: `/System/Library/Frameworks/F${at}.framework/F${at}`,
          name: `F${at}`,
        },
  )
  const frame = (at) =>
    at % 3 === 0
      ? { imageOffset: text.start + (random(text.size) & ~3), imageIndex: 0 }
      : {
          imageOffset: random(0xf00000),
          symbol: `-[F${at} work]`,
          symbolLocation: 4,
          imageIndex: 1 + random(IMAGES - 1),
        }
  const threads = Array.from({ length: THREADS }, (_, id) => ({
    id,
    ...(id === 0 && { triggered: true }),
    frames: Array.from({ length: FRAMES }, (__, at) => frame(at)),
  }))
  const header = {
    app_name: name,
    timestamp: '2026-01-05 10:00:00.00 +0100',
    bug_type: '309',
    os_version: 'iPhone OS 18.1',
  }
  const body = {
    procName: name,
    incident: `00000000-0000-0000-0000-${hex(number, 12)}`,
    exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', subtype: 'KERN_INVALID_ADDRESS at 0x0000000000000010' },
    faultingThread: 0,
    threads,
    usedImages,
  }
  return JSON.stringify(`${JSON.stringify(header)}\n${JSON.stringify(body)}`)
}

/** The output of `unslide inspect` for the dSYM's image. */
function inspect(path) {
  const { stdout } = spawnSync(process.execPath, [program, 'inspect', path, '--format', 'json'], { encoding: 'utf8' })
  const [image] = JSON.parse(stdout).images
  const headers = spawnSync(`llvm-objdump-${process.env.LLVM_VERSION ?? '19'}`, ['--section-headers', path], {
    encoding: 'utf8',
  }).stdout
  const [, size = '', address = ''] = / __text +([0-9a-f]+) ([0-9a-f]+)/.exec(headers) ?? []
  const text = { start: parseInt(address, 16) - 0x100000000, size: parseInt(size, 16) }
  return { uuid: image.uuid, name: image.name, size: text.start + text.size, text }
}

/** Seconds of wall clock and of processors. */
function time(args, input) {
  const run = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', process.execPath, program, ...args],
    {
      input: readFileSync(input),
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    },
  )
  const [wall, user, system] = run.stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return { wall, cpu: user + system, named: run.stdout.split('"status":"resolved"').length - 1 }
}

/** Rows of the bench's table. */
export function measureStream(work, count = 2000) {
  const dsym = makeDsym(work, Number(process.env.BENCH_STREAM_MB ?? 100))
  const indexes = join(work, 'stream-indexes')
  if (!existsSync(indexes)) {
    mkdirSync(indexes)
    spawnSync(process.execPath, [program, 'index', dsym, '--out', indexes])
  }
  const image = inspect(dsym)
  const write = (name, from, to) => {
    const path = join(work, name)
    writeFileSync(path, Array.from({ length: to - from }, (_, at) => `${reportLine(from + at, image)}\n`).join(''))
    return path
  }
  const many = write('stream.jsonl', 0, count)
  const few = write('stream-few.jsonl', count, count + WARM)
  const bytes = Math.round(readFileSync(many).length / count / 1000)
  return [1, 2].map((jobs) => {
    const args = ['symbolicate', '--stream', '--symbols', indexes, '--jobs', String(jobs)]
    const start = time(args, few)
    const { wall, cpu, named } = time(args, many)
    const each = ((cpu - start.cpu) / (count - WARM)) * 1000
    return `| unslide symbolicate --stream, --jobs ${jobs}, reports of ${bytes} KB | ${(count / wall).toFixed(0)} a second | ${each.toFixed(1)} ms of a processor each, ${(1000 / each).toFixed(0)} a second a core once it runs | ${Math.round(named / count)} frames named each |`
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const work = join(tmpdir(), 'unslide-bench')
  mkdirSync(work, { recursive: true })
  console.log(measureStream(work).join('\n'))
}
