/**
 * Images whose symbol tables were stripped, through the built command line: it reads files itself and has threads, which no test
 * in this process does. Names come from Objective-C metadata, the exports trie and the indirect symbol table; the truth is the
 * symbol table before stripping. `npm run build:cli` must have run.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { demangle } from '../../src/core/demangle/registry.ts'
import { linesOf, testFolder, unslide, type JsonFrame } from '../support/cli.ts'
import { corpus } from './corpus.ts'

const folder = `${corpus ?? ''}stripped/`
const work = testFolder()

function answerOf(args: readonly string[], input?: string): string {
  const { status, out, err } = unslide(args, input)
  if (status === 2) throw new Error(err)
  return out
}

const unpacked = (name: string): Buffer => gunzipSync(readFileSync(folder + name))

function table(name: string): readonly (readonly string[])[] {
  const [, ...rows] = unpacked(name).toString().trim().split('\n')
  return rows.map((row) => row.split('\t'))
}

/** A method without the category: linkers merge categories into classes. */
const withoutCategory = (name: string): string => name.replace(/^([-+]\[[^ (]+)\([^)]*\)/, '$1')

interface Wanted {
  readonly address: string
  readonly names: readonly string[]
  readonly kind: 'method' | 'export' | 'stub' | 'selector'
}

function wantedOf(image: string): readonly Wanted[] {
  const named = table(`${image}.oracle.tsv.gz`).flatMap(
    ([address = '', , section, names = '', , metadata = '', exported]): Wanted[] => {
      const all = names.split('|').filter(Boolean)
      const methods = all.filter((name) => /^[-+]\[/.test(name)).map(withoutCategory)
      if (metadata.startsWith('objc:') && methods.length > 0) return [{ address, names: methods, kind: 'method' }]
      if (section === '__objc_stubs')
        return [{ address, names: all.map((name) => name.replace(/^_/, '')), kind: 'selector' }]
      return exported
        ? [{ address, names: all.map((name) => demangle(name.replace(/^_/, ''), 'simplified')), kind: 'export' }]
        : []
    },
  )
  const stubs = table(`${image}.stubs.tsv.gz`).map(([address = '', name = '']): Wanted => {
    return { address, names: [`stub for ${demangle(name.replace(/^_/, ''), 'simplified')}`], kind: 'stub' }
  })
  return [...named, ...stubs]
}

const images = corpus ? readdirSync(folder).flatMap((name) => /^(.+)\.stripped(?:\.gz)?$/.exec(name)?.[1] ?? []) : []

test.runIf(corpus)(
  'names of stripped images, looked up in the file and in an index that the command line wrote',
  () => {
    const counts = new Map<string, { total: number; wrong: number }>()
    const wrong: string[] = []
    for (const image of images) {
      const file = join(work, image)
      const packed = readdirSync(folder).includes(`${image}.stripped.gz`)
      writeFileSync(file, packed ? unpacked(`${image}.stripped.gz`) : readFileSync(`${folder}${image}.stripped`))
      const indexes = `${file}.indexes`
      answerOf(['index', file, '--threads', '2', '--out', indexes])
      const rows = wantedOf(image)
      const addresses = rows.map(({ address }) => address).join('\n')
      for (const symbols of [file, indexes]) {
        const answers = linesOf<JsonFrame>(answerOf(['lookup', '--symbols', symbols, '--format', 'json'], addresses))
        expect(answers).toHaveLength(rows.length)
        for (const [at, { address, names, kind }] of rows.entries()) {
          const count = counts.get(kind) ?? { total: 0, wrong: 0 }
          counts.set(kind, count)
          count.total++
          const told = answers[at]?.calls?.at(-1)?.function
          if (told !== undefined && names.includes(kind === 'method' ? withoutCategory(told) : told)) continue
          count.wrong++
          if (wrong.length < 20)
            wrong.push(`${image} ${address}: ${told ?? 'nothing'} instead of ${names.join(' or ')}`)
        }
      }
    }
    const told = [...counts].map(([kind, { total, wrong: missed }]) => `${kind} ${total - missed}/${total}`)
    console.log([`${images.length} images: ${told.join(', ')}`, ...wrong].join('\n'))
    expect([...counts.values()].reduce((sum, count) => sum + count.total, 0)).toBeGreaterThan(5000)
    expect(wrong).toEqual([])
  },
)
