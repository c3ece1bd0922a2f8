/** Mangled names of every scheme: no answer but text of bearable size. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demangle, demangleText } from '../../../src/core/demangle/registry.ts'
import { mutateName, nameSeeds } from '../mutate-names.ts'
import { mutateSwift } from '../mutate-swift.ts'
import { corpusFiles, madeText, type Places } from '../seeds.ts'
import { breakText, type Seed, type Target } from '../target.ts'

/** Characters of a readable name at the most. */
const LONGEST = 1_100_000

const isName = (line: string): boolean => line !== '' && !line.startsWith('#')
const nameOf = (line: string): string => line.split('\t')[0] ?? ''

function readName(input: Uint8Array): void {
  const name = new TextDecoder().decode(input)
  for (const style of ['simplified', 'full'] as const) {
    if (demangle(name, style).length > Math.max(LONGEST, name.length)) throw new Error('a name grew beyond its limit')
  }
  if (demangleText(`at ${name} + 12`, 'simplified').length > 2 * LONGEST + name.length) throw new Error('text grew')
}

function namesOf(path: string): readonly Seed[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(isName)
  return lines.map((line) => madeText(nameOf(line), nameOf(line)))
}

export function nameTargets(places: Places): readonly Target[] {
  const files = corpusFiles(places, 'demangle', () => true, 100).filter(({ name }) => name.endsWith('.tsv'))
  const theirs = files.flatMap(({ name }) => namesOf(name).map((seed) => ({ ...seed, ours: false })))
  const swift = (name: string): boolean => /^_*(\$[sSe]|T)|^@__swift/.test(name)
  return [
    {
      name: 'names/swift',
      seeds: [
        ...namesOf(join(places.root, 'tests/fixtures/demangle/swift/names.tsv')),
        ...theirs.filter(({ name }) => swift(name)),
      ],
      mutate: breakText(mutateSwift),
      run: readName,
    },
    {
      name: 'names/others',
      seeds: [...nameSeeds.map((name) => madeText(name, name)), ...theirs.filter(({ name }) => !swift(name))],
      mutate: breakText(mutateName),
      run: readName,
    },
  ]
}
