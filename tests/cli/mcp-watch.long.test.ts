/** Notices of `unslide mcp`: reports that come into the watched folder, and changes of open reports. `npm run build:cli` must have run. */
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Notices, type Notice } from '../../src/cli/mcp/notices.ts'
import { testFolder, unslide } from '../support/cli.ts'
import { RawMcp, type Message } from '../support/raw-mcp.ts'
import { samplePath } from '../support/sample.ts'

const crash = readFileSync(samplePath('Trailmap.ips'), 'utf8')
const LIST = 'notifications/resources/list_changed'
const UPDATED = 'notifications/resources/updated'

interface Listed {
  readonly uri: string
  readonly name: string
  readonly path?: string
}

const listOf = async (mcp: RawMcp): Promise<readonly Listed[]> =>
  (await mcp.ask('resources/list')).result?.['resources'] as readonly Listed[]
async function read(mcp: RawMcp, uri: string): Promise<string> {
  const { result } = await mcp.ask('resources/read', { uri })
  return (result?.['contents'] as readonly { readonly text: string }[])[0]?.text ?? ''
}
const newItems = async (mcp: RawMcp): Promise<readonly Listed[]> =>
  (JSON.parse(await read(mcp, 'unslide://new')) as { readonly items: readonly Listed[] }).items
const told =
  (uri: string) =>
  ({ method, params }: Message): boolean =>
    method === UPDATED && params?.uri === uri

test('a crash that comes is told, listed and read; what was there, what is no report, and links are not', async () => {
  const folder = testFolder()
  writeFileSync(join(folder, 'old.ips'), crash)
  const mcp = await RawMcp.start(['--watch', folder])
  expect((await mcp.ask('resources/subscribe', { uri: 'unslide://new' })).result).toEqual({})
  expect(await newItems(mcp)).toEqual([])
  writeFileSync(join(folder, 'notes.txt'), 'nothing')
  symlinkSync(samplePath('Trailmap.ips'), join(folder, 'link.ips'))
  mkdirSync(join(folder, 'folder.ips'))
  // The server announces a report only once the file is whole.
  writeFileSync(join(folder, 'new.ips'), crash)
  await mcp.next(told('unslide://new'))
  await mcp.next(({ method }) => method === LIST)
  const items = await newItems(mcp)
  expect(items.map(({ path }) => path?.endsWith('/new.ips'))).toEqual([true])
  expect((await listOf(mcp)).map(({ uri, name }) => [uri, name])).toEqual([
    ['unslide://new', 'new'],
    ['unslide://new/1', 'new.ips'],
  ])
  expect(await read(mcp, 'unslide://new/1')).toBe(unslide(['symbolicate', items[0]?.path ?? '']).out)
  // The path is one that the tools take.
  expect(await mcp.call('open_report', { path: items[0]?.path })).toContain('"report":"r1"')
  for (const uri of ['unslide://new/2', 'unslide://new/0', 'unslide://new/x', 'unslide://new/1/x'])
    expect((await mcp.ask('resources/read', { uri })).error, uri).toBeDefined()

  // A report that is written again keeps its address, and those who asked for it hear of it.
  await mcp.ask('resources/subscribe', { uri: 'unslide://new/1' })
  writeFileSync(join(folder, 'half'), crash.replace('Trailmap', 'Treemap!'))
  renameSync(join(folder, 'half'), join(folder, 'new.ips'))
  await mcp.next(told('unslide://new/1'))
  expect(await newItems(mcp)).toEqual(items)
  expect(await mcp.end()).toBe(0)
})

test('a folder of the client limits what is told, too', async () => {
  const [root, watched] = [testFolder(), testFolder()]
  const mcp = await RawMcp.start(['--root', root, '--watch', watched], { roots: () => [{ uri: `file://${root}` }] })
  await mcp.ask('resources/subscribe', { uri: 'unslide://new' })
  writeFileSync(join(watched, 'new.ips'), crash)
  await mcp.next(told('unslide://new'))
  expect(await newItems(mcp)).toEqual([])
  expect((await listOf(mcp)).map(({ uri }) => uri)).toEqual(['unslide://new'])
  expect((await mcp.ask('resources/read', { uri: 'unslide://new/1' })).error?.code).toBe(-32_002)
  await mcp.end()
})

test('a server that redacts gives a new report redacted', async () => {
  const folder = testFolder()
  const mcp = await RawMcp.start(['--watch', folder, '--redact'])
  await mcp.ask('resources/subscribe', { uri: 'unslide://new' })
  const path = '/Users/kowalczyk/Library/Trailmap'
  writeFileSync(
    join(folder, 'new.ips'),
    crash.replaceAll('/Users/', '/Users/kowalczyk/').replace('"procPath"', `"procExeHint":"${path}","procPath"`),
  )
  await mcp.next(told('unslide://new'))
  const text = await read(mcp, 'unslide://new/1')
  expect(text).toContain('Trailmap')
  expect(text).not.toContain('kowalczyk')
  await mcp.end()
})

test('a report that is opened or gets names is told to those who asked', async () => {
  const root = testFolder()
  cpSync(samplePath('Trailmap.dSYM.zip'), join(root, 'Trailmap.dSYM.zip'))
  writeFileSync(join(root, 'a.ips'), crash)
  const mcp = await RawMcp.start(['--root', root])
  await mcp.call('open_report', { path: 'a.ips' })
  await mcp.next(({ method }) => method === LIST)
  const uri = 'unslide://report/r1'
  await mcp.ask('resources/subscribe', { uri })
  await mcp.call('add_symbols', { path: 'Trailmap.dSYM.zip' })
  await mcp.next(told(uri))
  expect(await read(mcp, uri)).toContain('TMRouteAltitude')
  expect((await mcp.ask('resources/unsubscribe', { uri })).result).toEqual({})
  const before = mcp.count(UPDATED)
  await mcp.call('add_symbols', { path: 'Trailmap.dSYM.zip' })
  await mcp.ask('ping')
  expect(mcp.count(UPDATED)).toBe(before)
  await mcp.end()
})

test('a folder to watch that is none is wrong usage', () => {
  for (const path of ['/no/such/folder', samplePath('Trailmap.ips')])
    expect(unslide(['mcp', '--watch', path]).status).toBe(2)
})

test('however much changes, each pause has one notice of each thing', async () => {
  const sent: Notice[] = []
  const notices = new Notices((notice) => sent.push(notice), 50)
  for (const name of ['a', 'b']) notices.subscribe(name)
  const burst = (): void => {
    for (let count = 0; count < 10_000; count++) {
      notices.changeList()
      notices.update(['a', 'b', 'nobody asked for this'])
    }
  }
  burst()
  // The first change goes at once.
  expect(sent.map(({ params, method }) => params?.uri ?? method)).toEqual([LIST])
  burst()
  await expect.poll(() => sent.length).toBe(4)
  expect(sent.slice(1).map(({ params, method }) => params?.uri ?? method)).toEqual([LIST, 'a', 'b'])
  notices.unsubscribe('b')
  burst()
  await expect.poll(() => sent.length).toBe(6)
  burst()
  notices.close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent).toHaveLength(6)
})

test('subscriptions are bounded, and a second one to the same is none', () => {
  const notices = new Notices(() => {}, 50)
  for (let count = 0; count < 1000; count++) expect(notices.subscribe(`${count}`)).toBe(true)
  expect(notices.subscribe('one more')).toBe(false)
  expect(notices.subscribe('7')).toBe(true)
  notices.unsubscribe('7')
  expect(notices.subscribe('one more')).toBe(true)
  notices.close()
})
