/** The language of the command line: the option, the variables, and what stays English. */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
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
  /** What the report, the debug information and C++ say, which no language changes. */
  const data =
    /exc handler|trail::|unsigned int|clang version|unslide symbolicate|\(Data Abort\)|(?:^ *| )in \w+ {2}[\w.:]+|^ *\(const \w+ \*\) \w+ = /

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
