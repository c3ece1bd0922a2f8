/** The language of the command line: the option, the variables, and what stays English. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cellsOf } from '../../src/core/model/text-width.ts'
import { englishIn } from '../support/chinese.ts'
import { program, unslide } from '../support/cli.ts'
import { withoutBrackets } from '../support/brackets.ts'

const sample = 'public/sample/Trailmap.ips'
const symbols = ['--symbols', 'public/sample/Trailmap.dSYM.zip']

/** Runs with variables of the system. */
const inLocale = (variables: Readonly<Record<string, string>>, ...args: readonly string[]): string =>
  spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
  }).stdout

describe('the pseudo-locale', () => {
  /** Texts of the report, the debug information and C++, which no language changes. */
  const data =
    /exc handler|is not in any region|trail::|unsigned int|clang version|unslide symbolicate|\(Data Abort\)|(?:^ *| )in \w+ {2}[\w.:]+|^ *\(const \w+ \*\) \w+ = /

  test.each([
    [['--help']],
    [['symbolicate', '--help']],
    [['symbolicate', sample]],
    [['symbolicate', sample, ...symbols, '--fault', '--evidence', '--variables']],
    [['symbolicate', sample, ...symbols, '--format', 'markdown']],
    [['batch', sample]],
    [['inspect', 'public/sample/Trailmap.dSYM.zip']],
    [['symbolicate', 'no-such-file.ips']],
    [['symbolicat']],
  ])('%j has no words outside of the catalogues', (args) => {
    const { out, err } = unslide([...args, '--lang', 'en-XA'])
    expect(`${out}${err}`).toMatch(/\[[^\]]*[áéíóúýšťñ]/)
    const lines = withoutBrackets(`${out}${err}`).split('\n')
    expect(lines.filter((line) => /\b[a-z]{2,} [a-z]{2,}\b/.test(line) && !data.test(line))).toEqual([])
  })

  test('changes neither JSON nor the names of frames', () => {
    for (const args of [
      ['symbolicate', sample, ...symbols, '--format', 'json'],
      ['parse', sample],
    ])
      expect(unslide([...args, '--lang', 'en-XA']).out).toBe(unslide(args).out)
    expect(unslide(['symbolicate', sample, ...symbols, '--lang=en-XA']).out).toContain('TMRouteAltitude  route.c:29:27')
  })

  test('is the language of an exported page', () => {
    const page = (...more: readonly string[]): string =>
      unslide(['symbolicate', sample, ...symbols, '--format', 'html', ...more]).out
    expect(page('--lang', 'en-XA')).toContain('<html lang="en-XA">')
    expect(page()).toContain('<html lang="en">')
  })
})

describe('simplified Chinese', () => {
  test.each([
    [['parse']],
    [['parse', sample, '--nope']],
    [['serve', '--port', '1']],
    [['serve', ...symbols, '--port', '70000']],
    [['serve', ...symbols, '--origin', 'x']],
    [['symbolicate', '--stream', '--nope']],
    [['symbolicate', '--stream', sample, sample, '--fault']],
    [['symbolicate', '--format', 'json']],
    [['symbolicate', sample, '--format', 'json', '--load', 'x']],
    [['lookup', '--format', 'json']],
    [['lookup', '--format=json', ...symbols, '--load', '0', '--slide', '0', '0x1']],
    [['batch', '--format', 'json', '--jobs', '3']],
    [['publish', '--format', 'json']],
    [['inspect', '--format', 'json']],
    [['table', ...symbols, '-o', 'x.json', '--nope']],
  ])('is the language of an error of arguments, also where the answer is JSON: %j', (args) => {
    const { status, out, err } = unslide([...args, '--lang', 'zh-Hans'])
    expect([status, out]).toEqual([2, ''])
    for (const line of err.trimEnd().split('\n')) expect(line).toMatch(/\p{sc=Han}/u)
  })

  test('changes nothing that programs read', () => {
    const report = JSON.stringify({ id: 1, report: readFileSync(sample, 'utf8') })
    for (const [args, input] of [
      [['symbolicate', sample, '--format', 'json']],
      [['symbolicate', sample, ...symbols, '--format', 'json', '--fault', '--evidence']],
      [['parse', sample]],
      [['symbolicate', '--stream'], `${report}\nno JSON\n`],
      [['batch', sample, '--format', 'json']],
      [['lookup', ...symbols, '--format', 'json', '--hints', '0x100004010', '0x1']],
      [['inspect', 'public/sample/Trailmap.dSYM.zip', '--format', 'json']],
    ] as const) {
      const [english, chinese] = [unslide([...args], input), unslide([...args, '--lang', 'zh-Hans'], input)]
      expect(english.out).not.toBe('')
      expect(chinese.out, args.join(' ')).toBe(english.out)
    }
  })

  test('is the language of text and of the exported page, by tag or by variable', () => {
    const html = unslide(['symbolicate', sample, ...symbols, '--format', 'html', '--lang', 'zh-Hans']).out
    expect(html).toContain('<html lang="zh-Hans">')
    expect(html).toMatch(/<h1>[^<]*\p{sc=Han}/u)
    expect(inLocale({ LANG: 'zh_CN.UTF-8' }, 'symbolicate', sample)).toMatch(/^\p{sc=Han}/u)
    expect(inLocale({ LANG: 'zh_TW.UTF-8' }, '--help'), 'traditional Chinese is another language').toMatch(
      /^Unslide[^]*Usage/,
    )
  })

  test('has no English sentence in what is printed, and lines fit the terminal', () => {
    const texts = [
      ['--help'],
      ['help', 'symbolicate'],
      ['help', 'publish'],
      ['batch', sample],
      ['inspect', 'public/sample/Trailmap.dSYM.zip'],
      ['symbolicate', 'no-such-file.ips'],
      ['symbolicat'],
    ].map((args) => {
      const { out, err } = unslide([...args, '--lang', 'zh-Hans'])
      return `${out}${err}`
    })
    const lines = texts.join('\n').split('\n')
    const typed = /^ *(?:用法：|unslide |\S+ {2,})|^ {4,}\S*unslide|trail::|__\w+/
    expect(lines.filter((line) => englishIn(line).some((run) => run.includes(' ')) && !typed.test(line))).toEqual([])
    expect(
      lines.filter((line) => /\p{sc=Han}/u.test(line) && cellsOf(line) > 80 && !/^unslide:|\.dSYM/.test(line)),
    ).toEqual([])
  })

  test('changes no JSON, whichever way it is asked for', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unslide-language-'))
    for (const args of [
      ['symbolicate', sample, ...symbols, '--format', 'json'],
      ['symbolicate', sample, ...symbols, '--fault', '--format=json'],
      ['parse', sample],
      ['batch', sample, '--format', 'json'],
      ['inspect', 'public/sample/Trailmap.dSYM.zip', '--format', 'json'],
    ])
      expect(inLocale({ LANG: 'zh_CN.UTF-8' }, ...args)).toBe(unslide(args).out)
    const written = [[], ['--lang', 'zh-Hans']].map((more, at) => {
      const path = join(folder, `${at}.json`)
      unslide(['symbolicate', sample, ...symbols, '--output', path, ...more])
      return readFileSync(path, 'utf8')
    })
    expect(written[1]).toBe(written[0])
    expect(written[0]).toContain('"schema"')
    rmSync(folder, { recursive: true })
  })

  test('what is printed can be read again, with the same stacks', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unslide-language-'))
    const counts = ['en', 'zh-Hans'].map((tag) => {
      const path = join(folder, `${tag}.html`)
      writeFileSync(path, unslide(['symbolicate', sample, ...symbols, '--format', 'html', '--lang', tag]).out)
      const { reports } = JSON.parse(unslide(['parse', path]).out) as {
        readonly reports: readonly { readonly threads: readonly { readonly frames: readonly unknown[] }[] }[]
      }
      return reports[0]?.threads.map(({ frames }) => frames.length)
    })
    expect(counts[1]).toEqual(counts[0])
    expect(counts[0]?.length).toBeGreaterThan(1)
    rmSync(folder, { recursive: true })
  })
})

test('an unknown language is wrong usage, and the error lists those that exist', () => {
  const { status, err, out } = unslide(['--lang', 'tlh', 'symbolicate', sample])
  expect([status, out]).toEqual([2, ''])
  expect(err).toContain('--lang tlh is not known here. Known: en, en-XA, zh-Hans.')
  expect(unslide(['parse', sample, '--lang']).err).toContain('--lang needs a value: TAG.')
})

test('what stands behind -- is no option', () => {
  expect(unslide(['demangle', '--', '--lang']).status).not.toBe(2)
})

test.each([
  [{ LANG: 'en_XA.UTF-8' }, '[Ú'],
  [{ LC_ALL: 'en_XA', LANG: 'en_US.UTF-8' }, '[Ú'],
  [{ LC_ALL: 'C', LANG: 'en_XA.UTF-8' }, 'Unslide'],
  [{ LC_ALL: '', LC_MESSAGES: 'en_XA', LANG: 'en_US' }, '[Ú'],
  [{ LANG: 'xx_YY.UTF-8' }, 'Unslide'],
  [{}, 'Unslide'],
])('with %j help begins with %s', (variables, begin) => {
  expect(inLocale(variables, '--help').slice(0, begin.length)).toBe(begin)
  expect(inLocale(variables, '--help', '--lang=en').slice(0, 7)).toBe('Unslide')
})
