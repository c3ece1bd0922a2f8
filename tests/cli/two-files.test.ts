/** Two files of one build that name a function differently, for people, programs and agents. `npm run build:cli` must have run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createReader } from '../../src/lib/element/reader.ts'
import { testFolder, unslide } from '../support/cli.ts'
import { McpClient } from '../support/mcp-client.ts'
import { mainCrash, mainSymbols } from '../support/two-files.ts'

const folder = testFolder()
const report = join(folder, 'crash.txt')
const files = ['one', 'two'].map((name) => join(folder, name, 'Shelf'))
const SAID = 'another file of this build, says'

beforeAll(() => {
  writeFileSync(report, mainCrash())
  for (const [at, path] of files.entries()) {
    mkdirSync(join(path, '..'))
    writeFileSync(path, mainSymbols(at === 0 ? 'main' : 'evil'))
  }
})

test.each(['text', 'original', 'markdown', 'html', 'json'])(
  '%s marks the name, and has what the other file says',
  (format) => {
    for (const symbols of [files, files.toReversed()]) {
      const { out } = unslide(['symbolicate', report, '--format', format, '--symbols', ...symbols])
      expect(out).toContain('doubtful')
      expect(out).toContain('main')
      expect(out).toContain('evil')
      expect(out).toContain(format === 'json' ? '"contradicted":' : SAID)
    }
    const { out } = unslide(['symbolicate', report, '--format', format, '--symbols', ...files.slice(0, 1)])
    expect(out).not.toContain(format === 'json' ? '"contradicted":' : SAID)
  },
)

test('lookup and an agent are told', async () => {
  const { out } = unslide(['lookup', ...files.flatMap((path) => ['--symbols', path]), '10000084c'])
  expect(out).toContain(SAID)
  expect(out).toContain('[doubtful]')
  const client = await McpClient.start('--root', folder)
  for (const path of ['one/Shelf', 'two/Shelf']) await client.call('add_symbols', { path })
  const opened = await client.call('open_report', { path: 'crash.txt' })
  const [handle] = /\br\d+\b/.exec(opened.text) ?? []
  const { text } = await client.call('show_stack', { report: handle, stack: 't0' })
  await client.close()
  expect(text).toContain(SAID)
  expect(text).toContain('doubtful')
})

test('<unslide-report> is told', async () => {
  const symbols = [mainSymbols(), mainSymbols('evil')].map((bytes, at) => ({
    path: `${at}/Shelf`,
    blob: new Blob([bytes]),
  }))
  const file = { path: 'crash.txt', blob: new Blob([mainCrash()]) }
  const outcome = await createReader().read({ file, symbols })
  expect(outcome.ok).toBe(true)
  expect(JSON.stringify(outcome)).toContain(SAID)
})
