/** Help in all its forms: on the terminal, as a manual page, in the documents. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as prettier from 'prettier'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { commandNames, commands, type CommandName } from '../../src/cli/options/commands.ts'
import { describeCommand, describeCommands } from '../../src/cli/options/describe.ts'
import { formatReference } from './options-markdown.ts'
import { readOptions } from '../../src/cli/options/read.ts'
import type { CommandData } from '../../src/cli/options/types.ts'
import { program, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

/** Characters of a line of help. */
const WIDTH = 80

const tooWide = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.length > WIDTH && !line.startsWith('  unslide '))

test.each(commandNames)('%s explains itself: every option, argument, exit code and example, on 80 columns', (name) => {
  const { status, out, err } = unslide([name, '--help'])
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(unslide(['help', name]).out).toBe(out)
  expect(unslide([name, '/no/such/file', '-h']).out).toBe(out)
  expect(tooWide(out)).toEqual([])
  const words = out.replace(/\s+/g, ' ')
  const { arguments: given, options, exits, examples } = describeCommand(name)
  for (const { term, text } of [...given, ...options]) {
    expect(text, term).not.toBe('')
    expect(words).toContain(` ${term} ${text}`)
  }
  for (const [code, meaning] of exits) expect(words).toContain(` ${code} ${meaning}`)
  for (const example of examples) expect(out).toContain(`\n  ${example}\n`)
})

test('the choices of an option are explained where it is, and each kind of file is completed', () => {
  for (const { name, options } of describeCommands())
    for (const { long, option, text } of options) {
      for (const choice of option.choices ?? []) expect(text, `${name} --${long}`).toContain(choice)
      if (/^(?:PATH|FILE|DIR)/.test(option.value ?? '')) expect(option.kind, `${name} --${long}`).toBeDefined()
    }
})

test('every example is one that its command reads', () => {
  let read = 0
  for (const { name, examples } of describeCommands()) {
    for (const example of examples) {
      const words = spawnSync('bash', ['-c', `printf '%s\\n' ${example.replace(/ > .*/, '')}`], { encoding: 'utf8' })
      const [program, command, ...args] = words.stdout.trimEnd().split('\n')
      expect([program, command]).toEqual(['unslide', name])
      expect(() => readOptions(args, name)).not.toThrow()
      read++
    }
  }
  expect(read).toBeGreaterThanOrEqual(commandNames.length)
})

test('the overview lists every command on 80 columns', () => {
  const { status, out } = unslide(['--help'])
  expect(status).toBe(0)
  expect(tooWide(out)).toEqual([])
  for (const name of commandNames) expect(out).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'))
  for (const args of [['help'], ['-h'], ['help', 'help'], ['help', '--help']])
    expect(unslide(args)).toEqual({ status: 0, out, err: '' })
  expect(unslide([])).toEqual({ status: 2, out, err: '' })
})

test.each([['--version'], ['-V'], ['lookup', '--version']])('%s prints name and version', (...args) => {
  expect(unslide(args)).toEqual({ status: 0, out: `unslide ${packageFile.version}\n`, err: '' })
})

test.each([
  [['symbolicat', 'x.ips'], 'Did you mean symbolicate?'],
  [['lokup'], 'Did you mean lookup?'],
  [['disas'], 'Did you mean disassemble?'],
  [['hepl'], 'Did you mean help?'],
  [['help', 'inspct'], 'Did you mean inspect?'],
  [['--versoin'], 'Did you mean --version?'],
  [['symbolicate', 'x.ips', '--symbol', 'y'], 'Did you mean --symbols?'],
  [['symbolicate', 'x.ips', '--reduct'], 'Did you mean --redact?'],
  [['lookup', '--return-adresses'], 'Did you mean --return-addresses?'],
  [['inspect', '--quite', 'x'], 'Did you mean --quiet?'],
])('a typing error is told with the word that was meant: %j', (args, meant) => {
  const { status, out, err } = unslide(args)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(meant)
})

test.each([
  [['frobnicate']],
  [['toString']],
  [['inspect', '--frobnicate']],
  [['inspect', '--constructor']],
  [['inspect', '-x']],
])('what resembles no word suggests none: %j', (args) => {
  const { status, err } = unslide(args)
  expect(status).toBe(2)
  expect(err).not.toContain('Did you mean')
  expect(err).not.toMatch(/^\s+at /m)
})

test.each(commandNames)('wrong usage of %s ends with 2 and the way to its help', (name) => {
  for (const wrong of ['--no-such-option', '--help=yes', '-']) {
    if (wrong === '-' && !['serve', 'mcp', 'completions'].includes(name)) continue
    const { status, out, err } = unslide([name, wrong])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    const lines = err.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`unslide ${name} --help`)
  }
})

test('every option with a value says which where it has none, and every choice which there are', () => {
  let tried = 0
  const wrong = (name: CommandName, args: readonly string[], message: RegExp): void => {
    expect(() => readOptions(args, name), `${name} ${args.join(' ')}`).toThrow(message)
    tried++
  }
  for (const name of commandNames) {
    const { options }: CommandData = commands[name]
    for (const [long, { value, choices, short, alias }] of Object.entries(options)) {
      if (value === undefined) {
        wrong(name, [`--${long}=yes`], /takes no value/)
        continue
      }
      for (const option of [`--${long}`, ...(short ? [`-${short}`] : []), ...(alias ? [`--${alias}`] : [])]) {
        wrong(name, [option], new RegExp(`^${option} needs a value`))
        wrong(name, [option, '--quiet'], new RegExp(`^${option} needs a value`))
      }
      if (choices) wrong(name, [`--${long}`, 'nonsense'], new RegExp(choices.join(', ')))
    }
  }
  expect(tried).toBeGreaterThan(150)
})

test('options are read in every form', () => {
  const { values, positionals } = readOptions(
    ['a', '--symbols', 'b', 'c', '--slide', '-0x4000', '-o', '-', '--slide=A=-1', '-q', '--', '--symbols', '-x'],
    'symbolicate',
  )
  expect(values).toEqual({ symbols: ['b', 'c'], slide: ['-0x4000', 'A=-1'], output: '-', quiet: true })
  expect(positionals).toEqual(['a', '--symbols', '-x'])
  expect(readOptions(['--out', 'x', 'y'], 'index')).toEqual({ values: { output: 'x' }, positionals: ['y'] })
  expect(readOptions(['-ox.html', 'y'], 'symbolicate').values).toEqual({ output: 'x.html' })
  expect(readOptions(['--symbols', 'a', '10'], 'lookup')).toEqual({ values: { symbols: ['a'] }, positionals: ['10'] })
})

test('with --quiet standard error gets errors alone', () => {
  const bare = ['symbolicate', samplePath('Trailmap.ips')]
  const loud = unslide(bare)
  expect(loud.err).not.toBe('')
  for (const args of [
    [...bare, '--quiet'],
    [...bare, '-q'],
    ['--quiet', ...bare],
  ])
    expect(unslide(args)).toEqual({ ...loud, err: '' })
  expect(unslide(['-q', 'inspect', '/no/such/file']).err).toContain('/no/such/file')
  expect(unslide(['inspect', '-q', '--frobnicate']).err).toContain('--frobnicate')
})

const hasScript = spawnSync('script', ['--version']).status === 0

/** The output on a terminal. */
function onTerminal(args: string, env: Readonly<Record<string, string>> = {}): string {
  const command = `${process.execPath} ${program} ${args}`
  const plain = { ...process.env, TERM: 'xterm', ...env }
  return spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', env: plain }).stdout
}

test.runIf(hasScript)('only a terminal gets styles, and none with NO_COLOR, --no-color or without abilities', () => {
  const escape = String.fromCharCode(27)
  expect(unslide(['lookup', '--help']).out).not.toContain(escape)
  expect(onTerminal('lookup --help', { NO_COLOR: '' })).toContain(`${escape}[1mUsage:`)
  for (const text of [
    onTerminal('lookup --help --no-color', { NO_COLOR: '' }),
    onTerminal('lookup --help', { NO_COLOR: '1' }),
    onTerminal('lookup --help', { NO_COLOR: '', TERM: 'dumb' }),
  ]) {
    expect(text).toContain('Usage:')
    expect(text).not.toContain(escape)
  }
})

const document = fileURLToPath(new URL('../../docs/command-line.md', import.meta.url))
/** The test writes the rest of the document below this line. */
const MARK = '<!-- Made of the command line’s own data: `npx vitest run tests/cli/help.test.ts -u` -->\n'

test('the document has the reference of all commands', async () => {
  const [before = ''] = readFileSync(document, 'utf8').split(MARK)
  const options = { ...(await prettier.resolveConfig(document)), filepath: document }
  const whole = await prettier.format(`${before}${MARK}\n${formatReference()}\n`, options)
  await expect(whole).toMatchFileSnapshot(document)
})

const page = join(dirname(program), 'unslide.1')

test('the manual page has every command with all of its options', () => {
  const text = readFileSync(page, 'utf8').replaceAll('\\-', '-')
  for (const { name, options, exits, examples } of describeCommands()) {
    const [, section = ''] = text.split(`.SH ${name.toUpperCase()}\n`)
    const own = section.split('\n.SH ')[0] ?? ''
    for (const { term } of options) expect(own, name).toContain(`.TP\n.B ${term}\n`)
    for (const example of examples) expect(own).toContain(example)
    const [, codes = ''] = text.split(`.TP\n.B ${name}\n`)
    for (const [code, meaning] of exits) expect(codes.split('\n')[0]).toContain(`${code}: ${meaning}`)
  }
})

const hasMan = spawnSync('man', ['--version']).status === 0

test.runIf(hasMan)('the manual page is sound to man', () => {
  const env = { ...process.env, MANWIDTH: '100', LC_ALL: 'C.UTF-8' }
  const { status, stdout, stderr } = spawnSync('man', ['--warnings', '-l', page], { encoding: 'utf8', env })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout).toContain('SYNOPSIS')
  expect(stdout).toContain('unslide symbolicate Crash.ips --symbols App.dSYM')
})
