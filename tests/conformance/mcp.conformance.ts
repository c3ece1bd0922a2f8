/**
 * Every report of the corpus through the tools of `unslide mcp`, with an agent's calls: each answer is valid, and none
 * is too long to hold.
 */
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { program } from '../support/cli.ts'
import { corpus } from './corpus.ts'

/** Characters of the longest answer. */
const MOST = 32_000

interface Found {
  readonly items: readonly {
    readonly path: string
    readonly bytes: number
    readonly holds: readonly { kind: string }[]
  }[]
  readonly next?: string
}

test.runIf(corpus)('each report of the corpus is triaged in answers that an agent can hold', async () => {
  const client = new Client({ name: 'conformance', version: '1' })
  const root = join(corpus ?? '', 'reports')
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', '--root', root],
      stderr: 'ignore',
    }),
  )
  const lengths: number[] = []
  const call = async (name: string, given: Record<string, unknown>): Promise<{ isError: boolean; text: string }> => {
    const result = await client.callTool({ name, arguments: given }, undefined, { timeout: 120_000 })
    const [content] = result.content as readonly { readonly text: string }[]
    const text = content?.text ?? ''
    lengths.push(text.length)
    expect(text.length, `${name} ${JSON.stringify(given)}`).toBeLessThan(MOST)
    return { isError: result.isError === true, text }
  }
  const paths: string[] = []
  for (let offset = 0; ; offset += 100) {
    const { items, next } = JSON.parse((await call('find_files', { path: root, offset, limit: 100 })).text) as Found
    for (const { path, bytes, holds } of items)
      if (bytes < 5_000_000 && holds.some(({ kind }) => kind === 'report') && !/\.(zip|gz|tar)$/.test(path))
        paths.push(path)
    if (items.length === 0 || next === undefined) break
    offset += items.length - 100
  }
  let reports = 0
  const failed: string[] = []
  for (const path of paths) {
    const opened = await call('open_report', { path })
    if (opened.isError) {
      failed.push(opened.text.slice(0, 200))
      continue
    }
    const { items } = JSON.parse(opened.text) as {
      items: readonly { report: string; firstStack?: { stack: string } }[]
    }
    for (const { report, firstStack } of items) {
      reports++
      for (const name of ['explain', 'list_stacks', 'list_images'])
        expect((await call(name, { report })).isError, `${name} ${path}`).toBe(false)
      if (firstStack)
        expect((await call('show_stack', { report, stack: firstStack.stack, limit: 100 })).isError).toBe(false)
      const compared = await call('compare_reports', { report, other: report })
      expect(compared.isError).toBe(false)
    }
  }
  await client.close()
  lengths.sort((a, b) => a - b)
  console.log(
    `${paths.length} files, ${reports} reports, ${lengths.length} answers: median ${lengths[lengths.length >> 1]} characters, longest ${lengths.at(-1)}; refused: ${failed.length}`,
    failed,
  )
  expect(reports).toBeGreaterThan(200)
  // Those that parse refuses as well.
  expect(failed.length).toBeLessThan(10)
})
