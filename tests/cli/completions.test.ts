/** Completions in each installed shell. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program, testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()

/** Completions that bash offers for the last word of a line. */
function offered(...words: readonly string[]): readonly string[] {
  const file = join(folder, 'unslide.bash')
  writeFileSync(file, unslide(['completions', 'bash']).out)
  const script = `. ${file}; compopt() { :; }
COMP_WORDS=(./unslide ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_unslide; printf '%s\\n' "\${COMPREPLY[@]}"`
  const run = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: folder })
  expect(run.stderr).toBe('')
  return run.stdout.split('\n').filter(Boolean)
}

test('bash completes commands, the options of a command, and paths', () => {
  expect(offered('sym')).toEqual(['symbolicate'])
  expect(offered('')).toContain('lookup')
  expect(offered('lookup', '--no-')).toEqual(['--no-inlines', '--no-color'])
  expect(offered('symbolicate', '--red')).toEqual(['--redact', '--redact-app'])
  writeFileSync(join(folder, 'a crash.ips'), '')
  expect(offered('symbolicate', 'a c')).toEqual(['a crash.ips'])
})

test('bash completes the values of options, behind an equals sign, too', () => {
  expect(offered('lookup', '--format', '')).toEqual(['text', 'json'])
  expect(offered('lookup', '--format', '=', 'j')).toEqual(['json'])
  expect(offered('convert', '--to', 'g')).toEqual(['gsym'])
  expect(offered('lookup', '--arch', 'arm64')).toEqual(expect.arrayContaining(['arm64', 'arm64_32', 'arm64e']))
  expect(offered('disassemble', '--instruction-set', '=')).toEqual(['a32', 'thumb'])
  expect(offered('completions', '')).toEqual(['bash', 'zsh', 'fish', 'uuids'])
  expect(offered('--quiet', 'help', 'loo')).toEqual(['lookup'])
  mkdirSync(join(folder, 'indexes'), { recursive: true })
  writeFileSync(join(folder, 'indexed'), '')
  expect(offered('index', '--out', 'index')).toEqual(['indexes'])
  expect(offered('lookup', '--load', 'index')).toEqual([])
})

test('bash completes the UUIDs of the symbols that the line names', () => {
  const symbols = samplePath('Trailmap.dSYM.zip')
  const uuids = ['4C4C444F-5555-3144-A1CC-707057490EC2']
  expect(unslide(['completions', 'uuids', symbols, '/no/such/file'])).toMatchObject({ status: 2 })
  expect(unslide(['completions', 'uuids', symbols]).out.trim().split('\n')).toEqual(uuids)
  writeFileSync(join(folder, 'unslide'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 })
  expect(offered('lookup', '--symbols', symbols, '--uuid', '4C')).toEqual(uuids)
  expect(offered('lookup', '--symbols', symbols, '--uuid', 'F')).toEqual([])
  expect(offered('lookup', '--uuid', '')).toEqual([])
})

const known = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

test.runIf(known('zsh'))('zsh reads its script', () => {
  const file = join(folder, '_unslide')
  writeFileSync(file, unslide(['completions', 'zsh']).out)
  const run = spawnSync('zsh', ['-fc', `autoload -U compinit; compinit -D; . '${file}'`], { encoding: 'utf8' })
  expect({ status: run.status, err: run.stderr }).toEqual({ status: 0, err: '' })
})

test.runIf(known('fish'))('fish completes commands, options and values', () => {
  const file = join(folder, 'unslide.fish')
  writeFileSync(file, unslide(['completions', 'fish']).out)
  const offers = (line: string): string => {
    const run = spawnSync('fish', ['-c', `source ${file}; complete -C '${line}'`], { encoding: 'utf8' })
    expect(run.stderr).toBe('')
    return run.stdout
  }
  expect(offers('unslide loo')).toMatch(/^lookup\t/)
  expect(offers('unslide lookup --format ')).toMatch(/^json\b.*\ntext\b/)
  expect(offers('unslide symbolicate --redact-')).toMatch(/^--redact-app\t/)
})

test('each shell has its own; without one the usage is told', () => {
  expect(unslide(['completions', 'zsh']).out).toContain('compdef _unslide unslide')
  expect(unslide(['completions', 'fish']).out).toMatch(/-n __fish_use_subcommand -f -a lookup -d '[^']+'/)
  for (const args of [[], ['csh'], ['constructor'], ['bash', 'zsh']]) {
    const { status, err } = unslide(['completions', ...args])
    expect(status).toBe(2)
    expect(err).toContain('bash, zsh, fish')
  }
})
