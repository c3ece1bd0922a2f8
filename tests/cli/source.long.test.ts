/** `symbolicate --source` as a user runs it. `npm run build:cli` must have run. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { crashOf } from '../support/shelf-crash.ts'
import { shelfImage, shelfSymbols } from '../support/shelf.ts'

const folder = testFolder()
const sources = fileURLToPath(new URL('../fixtures/macho/source', import.meta.url))
const build = 'macos-arm64-dwarf5'
const report = join(folder, 'Shelf.crash')
// Line 6 of main.c, by the fixture's truth.
writeFileSync(
  report,
  crashOf(readFileSync(shelfImage(build))).replace(
    '0x0000000104cc884c 0x104cc8000 + 2124',
    '0x0000000104cc889c 0x104cc8000 + 2204',
  ),
)

const run = (dir: string, ...more: readonly string[]) =>
  unslide(['symbolicate', report, '--symbols', shelfSymbols(build), '--source', dir, ...more])

interface Source {
  readonly path?: string
  readonly line?: number
  readonly column?: number
  readonly excerpt?: readonly { readonly line: number; readonly text: string }[]
  readonly check?: string
  readonly grade?: string
  readonly candidates?: readonly string[]
  readonly reason?: string
}
interface Json {
  readonly reports: readonly {
    readonly threads: readonly {
      readonly frames: readonly { readonly calls: readonly { readonly source?: Source }[] }[]
    }[]
  }[]
}
function sourceOf(dir: string): Source | undefined {
  const json = JSON.parse(run(dir, '--format', 'json').out) as Json
  return json.reports[0]?.threads[0]?.frames[0]?.calls.at(-1)?.source
}

test('the line with its neighbours, and that the file is the one that was built', () => {
  const { out, status } = run(sources)
  const [, block = ''] = out.split('\nSource\n')
  const lines = readFileSync(join(sources, 'main.c'), 'utf8').split('\n')
  expect(block.split('\n').slice(0, 11)).toEqual([
    `  0 main  ${sources}/main.c:6:15 (the file as it was built)`,
    ...lines
      .slice(1, 10)
      .map((text, at) => `  ${at === 4 ? '>' : ' '} ${String(at + 2).padStart(2)} | ${text}`.trimEnd())
      // The caret is below column 15 of the line.
      .flatMap((row, at) => (at === 4 ? [row, `       | ${' '.repeat(14)}^`] : [row])),
  ])
  expect(status).toBe(0)
  const source = sourceOf(sources)
  expect(source).toMatchObject({ path: join(sources, 'main.c'), line: 6, check: 'same', grade: 'exact' })
  expect(source?.excerpt).toEqual(lines.slice(1, 10).map((text, at) => ({ line: at + 2, text })))
})

test('a file that was changed is told', () => {
  const changed = join(folder, 'changed')
  cpSync(sources, changed, { recursive: true })
  writeFileSync(join(changed, 'main.c'), `${readFileSync(join(sources, 'main.c'), 'utf8')}\n// more\n`)
  expect(sourceOf(changed)).toMatchObject({ check: 'changed', line: 6 })
  expect(run(changed).out).toContain('this file has changed since the build')
})

test('files that fit equally are named, and MD5 decides where it can', () => {
  const two = join(folder, 'two')
  for (const name of ['a', 'b']) {
    mkdirSync(join(two, name), { recursive: true })
    writeFileSync(join(two, name, 'main.c'), name)
  }
  expect(sourceOf(two)?.candidates).toEqual([join(two, 'a/main.c'), join(two, 'b/main.c')])
  expect(run(two).out).toContain('2 files fit equally')
  cpSync(join(sources, 'main.c'), join(two, 'b/main.c'))
  expect(sourceOf(two)).toMatchObject({ path: join(two, 'b/main.c'), check: 'same' })
})

test('what lies in .git or node_modules, or behind a link, is not read', () => {
  const linked = join(folder, 'linked')
  for (const name of ['.git', 'node_modules/x']) cpSync(sources, join(linked, name), { recursive: true })
  symlinkSync(sources, join(linked, 'away'))
  symlinkSync(join(sources, 'main.c'), join(linked, 'main.c'))
  symlinkSync(linked, join(linked, 'again'))
  const { out, err, status } = run(linked)
  expect(out).toContain(`${linked}/main.c is a symbolic link`)
  expect(err).toContain(`no source lines were found in ${linked}. The report needs /Users/dev/Shelf/main.c`)
  expect(status).toBe(1)
})

test('files that only the report names are not read, whatever they are called', () => {
  const secret = join(folder, 'secret')
  mkdirSync(secret)
  const names = ['.env', 'id_rsa', 'main.c']
  for (const name of names) writeFileSync(join(secret, name), `PASSWORD of ${name}\n`)
  const rows = names.map((name, at) => `${at}   Shelf   0x0000000104cc88${at}c load${at} + 12 (${name}:1)`)
  const lying = join(folder, 'lying.crash')
  writeFileSync(lying, readFileSync(report, 'utf8').replace(/^0 +Shelf.*$/m, rows.join('\n')))
  for (const format of ['text', 'json', 'html']) {
    const { out, err, status } = unslide(['symbolicate', lying, '--source', secret, '--format', format])
    expect(out).toContain('load0')
    expect(out + err).not.toContain('PASSWORD')
    for (const name of names)
      expect(err).toContain(`only the report names ${name}, and no debug information of a matching image`)
    expect(err).toContain('source files not shown')
    expect(status).toBe(1)
  }
})

test('hidden files and those that git ignores are not shown, and are told with the reason', () => {
  const kept = join(folder, 'kept')
  const code = readFileSync(join(sources, 'main.c'), 'utf8')
  mkdirSync(join(kept, '.git/info'), { recursive: true })
  for (const [place, ignore, reason] of [
    ['.cache', undefined, 'is hidden'],
    ['out', 'out/\n', 'is ignored by Git (.gitignore)'],
    ['app', '# all\nmain.?\n!other.c\n', 'is ignored by Git (.gitignore)'],
  ] as const) {
    mkdirSync(join(kept, 'sub', place), { recursive: true })
    writeFileSync(join(kept, 'sub', place, 'main.c'), code)
    // The rules lie above the folder that is given.
    writeFileSync(join(kept, '.gitignore'), ignore ?? '')
    const { out, err, status } = run(join(kept, 'sub'))
    expect(err).toContain(`source files not shown: ${join(kept, 'sub', place, 'main.c')} ${reason}`)
    expect(out).not.toContain('> 6 |')
    expect(status).toBe(1)
    rmSync(join(kept, 'sub', place), { recursive: true })
  }
  // The same file without such a rule.
  cpSync(sources, join(kept, 'sub/app'), { recursive: true })
  writeFileSync(join(kept, '.gitignore'), 'main.?\n!main.c\nsub/\n')
  expect(sourceOf(join(kept, 'sub'))).toMatchObject({ line: 6, check: 'same' })
})

test('a folder that is none is a usage error', () => {
  expect(run(join(folder, 'nowhere'))).toMatchObject({ status: 2, out: '' })
  expect(run(report).err).toContain('it is no folder; --source takes a folder')
})

test('Markdown and the page have the lines; without --source and with --redact nothing has', () => {
  const [line = ''] = readFileSync(join(sources, 'main.c'), 'utf8').split('\n').slice(5, 6)
  const words = line.trim()
  expect(run(sources, '--format', 'markdown').out).toContain(words)
  const page = run(sources, '--format', 'html').out
  expect(page).toMatch(/<details open><summary><code>[^<]*main\.c:6:15<\/code>/)
  expect(page).toContain('<mark title="this line">')
  for (const format of ['text', 'markdown', 'html', 'json', 'original']) {
    const redacted = run(sources, '--format', format, '--redact')
    expect(redacted.out).not.toContain(words)
    expect(redacted.err).toContain('--redact leaves source lines out')
    expect(unslide(['symbolicate', report, '--symbols', shelfSymbols(build), '--format', format]).out).not.toContain(
      words,
    )
  }
})

test('text of sources is never markup, and a terminal does not obey it', () => {
  const evil = join(folder, 'evil')
  mkdirSync(evil)
  const line = '</pre><script>alert(1)</script>\u001b[31m\u202e```'
  writeFileSync(join(evil, 'main.c'), `${line}\n`.repeat(9))
  expect(run(evil, '--format', 'html').out).not.toContain('<script>alert')
  expect(run(evil, '--format', 'html').out).not.toContain('\u001b')
  for (const obeyed of ['\u001b', '\u202e']) expect(run(evil).out).not.toContain(obeyed)
  expect(run(evil, '--format', 'markdown').out).toContain('\n````\n')
})

test('inlined calls have lines of their own, and DWARF 4 tells that nothing is known of the file', () => {
  const dir = fileURLToPath(new URL('../fixtures/sample', import.meta.url))
  const { out } = unslide([
    'symbolicate',
    samplePath('Trailmap.ips'),
    '--symbols',
    samplePath('Trailmap.dSYM.zip'),
    '--source',
    dir,
  ])
  const [, block = ''] = out.split('\nSource\n')
  const heads = block.split('\n').filter((row) => /^( {2}\d| {4}[^ \d>|]).*route\.c:/.test(row))
  expect(heads.map((row) => /route\.c:[\d:]+/.exec(row)?.[0])).toEqual([
    'route.c:6:17',
    'route.c:10:10',
    'route.c:14:25',
    'route.c:29:27',
  ])
  expect(heads[0]).toContain('not known whether this file has changed since the build')
  expect(block).toContain('>  6 |   return track->samples;')
  // The column of a call that was inlined: byte 10 of line 10.
  expect(block).toContain(`> 10 |   return trackSamples(route->track);\n       |          ^\n`)
})
