/** Two origins name one function: the command line and agents show the name of the stronger one, pair by pair. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testFolder, unslide, unslideBeside } from '../support/cli.ts'
import { McpClient, type AnsweredFrame, type Page } from '../support/mcp-client.ts'
import { originPairs, otherMarks, writeOrigins, type OriginFiles, type OriginPair } from '../support/origin-pairs.ts'
import { serveSite } from '../support/site-server.ts'

const folder = testFolder()
let folders = 0

/** The files of a pair in a folder of their own, and the address of what is published. */
async function given(pair: OriginPair): Promise<{ files: OriginFiles; root: string; site: string | undefined }> {
  const root = join(folder, String(++folders))
  mkdirSync(root)
  const files = await writeOrigins(root, pair)
  if (files.published === undefined) return { files, root, site: undefined }
  const published = join(folder, `published-${folders}`)
  expect(unslide(['publish', files.published, '--to', published]).status).toBe(0)
  const server = await serveSite(published)
  onTestFinished(() => server.close())
  return { files, root, site: server.url }
}

interface Shown {
  readonly name: string | undefined
  /** The whole output for the report. */
  readonly text: string
}

function expectShown(pair: OriginPair, { name, text }: Shown): void {
  expect(name).toBe(pair.shown)
  if (pair.mark) expect(text).toMatch(pair.mark)
  for (const mark of otherMarks(pair)) expect(text).not.toMatch(mark)
}

const onCommandLine = originPairs([
  'local-file',
  'site',
  'user-import',
  'report-archive',
  'this-report',
  'other-report',
])

describe('command line', () => {
  test.each(onCommandLine)('$origins: $shown', async (pair) => {
    const { files, site } = await given(pair)
    const symbols = [files.localFile, files.userImport, site].flatMap((path) =>
      path === undefined ? [] : ['--symbols', path],
    )
    const sharing = files.others.length > 0 ? ['--share-names', ...files.others] : []
    const run = async (format: string) =>
      (await unslideBeside(['symbolicate', '--format', format, ...sharing, files.report, ...symbols])).out
    const { reports } = JSON.parse(await run('json')) as {
      reports: readonly {
        source: string
        threads: readonly { frames: readonly { calls?: readonly { function: string }[] }[] }[]
      }[]
    }
    const report = reports.find(({ source }) => source.includes('crash.') && !source.includes('other-'))
    const text = await run('text')
    expectShown(pair, {
      name: report?.threads[0]?.frames[0]?.calls?.[0]?.function,
      text: text.slice(text.lastIndexOf('Trailmap')),
    })
  })
})

/** No report of an agent is named by others. */
const forAgents = originPairs(['local-file', 'site', 'user-import', 'report-archive', 'this-report'])

describe('agent', () => {
  test.each(forAgents)('$origins: $shown', async (pair) => {
    const { files, root, site } = await given(pair)
    const client = await McpClient.start('--root', root, ...(site === undefined ? [] : ['--symbols', site]))
    onTestFinished(() => client.close())
    for (const path of [files.localFile, files.userImport])
      if (path !== undefined) await client.ask('add_symbols', { path })
    const summary = await client.open({ path: files.report })
    const { items } = await client.ask<Page<AnsweredFrame>>('show_stack', { report: summary.report, stack: 't0' })
    expectShown(pair, { name: items[0]?.calls[0]?.function, text: JSON.stringify(items) })
  })
})
