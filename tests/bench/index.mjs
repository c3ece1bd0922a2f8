/**
 * `npm run bench [-- FILE…]`: index builds and look-ups in Node and in Chromium, beside llvm-gsymutil, llvm-symbolizer and
 * reading the file alone, in one run; prints a table of medians and ratios, and what the page itself costs to load. Without files a dSYM is generated
 * (`make-dsym.mjs`, BENCH_MB megabytes), and the linked program with its object files is measured, too. FILE is the Mach-O file inside a dSYM. BENCH_RUNS: runs of each, 3 by default.
 */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { importBundled } from '../support/bundle.mjs'
import { findChromium } from '../support/chromium.mjs'
import { makeCache } from './make-cache.mjs'
import { makeDsym } from './make-dsym.mjs'
import { measurePageLoad } from './page-load.mjs'
import { measurePublished } from './published.mjs'
import { measureStream } from './stream.mjs'
import { measureTable } from './table.mjs'
import { measureXctrace } from './xctrace.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const work = join(tmpdir(), 'unslide-bench')
/** The command line as users have it; `npm run build:cli` has built it. */
const program = join(root, 'dist-cli/unslide.cjs')
const RUNS = Number(process.env.BENCH_RUNS ?? 3)
const VERSION = process.env.LLVM_VERSION ?? '19'
const ADDRESSES = 500

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** Configured extra certificates cost Node 30 ms at every start; that setting depends on the machine. */
const env = { ...process.env }
delete env.NODE_EXTRA_CA_CERTS

/**
 * Wall seconds, CPU seconds and peak megabytes of a cold process. A shell takes the time: to start a process from one as large as
 * this takes 5 ms, which is no part of what is measured.
 */
function time(command, args, input) {
  const report = join(work, 'time')
  const wallFile = join(work, 'wall')
  const script = 'TIMEFORMAT=%3R; { time "$@" 2>&3; } 3>&2 2>"$0"'
  const measured = ['/usr/bin/time', '-q', '-f', '%M %U %S', '-o', report, command, ...args]
  const run = spawnSync('bash', ['-c', script, wallFile, ...measured], {
    input: input ? readFileSync(input) : '',
    env,
    maxBuffer: 1 << 30,
    stdio: ['pipe', command === process.execPath ? 'pipe' : 'ignore', 'pipe'],
  })
  if (run.status !== 0) return undefined
  const wall = Number(readFileSync(wallFile, 'utf8'))
  const [peak, user, system] = readFileSync(report, 'utf8').trim().split(' ').map(Number)
  return { wall, cpu: user + system, peak: peak / 1024, output: run.stdout?.toString() ?? '' }
}

/** Addresses spread evenly over the functions that the symbol table names. */
function pickAddresses(path) {
  const nm = spawnSync(`llvm-nm-${VERSION}`, ['--defined-only', '--numeric-sort', path], { maxBuffer: 1 << 30 })
  const starts = [
    ...new Set(
      nm.stdout
        .toString()
        .split('\n')
        .flatMap((line) => /^([0-9a-f]+) [tT] /.exec(line)?.[1] ?? []),
    ),
  ]
  const spans = starts
    .slice(0, -1)
    .map((start, at) => [BigInt(`0x${start}`), Number(BigInt(`0x${starts[at + 1]}`) - BigInt(`0x${start}`))])
  const total = spans.reduce((sum, [, size]) => sum + size, 0)
  const picked = []
  let before = 0
  let at = 0
  for (let n = 0; n < ADDRESSES; n++) {
    const want = ((n + 0.5) / ADDRESSES) * total
    while (at < spans.length - 1 && before + spans[at][1] <= want) before += spans[at++][1]
    picked.push(`0x${(spans[at][0] + BigInt(Math.floor(want - before) & ~3)).toString(16)}`)
  }
  return picked
}

/** As the command line is built (`src/cli/vite.config.ts`), with what the bench calls in place of the program. */
async function bundleNode() {
  const outDir = join(work, 'node')
  rmSync(outDir, { recursive: true, force: true })
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      minify: true,
      rollupOptions: {
        input: {
          bench: join(root, 'src/cli/start/launch.ts'),
          'launch-thread': join(root, 'src/cli/start/launch-thread.ts'),
          program: join(root, 'tests/bench/bench-node.ts'),
          'indexer-thread': join(root, 'src/lib/node/indexer-thread.ts'),
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  })
  copyFileSync(join(root, 'wasm/build/core.wasm'), join(outDir, 'core.wasm'))
  const { writeCode } = await importBundled('src/cli/start/write-code.ts')
  const list = join(work, 'sample-addresses')
  writeFileSync(list, '0x100004000\n0x100005000\n')
  const rest = ['{binary}', list, join(work, 'sample-index')]
  const runs = ['full', 'first', 'lookup'].map((mode) => [mode, ...rest])
  await writeCode(join(outDir, 'bench.cjs'), join(root, 'public/sample'), runs)
}

async function bundleBrowser() {
  await build({
    root: join(root, 'tests/bench'),
    configFile: false,
    logLevel: 'error',
    base: './',
    worker: { format: 'es' },
    build: { outDir: join(work, 'browser'), emptyOutDir: true, target: 'esnext', assetsInlineLimit: 0 },
  })
}

function serve(folder) {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }
  const server = createServer((request, response) => {
    const path = join(folder, request.url === '/' ? 'index.html' : request.url)
    if (!existsSync(path)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(readFileSync(path))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

async function inBrowser(path, addresses) {
  const found = findChromium()
  if (!found.ok) return undefined
  const server = await serve(join(work, 'browser'))
  const executablePath = found.env.CHROMIUM
  // A profile on disk, as users have: a private window keeps files in the memory of another process.
  const profile = mkdtempSync(join(work, 'profile-'))
  const options = { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] }
  const browser = await chromium.launchPersistentContext(profile, options)
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    await page.setInputFiles('input', path)
    return await page.evaluate((list) => globalThis.bench(list), addresses)
  } finally {
    await browser.close()
    server.close()
    rmSync(profile, { recursive: true })
  }
}

/** The same from the linked program and its object files, where they lie beside the dSYM as `make-dsym.mjs` leaves them. */
function withObjects(path, list) {
  const [linked = '', name] = path.split('.dSYM/Contents/Resources/DWARF/')
  const objects = join(dirname(linked), 'objects')
  if (name === undefined || !existsSync(linked) || !existsSync(objects)) return {}
  const lookup = [program, 'lookup', '--symbols', linked, '--symbols', objects]
  return {
    'unslide index, objects': [process.execPath, [program, 'index', linked, objects, '--out', join(work, 'indexes')]],
    'unslide lookup, objects': [process.execPath, lookup, list],
  }
}

async function measure(path) {
  const addresses = pickAddresses(path)
  const list = join(work, 'addresses')
  writeFileSync(list, `${addresses.join('\n')}\n`)
  const gsym = join(work, 'gsym')
  const gsymList = join(work, 'gsym-addresses')
  writeFileSync(gsymList, addresses.map((address) => `${address} ${gsym}\n`).join(''))
  const index = join(work, 'index')
  const node = (mode, ...rest) => [process.execPath, [join(work, 'node/bench.cjs'), mode, path, list, ...rest]]
  const commands = {
    cat: ['cat', [path]],
    'Node that does nothing': node('nothing'),
    'gsymutil, 2 threads': [
      `llvm-gsymutil-${VERSION}`,
      [`--convert=${path}`, '--num-threads=2', '--quiet', '-o', gsym],
    ],
    'symbolizer, 500 cold': [`llvm-symbolizer-${VERSION}`, [`--obj=${path}`], list],
    'gsymutil look-ups, 500': [`llvm-gsymutil-${VERSION}`, ['--addresses-from-stdin'], gsymList],
    'Node, full index': node('full', index),
    'Node, 500 first names': node('first'),
    'unslide index': [process.execPath, [program, 'index', path, '--out', join(work, 'indexes')]],
    'unslide lookup, 500 cold': [process.execPath, [program, 'lookup', '--symbols', path], list],
    ...withObjects(path, list),
  }
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
  const browser = []
  const lookups = []
  // Round-robin, so that drift of the machine hits all alike.
  for (let run = 0; run < RUNS; run++) {
    for (const [name, command] of Object.entries(commands)) {
      const result = time(...command)
      if (result) times[name].push(result)
    }
    lookups.push(JSON.parse(time(...node('lookup', index)).output).milliseconds)
    const result = await inBrowser(path, addresses)
    if (result) browser.push(result)
  }
  return {
    times,
    browser,
    lookups,
    gsymBytes: existsSync(gsym) ? statSync(gsym).size : 0,
    indexBytes: statSync(index).size,
  }
}

function print(path, { times, browser, lookups, gsymBytes, indexBytes }) {
  const wall = (name) => (times[name].length > 0 ? median(times[name].map((run) => run.wall)) : NaN)
  const row = (name, seconds, against, extra = '') =>
    console.log(
      `| ${name} | ${seconds.toFixed(3)} s | ${against ? `${(wall(against) / seconds).toFixed(2)} × faster than ${against}` : ''} | ${extra} |`,
    )
  const peak = (name) =>
    times[name].length > 0
      ? `${Math.round(median(times[name].map((run) => run.peak)))} MB, CPU ${median(times[name].map((run) => run.cpu)).toFixed(2)} s`
      : ''
  console.log(
    `\n### ${basename(path)}, ${Math.round(statSync(path).size / 1e6)} MB\n\n| what | median | ratio | peak memory |\n|---|---|---|---|`,
  )
  for (const name of [
    'cat',
    'Node that does nothing',
    'gsymutil, 2 threads',
    'symbolizer, 500 cold',
    'gsymutil look-ups, 500',
  ])
    row(name, wall(name), '', peak(name))
  row(
    'Node, full index',
    wall('Node, full index'),
    'gsymutil, 2 threads',
    `${peak('Node, full index')}, ${(wall('Node, full index') / wall('cat')).toFixed(1)} × cat`,
  )
  row('Node, 500 first names', wall('Node, 500 first names'), 'symbolizer, 500 cold', peak('Node, 500 first names'))
  row('unslide index', wall('unslide index'), 'gsymutil, 2 threads', peak('unslide index'))
  row(
    'unslide lookup, 500 cold',
    wall('unslide lookup, 500 cold'),
    'symbolizer, 500 cold',
    `${peak('unslide lookup, 500 cold')}; names made readable and printed, as the symbolizer does`,
  )
  if (times['unslide index, objects']?.length > 0) {
    row('unslide index, objects', wall('unslide index, objects'), 'unslide index', peak('unslide index, objects'))
    row(
      'unslide lookup, objects',
      wall('unslide lookup, objects'),
      'unslide lookup, 500 cold',
      peak('unslide lookup, objects'),
    )
  }
  row('Node, 500 indexed', median(lookups) / 1000, 'gsymutil look-ups, 500', 'engine time')
  if (browser.length > 0) {
    const seconds = (key) => median(browser.map((run) => run[key])) / 1000
    row('Chromium, reading alone', seconds('read'), '')
    row(
      'Chromium, full index',
      seconds('full'),
      'gsymutil, 2 threads',
      `longest pause of the page ${Math.round(seconds('longestPause') * 1000)} ms`,
    )
    row('Chromium, 500 first names', seconds('first'), 'symbolizer, 500 cold')
    row(
      'Chromium, 500 indexed',
      seconds('lookup'),
      '',
      `engine time, kept index opened anew; keeping it took ${Math.round(seconds('keep') * 1000)} ms`,
    )
    row('Chromium, 500 again', seconds('again'), '', 'engine time, the same session')
  }
  console.log(
    `| index | ${(indexBytes / 1e6).toFixed(1)} MB | ${(indexBytes / gsymBytes).toFixed(2)} of the GSYM file | |`,
  )
}

/** First names of a report out of a shared cache, and out of a pack made of it: cold processes of the command line. */
async function measureCache() {
  const { cache, report, megabytes, tables } = await makeCache(work)
  const pack = join(work, 'cache.unslide-pack')
  const row = (what, ...args) => {
    const runs = Array.from({ length: RUNS }, () => time(process.execPath, [program, ...args])).filter(Boolean)
    const peak = Math.round(median(runs.map((run) => run.peak)))
    return `| ${what} | ${median(runs.map((run) => run.wall)).toFixed(3)} s | | ${peak} MB |`
  }
  const symbolicate = ['symbolicate', report, '-o', join(work, 'named.txt'), '--symbols']
  const rows = [
    row(`unslide symbolicate, 40 of 1,500 libraries of a cache of ${Math.round(megabytes)} MB`, ...symbolicate, cache),
    row('unslide pack, all of them', 'pack', '--os', 'iPhone OS 17.5.1 (21F90)', cache, '-o', pack),
    row('unslide symbolicate, 40 libraries of the pack', ...symbolicate, pack),
  ]
  const share = statSync(pack).size / tables
  return [
    ...rows,
    `| the pack | ${(statSync(pack).size / 1e6).toFixed(1)} MB | ${share.toFixed(2)} of the cache's symbol tables | |`,
  ].join('\n')
}

mkdirSync(work, { recursive: true })
await bundleNode()
await bundleBrowser()
const named = process.argv.slice(2)
const files = named.length > 0 ? named : [makeDsym(work, Number(process.env.BENCH_MB ?? 200))]
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, LLVM ${VERSION}, medians of ${RUNS} runs, warm page cache`,
)
for (const path of files) {
  print(path, await measure(path))
  console.log((await measurePublished(path)).join('\n'))
  console.log(
    `\n| a table | the clock | of a processor | |\n|---|---|---|---|\n${(await measureTable(path)).join('\n')}`,
  )
}
console.log(
  `\n### A shared cache\n\n| what | median | ratio | peak memory |\n|---|---|---|---|\n${await measureCache()}`,
)
console.log(
  `\n### A stream of reports\n\n| what | rate | of a processor | |\n|---|---|---|---|\n${measureStream(work).join('\n')}`,
)
console.log(
  `\n### An export of xctrace\n\n| what | the clock | of a processor | peak memory |\n|---|---|---|---|\n${measureXctrace(work).join('\n')}`,
)
console.log(`\n### The page\n\n${(await measurePageLoad()).join('\n')}`)
