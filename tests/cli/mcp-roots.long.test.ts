/** The roots of a client of `unslide mcp`: they limit the folders of the user, and never widen them. `npm run build:cli` must have run. */
import { cpSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { testFolder } from '../support/cli.ts'
import { RawMcp } from '../support/raw-mcp.ts'
import { samplePath } from '../support/sample.ts'

const folder = realpathSync(testFolder())
const root = join(folder, 'root')
for (const name of ['a', 'a/deep', 'b', '../outside']) {
  mkdirSync(join(root, name), { recursive: true })
  cpSync(samplePath('Trailmap.ips'), join(root, name, 'Trailmap.ips'))
}
symlinkSync(join(root, 'b'), join(folder, 'link-to-b'))
symlinkSync(join(folder, 'outside'), join(root, 'a', 'link-out'))
symlinkSync(join(root, 'b'), join(root, 'a', 'link-b'))

const uri = (path: string): { uri: string } => ({ uri: pathToFileURL(path).href })

/** The reports that a client with these roots may read, without the user's folder. */
async function readable(roots: unknown, args: readonly string[] = []): Promise<readonly string[] | string> {
  const mcp = await RawMcp.start(['--root', root, ...args], { roots: () => roots })
  try {
    return await pathsOf(mcp)
  } finally {
    await mcp.end()
  }
}

async function pathsOf(mcp: RawMcp): Promise<readonly string[] | string> {
  const answer = JSON.parse(await mcp.call('find_files')) as { error?: string; items?: readonly { path: string }[] }
  return answer.error ?? (answer.items ?? []).map(({ path }) => path.slice(root.length + 1)).sort()
}

const all = ['a/Trailmap.ips', 'a/deep/Trailmap.ips', 'b/Trailmap.ips']
const inA = all.slice(0, 2)
const nothing = /^Nothing may be read: no folder of the client/

test.each<[string, unknown, readonly string[] | RegExp]>([
  ['a folder inside', [uri(join(root, 'a'))], inA],
  ['the folder itself', [uri(root)], all],
  ['a folder around it', [uri(folder)], all],
  ['the root of the disk', [{ uri: 'file:///' }], all],
  ['two folders, one in the other', [uri(join(root, 'a', 'deep')), uri(join(root, 'a'))], inA],
  ['a file', [uri(join(root, 'a', 'Trailmap.ips'))], ['a/Trailmap.ips']],
  ['this machine by its name', [{ uri: `file://localhost${join(root, 'b')}` }], ['b/Trailmap.ips']],
  ['a link to a folder inside', [uri(join(folder, 'link-to-b'))], ['b/Trailmap.ips']],
  ['a link in the folder that leads out', [uri(join(root, 'a', 'link-out'))], nothing],
  ['dots that lead out', [{ uri: `file://${root}/a/../../outside` }], nothing],
  ['dots that lead back', [{ uri: `file://${root}/a/../b` }], ['b/Trailmap.ips']],
  ['escaped dots', [{ uri: `file://${root}/a/%2e%2e/%2E%2E/outside` }], nothing],
  ['escaped slashes', [{ uri: `file://${root}/a%2F..%2Fb` }], nothing],
  ['a zero byte', [{ uri: `file://${root}/a%00` }], nothing],
  ['another machine', [{ uri: `file://elsewhere${root}` }], nothing],
  ['other schemes', [{ uri: `https://a.example${root}` }, { uri: `unslide:${root}` }, { uri: root }], nothing],
  ['other schemes beside a good one', [{ uri: 'https://a.example/' }, uri(join(root, 'b'))], ['b/Trailmap.ips']],
  ['a folder beside with the same beginning', [uri(`${root}-more`)], nothing],
  ['none', [], nothing],
  ['what is no root', [null, 5, 'file:///', {}, { uri: 5 }, [uri(root)]], nothing],
  ['a folder that is not there', [uri(join(root, 'none'))], nothing],
  ['no list', { uri: 'file:///' }, /^Nothing may be read: the client did not tell its folders/],
  ['an error', new Error('no'), /^Nothing may be read: the client did not tell its folders.*no/],
  [
    'a hundred thousand',
    [uri(join(root, 'b')), ...Array.from({ length: 100_000 }, (_, at) => ({ uri: `file:///none/${at}` })), uri(root)],
    ['b/Trailmap.ips'],
  ],
])('%s', async (_, roots, wanted) => {
  const found = await readable(roots)
  if (wanted instanceof RegExp) expect(found).toMatch(wanted)
  else expect(found).toEqual(wanted)
})

test('a client without roots is not asked, and a user may not heed them', async () => {
  const mcp = await RawMcp.start(['--root', root])
  expect(await pathsOf(mcp)).toEqual(all)
  expect(mcp.count('roots/list')).toBe(0)
  expect(await mcp.end()).toBe(0)
  expect(await readable([], ['--ignore-client-roots'])).toEqual(all)
})

test('what lies outside of the client’s roots is as what lies outside of the user’s, by every way', async () => {
  const mcp = await RawMcp.start(['--root', root], { roots: () => [uri(join(root, 'a'))] })
  for (const path of [
    join(root, 'b', 'Trailmap.ips'),
    root,
    '../b/Trailmap.ips',
    'link-b/Trailmap.ips',
    join(folder, 'outside', 'Trailmap.ips'),
    join(root, 'b', 'no-such-file'),
  ])
    expect(await mcp.call('open_report', { path }), path).toContain('not below the folders')
  // Below the client's folder there is none.
  for (const path of ['b/Trailmap.ips', 'a/../b/Trailmap.ips'])
    expect(await mcp.call('open_report', { path })).toContain('there is no such file')
  // Relative to the user's folder, and to the client's.
  for (const path of ['a/Trailmap.ips', 'deep/Trailmap.ips'])
    expect(await mcp.call('open_report', { path }), path).toContain('"report":"r')
  await mcp.end()
})

test('roots that change hold for the next call, and close what lies outside now', async () => {
  let roots: readonly unknown[] = [uri(join(root, 'a'))]
  const mcp = await RawMcp.start(['--root', root], { roots: () => roots })
  expect(await mcp.call('open_report', { path: 'a/Trailmap.ips' })).toContain('"report":"r1"')
  roots = [uri(join(root, 'b'))]
  mcp.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' })
  expect(await mcp.call('explain', { report: 'r1' })).toContain('No report r1 is open')
  expect(await pathsOf(mcp)).toEqual(['b/Trailmap.ips'])
  roots = [uri(root)]
  mcp.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' })
  expect(await pathsOf(mcp)).toEqual(all)
  await mcp.end()
})

test('a flood of changes is few requests', async () => {
  const mcp = await RawMcp.start(['--root', root], { roots: () => [uri(root)] })
  for (let count = 0; count < 5000; count++) mcp.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' })
  expect(await pathsOf(mcp)).toEqual(all)
  expect(mcp.count('roots/list')).toBeLessThan(500)
  await mcp.end()
})
