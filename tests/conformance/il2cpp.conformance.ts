/** Unity's tables of symbols and maps of lines, against answers worked out from their layout by another program. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openLineMap } from '../../src/core/scripts/line-map.ts'
import { linesOf, unslide, type JsonFrame } from '../support/cli.ts'
import { corpus } from './corpus.ts'

const root = `${corpus ?? ''}crossplatform/il2cpp/`

interface Decoded {
  readonly id: string
  readonly name: string
  readonly arch: string
  readonly lines: readonly {
    readonly addr: string
    readonly symbol: string
    readonly file: string
    readonly line: number
  }[]
}

test.runIf(corpus).each(['artificial.usym', 'artificial-bad-meta.usym'])('%s: every record', (name) => {
  const all = JSON.parse(readFileSync(`${root}usym.decoded.json`, 'utf8')) as Readonly<Record<string, Decoded>>
  const { id, name: image, arch, lines } = all[name]!
  const inspected = JSON.parse(unslide(['inspect', root + name, '--format', 'json']).out) as {
    images: readonly { name: string; uuid: string; arch: string }[]
  }
  const [found] = inspected.images
  expect(found?.name).toBe(image)
  expect(found?.arch).toBe(arch)
  if (/^[0-9a-f]{32}$/.test(id)) expect(found?.uuid.replaceAll('-', '').toLowerCase()).toBe(id)
  const { out } = unslide(['lookup', '--symbols', root + name, '--format', 'json', ...lines.map(({ addr }) => addr)])
  const calls = linesOf<JsonFrame>(out).map(
    ({ calls: [call] = [] }) => `${call?.function} ${call?.file}:${call?.line ?? 0}`,
  )
  console.log(`${name}: ${lines.length} records`)
  expect(calls).toEqual(lines.map(({ symbol, file, line }) => `${symbol} ${file}:${line}`))
})

test.runIf(corpus)('LineNumberMappings.json: every line that was asked', async () => {
  const map = await openLineMap({
    path: 'LineNumberMappings.json',
    blob: new Blob([readFileSync(`${root}LineNumberMappings.json`)]),
  })
  const rows = readFileSync(`${root}LineNumberMappings.expected.tsv`, 'utf8').trimEnd().split('\n').slice(1)
  const different = rows.flatMap((row) => {
    const [file = '', line = '', original = '', originalLine = ''] = row.split('\t')
    const found = map.originalOf(file, Number(line))
    const [got, wanted] = [found ? `${found.file}:${found.line}` : ':', `${original}:${originalLine}`]
    return got === wanted ? [] : [`${file}:${line} ${got} ≠ ${wanted}`]
  })
  console.log(`${rows.length} lines`)
  expect(rows.length).toBe(534)
  expect(different).toEqual([])
})
