/** Tools of `unslide mcp` on the details of reports, resources, and a server that redacts. `npm run build:cli` must have run. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { McpClient, type Page } from '../support/mcp-client.ts'
import { samplePath } from '../support/sample.ts'

const root = testFolder()
for (const [from, to] of [
  ['Trailmap.ips', 'Trailmap.ips'],
  ['Trailmap.ips', 'again.ips'],
  ['Trailmap.dSYM.zip', 'Trailmap.dSYM.zip'],
] as const)
  cpSync(samplePath(from), join(root, to))

let mcp: McpClient
beforeAll(async () => {
  mcp = await McpClient.start('--root', root)
})
afterAll(() => mcp.close())

test('the details of a report: registers, instructions, variables, other forms, its own lines', async () => {
  const { report } = await mcp.open({ path: 'Trailmap.ips', symbols: ['Trailmap.dSYM.zip'] })
  const text = readFileSync(samplePath('Trailmap.ips'), 'utf8')

  const registers = await mcp.ask<Page<{ name: string; value: string }>>('show_registers', { report })
  const state = /"x":\[\{"value":(\d+)/.exec(text.replace(/\s/g, ''))
  expect(registers.items.find(({ name }) => name === 'x0')?.value).toBe(`0x${Number(state?.[1]).toString(16)}`)

  const code = await mcp.call('show_code', { report })
  expect(code.isError ? code.text : '').toBe('')

  const variables = await mcp.ask<Page<{ function: string; variables: readonly { name: string }[] }>>(
    'show_variables',
    {
      report,
    },
  )
  expect(variables.items.length).toBeGreaterThan(0)

  const written = unslide(['symbolicate', join(root, 'Trailmap.ips'), '--symbols', join(root, 'Trailmap.dSYM.zip')]).out
  const whole = await mcp.ask<Page<string>>('export_report', { report, limit: 500 })
  expect(whole.items.join('\n')).toBe(written.trimEnd().split('\n').slice(0, whole.items.length).join('\n'))
  const markdown = await mcp.ask<Page<string>>('export_report', { report, form: 'markdown' })
  expect(markdown.items.join('\n')).toContain('TMRouteAltitude')
  // The report is JSON, and long lines of it are cut.
  const original = await mcp.ask<Page<string>>('export_report', { report, form: 'original' })
  expect(original.items[0]).toContain('"app_name":"Trailmap"')

  const raw = await mcp.ask<Page<string>>('raw_text', { report, limit: 3 })
  expect(raw.items[0]?.slice(0, 100)).toBe(text.slice(0, 100))
  expect(raw.total).toBe(text.split('\n').length)
})

test('open reports of one crash are one group', async () => {
  const first = await mcp.open({ path: 'again.ips' })
  const second = await mcp.open({ path: 'Trailmap.ips' })
  const { items } = await mcp.ask<Page<{ reports: readonly string[] }>>('group_reports')
  expect(items.find(({ reports }) => reports.includes(first.report))?.reports).toContain(second.report)
})

test('names are made readable', async () => {
  const names = await mcp.ask<Page<{ name: string }>>('demangle', { names: ['_ZN3foo3barEv', 'plain'] })
  expect(names.items.map(({ name }) => name)).toEqual(['foo::bar()', 'plain'])
})

test('an open report is a resource', async () => {
  const { report } = await mcp.open({ path: 'again.ips' })
  const { resources } = await mcp.client.listResources()
  const found = resources.find(({ uri }) => uri === `unslide://report/${report}`)
  expect(found?.name).toContain('Trailmap')
  const { contents } = await mcp.client.readResource({ uri: `unslide://report/${report}` })
  expect(contents[0]).toMatchObject({ mimeType: 'text/plain' })
  expect(contents[0] && 'text' in contents[0] ? contents[0].text : '').toContain('Thread 3')
  await expect(mcp.client.readResource({ uri: 'unslide://report/r999' })).rejects.toThrow(/r999/)
})

test('a server that redacts gives nothing private, by no tool', async () => {
  const person = 'kowalczyk'
  const crash = readFileSync(samplePath('Trailmap.ips'), 'utf8').replaceAll('/Users/', `/Users/${person}/`)
  const path = `/Users/${person}/Library/Trailmap`
  writeFileSync(join(root, 'private.ips'), crash.replace('"procPath"', `"procExeHint":"${path}","procPath"`))
  const redacting = await McpClient.start('--root', root, '--redact')
  try {
    const { report } = await redacting.open({ path: 'private.ips', symbols: ['Trailmap.dSYM.zip'] })
    const answers = [
      await redacting.call('open_report', { path: 'private.ips' }),
      await redacting.call('explain', { report }),
      await redacting.call('list_stacks', { report }),
      await redacting.call('list_images', { report, all: true }),
      await redacting.call('export_report', { report, limit: 500 }),
      await redacting.call('show_variables', { report }),
      await redacting.call('group_reports'),
    ]
    for (const { text } of answers) expect(text).not.toContain(person)
    expect((await redacting.call('raw_text', { report })).text).toContain('--redact')
    const { contents } = await redacting.client.readResource({ uri: `unslide://report/${report}` })
    expect(JSON.stringify(contents)).not.toContain(person)
  } finally {
    await redacting.close()
  }
})

test('a server that redacts tells of damage, files and symbols without private data, and its names of files are taken back', async () => {
  const home = join(root, 'Users', 'kowalczyk', 'Crashes')
  mkdirSync(home, { recursive: true })
  const said = 'anna.kowalczyk@mail.example'
  writeFileSync(
    join(home, 'damaged.crash'),
    `Process: Evil [1]
Path: /Users/kowalczyk/Evil
User Name: Zebulon

Thread 0 Crashed:
0 Evil 0x0000zz /Users/kowalczyk/x.c:3 ${said} Zebulon
1   Evil 0x0000000100001004 0x100000000 + 4100

Binary Images:
0x100000000 - junk /Users/kowalczyk/Evil
`,
  )
  const id = '11111111222233334444555555555555'
  const symbols = (text: string): string => `MODULE mac arm64 ${id}0 Evil\nFUNC 1000 100 0 f\n1000 100 3 1\n${text}\n`
  writeFileSync(join(home, 'evil.sym'), symbols('FILE 1 /src/f.c'))
  const redacting = await McpClient.start('--root', home, '--redact')
  try {
    const found = await redacting.ask<Page<{ path: string }>>('find_files')
    expect(found.items.map(({ path }) => path)).toEqual(['damaged.crash', 'evil.sym'])
    const { text } = await redacting.call('open_report', { path: 'damaged.crash', symbols: ['evil.sym'] })
    // The damage is told, and the row that it quotes is made safe as the report is.
    expect(text).toMatch(/could not be read: 0 Evil 0x0000zz \/Users\/user\d\/x\.c:3 person\d@example\.com user\d/)
    const answers = [
      text,
      ...(await Promise.all(
        [
          ['find_files', { path: home }],
          ['open_report', { path: join(home, 'none.ips') }],
          ['open_report', { path: home }],
          ['open_report', { path: `${home}\0` }],
          ['add_symbols', { path: 'evil.sym' }],
          ['add_symbols', { path: 'damaged.crash' }],
          ['index_folder', { path: 'evil.sym' }],
          ['look_up', { addresses: ['1000'], uuid: id }],
          ['search_symbols', { query: 'f' }],
          ['show_code', { report: 'r1' }],
          ['raw_text', { report: 'r1' }],
        ].map(async ([name, given]) => (await redacting.call(name as string, given as Record<string, unknown>)).text),
      )),
    ]
    for (const answer of answers) expect(answer).not.toMatch(/kowalczyk|mail\.example|Zebulon/i)
  } finally {
    await redacting.close()
  }
})
