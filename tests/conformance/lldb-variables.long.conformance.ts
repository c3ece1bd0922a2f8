/** Variables of all frames of core files against what lldb printed of the same: arguments of callers, members of the innermost. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { linesOf, unslide } from '../support/cli.ts'
import { sameValue, toldByLldb } from '../support/lldb-variables.ts'
import { corpus } from './corpus.ts'

interface Told {
  readonly name: string
  readonly value?: string
  readonly children?: readonly Told[]
}
interface Frame {
  readonly scopes: readonly { readonly variables: readonly Told[] }[]
}

const folder = `${corpus ?? ''}variables/`
const images = corpus ? readdirSync(folder).filter((name) => name.startsWith('vars-')) : []

/** The values at a path such as `pts.[0].x`: of several of one name lldb lists now the inner one first, now the outer one. */
function valuesAt(frame: Frame | undefined, path: string): readonly string[] {
  let among = frame?.scopes.flatMap(({ variables }) => variables) ?? []
  let found: readonly Told[] = []
  for (const name of path.split('.')) {
    found = among.filter((one) => one.name === name)
    among = found.flatMap(({ children }) => children ?? [])
  }
  return found.flatMap(({ value }) => value ?? [])
}

test.runIf(corpus).each(images)('%s: what lldb knows is known, and the same', (image) => {
  const stops = toldByLldb(gunzipSync(readFileSync(join(folder, image, 'cores.lldb.txt.gz'))).toString('utf8'))
  const given = ['--symbols', join(folder, image, `${image}.dSYM`), '--symbols', join(folder, image, image)]
  const different: string[] = []
  let [equal, frames] = [0, 0]
  for (const [snap, stop] of stops.entries()) {
    const core = join(folder, image, 'cores', `${String(snap).padStart(2, '0')}.core`)
    const ours = linesOf<Frame>(unslide(['variables', ...given, '--core', core, '--format', 'json']).out)
    for (const [at, { variables }] of stop.frames.entries()) {
      if (variables.size > 0) frames++
      for (const [path, value] of variables) {
        // The value of a reference is its target here.
        if (path.includes('.&')) continue
        const known = valuesAt(ours[at], path)
        if (known.some((one) => sameValue(one, value))) equal++
        else different.push(`${snap} frame ${at} ${path}: ${known.join(' or ') || 'not known'}, lldb ${value}`)
      }
    }
  }
  console.log(`${image}: ${frames} frames, ${equal} values as lldb has them, ${different.length} not`)
  expect(different).toEqual([])
  expect(equal).toBeGreaterThan(80)
})
