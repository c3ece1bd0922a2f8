/**
 * Functions of stripped images from Swift's metadata, through the built command line. The truth is the symbol table
 * before stripping. For a function that is only described, it is an independent reader of the same metadata. `npm run
 * build:cli` must have run.
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

const unpacked = (name: string): Buffer => {
  const bytes = readFileSync(folder + name)
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

interface Row {
  readonly address: string
  /** The symbol table's names, in full. */
  readonly truth: readonly string[]
  /** `kind:rest`, as the other reader of the stripped image says. */
  readonly metadata: string
}

/** Full names, less what the metadata does not know: private discriminators, extensions that a type is declared in, their constraints. */
const plain = (name: string): string =>
  demangle(name, 'full')
    .replace(/\((\w+) in _\w+\)/g, '$1')
    .replace(/\(extension in \w+\):/g, '')
    .replace(/<[^<>]* where [^<>]*>/g, '')

function rowsOf(image: string): readonly Row[] {
  const [, ...rows] = unpacked(`${image}.oracle.tsv.gz`).toString().trim().split('\n')
  return rows.map((row) => {
    const [address = '', , , names = '', , metadata = ''] = row.split('\t')
    return { address, truth: names.split('|').filter(Boolean), metadata }
  })
}

const EXACT: Readonly<Record<string, string>> = {
  'swift-accessor': 'type metadata accessor for ',
  'swift-completion': 'type metadata completion function for ',
}
const SLOTS: Readonly<Record<string, string>> = {
  init: 'initializer',
  modify: 'modify accessor',
  read: 'read accessor',
}

/** Descriptions of a function that the other reader allows; several where functions were folded. */
const maySay = ({ metadata }: Row): readonly RegExp[] => metadata.split('|').flatMap((claim) => wordsOf(claim) ?? [])

function wordsOf(metadata: string): RegExp | undefined {
  const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const slot = /^swift-vtable:([^#]+)#(\d+):(?:static )?(\w+)/.exec(metadata)
  if (slot) {
    const [, owner = '', index = '', kind = ''] = slot
    return new RegExp(`^${SLOTS[kind] ?? kind} ${index} of ${escape(owner)}$`)
  }
  const override = /^swift-override:(\S+) overrides (\S+)/.exec(metadata)
  if (override) return new RegExp(`${escape(override[1] ?? '')}(?: overrides it)?$`)
  return metadata.startsWith('swift-witness:') ? /^witness |, by default$/ : undefined
}

const images = corpus ? readdirSync(folder).flatMap((name) => /^(.+)\.stripped(?:\.gz)?$/.exec(name)?.[1] ?? []) : []

test.runIf(corpus)('functions that Swift’s metadata knows: named exactly, or described', () => {
  const counts = new Map<string, { asked: number; said: number }>()
  const count = (kind: string, isSaid: boolean): void => {
    const one = counts.get(kind) ?? { asked: 0, said: 0 }
    counts.set(kind, { asked: one.asked + 1, said: one.said + (isSaid ? 1 : 0) })
  }
  const wrong: string[] = []
  for (const image of images) {
    const file = join(work, image)
    const packed = readdirSync(folder).includes(`${image}.stripped.gz`)
    writeFileSync(file, unpacked(`${image}.stripped${packed ? '.gz' : ''}`))
    const rows = rowsOf(image)
    const { out } = unslide(
      ['lookup', '--symbols', file, '--format', 'json', '--mangled'],
      rows.map(({ address }) => address).join('\n'),
    )
    const answers = linesOf<JsonFrame>(out)
    expect(answers).toHaveLength(rows.length)
    for (const [at, row] of rows.entries()) {
      const call = answers[at]?.calls?.at(-1)
      const told = call?.description ?? call?.function ?? ''
      const [kind = ''] = row.metadata.split(':')
      const complain = (): unknown =>
        wrong.push(`${image} ${row.address}: ${told} for ${row.truth.join('|')}, ${row.metadata}`)
      if (call?.source === 'symtab' || call?.source === 'exports') continue
      const prefix = EXACT[kind]
      if (prefix) count(kind, told.startsWith(prefix))
      if (call?.source === 'metadata' && !/^[-+]\[|^objc_msgSend\$|^stub for /.test(told)) {
        const isSaid =
          row.truth.map(plain).includes(told) || told === (prefix ?? '') + row.metadata.slice(kind.length + 1)
        count('exact', isSaid)
        if (!isSaid) complain()
      }
      const wanted = maySay(row)
      if (wanted.length > 0) {
        count(kind, call?.source === 'described')
        if (call?.source === 'described' && !wanted.some((words) => words.test(told))) complain()
      } else if (call?.source === 'described') {
        // The other reader is silent here: then the symbol itself must be of such a function.
        const isOne = row.truth.some((name) => /TW|WI$|FTq?$|T[Wjq]/.test(name) || /of .*, by default$/.test(told))
        count('described beside', isOne)
        if (!isOne) complain()
      }
    }
  }
  console.log(
    [...counts].map(([kind, { asked, said }]) => `${kind} ${said}/${asked}`).join(', '),
    ['', ...wrong.slice(0, 20)].join('\n'),
  )
  expect(wrong).toEqual([])
  expect(counts.get('swift-accessor')).toEqual({ asked: 201, said: 201 })
  expect(counts.get('swift-completion')).toEqual({ asked: 15, said: 15 })
  expect(counts.get('exact')?.said).toBeGreaterThan(300)
})
