/** Completions in each installed shell. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { batchCommand } from '../../src/cli/commands/batch.ts'
import { UsageError, type Command } from '../../src/cli/command.ts'
import { optionsOf } from '../../src/cli/commands/completions.ts'
import { demangleCommand } from '../../src/cli/commands/demangle.ts'
import { disassembleCommand } from '../../src/cli/commands/disassemble.ts'
import { indexCommand } from '../../src/cli/commands/index-images.ts'
import { lookupCommand } from '../../src/cli/commands/lookup.ts'
import { packCommand } from '../../src/cli/commands/pack.ts'
import { symbolicateCommand } from '../../src/cli/commands/symbolicate.ts'
import { tableCommand } from '../../src/cli/commands/table.ts'
import { variablesCommand } from '../../src/cli/commands/variables.ts'
import { testFolder, unslide } from '../support/cli.ts'

const folder = testFolder()

/** Completions that bash offers for the last word of a line. */
function offered(...words: readonly string[]): readonly string[] {
  const file = join(folder, 'unslide.bash')
  writeFileSync(file, unslide(['completions', 'bash']).out)
  const script = `. ${file}; compopt() { :; }
COMP_WORDS=(unslide ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_unslide; printf '%s\\n' "\${COMPREPLY[@]}"`
  const run = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: folder })
  expect(run.stderr).toBe('')
  return run.stdout.split('\n').filter(Boolean)
}

test('bash completes commands, the options of a command, and paths', () => {
  expect(offered('sym')).toEqual(['symbolicate'])
  expect(offered('')).toContain('lookup')
  expect(offered('lookup', '--no-')).toEqual(['--no-inlines'])
  expect(offered('symbolicate', '--red')).toEqual(['--redact', '--redact-app'])
  writeFileSync(join(folder, 'a crash.ips'), '')
  expect(offered('symbolicate', 'a c')).toEqual(['a crash.ips'])
})

const known: readonly (readonly [command: Parameters<typeof optionsOf>[0], Command, least: number])[] = [
  ['symbolicate', symbolicateCommand, 11],
  ['batch', batchCommand, 5],
  ['lookup', lookupCommand, 12],
  ['disassemble', disassembleCommand, 5],
  ['variables', variablesCommand, 6],
  ['index', indexCommand, 3],
  ['table', tableCommand, 5],
  ['pack', packCommand, 2],
  ['demangle', demangleCommand, 1],
]

test.each(known)('every option offered for %s is one that it knows', async (name, command, least) => {
  const options = optionsOf(name).filter((option) => option !== '--help')
  expect(options.length).toBeGreaterThanOrEqual(least)
  for (const option of options) {
    // The option after it is wrong, so the command ends before it does anything.
    const run = command.run([option, '--no-such-option'])
    await expect(run, option).rejects.toThrow(UsageError)
    await expect(run, option).rejects.not.toThrow(`'${option}'. `)
  }
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
