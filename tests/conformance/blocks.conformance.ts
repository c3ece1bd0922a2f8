/**
 * Blocks of stripped images, as hints of the built command line: which function is the body of a block, and which one makes that block.
 * The truth is the symbol table before stripping: `__45-[Shop load]_block_invoke` is a block of `-[Shop load]`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { linesOf, testFolder, unslide, type JsonFrame } from '../support/cli.ts'
import { corpus } from './corpus.ts'

const folder = `${corpus ?? ''}stripped/`
const work = testFolder()

interface Hinted extends JsonFrame {
  readonly hints?: { readonly block?: { readonly makers: readonly string[]; readonly count: number } }
}

const BLOCK = /_block_invoke/
/** Swift's thunks for closures that are given as blocks are bodies of blocks, too: functions of escaping block type. */
const SWIFT_BLOCK = /Iey[A-Za-z]*B/
/** Functions to look up that are no blocks, for each image. */
const OTHERS = 300

const withoutCategory = (name: string): string => name.replace(/^([-+]\[[^ (]+)\([^)]*\)/, '$1')

/** Addresses of functions without a name left, with their true names: all blocks, and some others. */
function functionsOf(image: string): readonly (readonly [address: string, names: string])[] {
  const [, ...lines] = gunzipSync(readFileSync(`${folder}${image}.oracle.tsv.gz`))
    .toString()
    .trim()
    .split('\n')
  const rows = lines
    .map((line) => line.split('\t'))
    .flatMap(([address = '', start, , names = '']) => (start === 'fstart' && names ? [[address, names] as const] : []))
  const others = rows.filter(([, names]) => !BLOCK.test(names)).slice(0, OTHERS)
  return [...rows.filter(([, names]) => BLOCK.test(names)), ...others]
}

const images = corpus ? readdirSync(folder).flatMap((name) => /^(.+)\.stripped(?:\.gz)?$/.exec(name)?.[1] ?? []) : []

test.runIf(corpus)('what is told to be the body of a block is one, and its makers make it', () => {
  let [bodies, blocks, named] = [0, 0, 0]
  const wrong: string[] = []
  for (const image of images) {
    const file = join(work, image)
    const packed = readdirSync(folder).includes(`${image}.stripped.gz`)
    const bytes = readFileSync(`${folder}${image}.stripped${packed ? '.gz' : ''}`)
    writeFileSync(file, packed ? gunzipSync(bytes) : bytes)
    const rows = functionsOf(image)
    const { out } = unslide(
      ['lookup', '--hints', '--symbols', file, '--format', 'json'],
      rows.map(([address]) => address).join('\n'),
    )
    const answers = linesOf<Hinted>(out)
    expect(answers).toHaveLength(rows.length)
    for (const [at, [address, names]] of rows.entries()) {
      const block = answers[at]?.hints?.block
      const owner = /\d+([-+]\[.*?\])_block_invoke/.exec(names)?.[1]
      if (BLOCK.test(names)) bodies++
      if (!block) continue
      blocks++
      if (!BLOCK.test(names) && !(names.includes('$s') && SWIFT_BLOCK.test(names)))
        wrong.push(`${image} ${address}: ${names} is no block`)
      // A block of a C function is in the method that the function was inlined into.
      if (owner === undefined || block.makers.length === 0) continue
      named++
      for (const maker of block.makers)
        if (withoutCategory(maker) !== withoutCategory(owner))
          wrong.push(`${image} ${address}: ${names} is not of ${maker}`)
    }
  }
  console.log(`${images.length} images: ${blocks} bodies of blocks told, ${named} with makers, of ${bodies}`)
  expect(wrong).toEqual([])
  expect(blocks).toBeGreaterThan(350)
  expect(named).toBeGreaterThan(250)
})
