import { expect, test } from 'vitest'
import { repairText } from '../../../src/core/reports/repair/repair.ts'
import { fixtureBytes, readPasted } from './fixture.ts'

const rows = [
  'Thread 0 Crashed:',
  '0   App                           \t0x0000000104ccc074 0x104cb8000 + 82036',
  '1   UIKitCore                     \t0x00000001b81d6948 -[UIView a:b:] + 44',
  '',
  'Binary Images:',
  '0x104cb8000 - 0x104cc7fff App arm64  <debeff4e26534f38e59bc9de7b8daade> /var/containers/Bundle/Application/X/App.app/App',
  '',
].join('\n')

const each = (change: (line: string) => string, text = rows) => text.split('\n').map(change).join('\n')

test.each([
  ['quotes', each((line) => `> ${line}`), 'repaired-quotes'],
  ['nested quotes', each((line) => `> > ${line}`), 'repaired-quotes'],
  ['blank lines between all lines', rows.replace(/\n/g, '\n\n'), 'repaired-spacing'],
  ['colours', each((line) => (line ? `\u001b[31m${line}\u001b[0m` : '')), 'repaired-ansi'],
  ['entities', rows.replace(/</g, '&lt;').replace(/>/g, '&gt;'), 'repaired-entities'],
  ['non-breaking blanks', rows.replace(/ /g, '\u00a0'), 'repaired-blanks'],
  ['zero-width blanks', rows.replace(/0x/g, '\u200b0x'), 'repaired-blanks'],
  ['NSLog prefixes', each((line) => `2021-05-27 20:02:33.483299+0800 App[1234:5678] ${line}`), 'repaired-prefixes'],
  ['syslog prefixes', each((line) => `Jan  1 10:00:00 iPhone App[123] <Error>: ${line}`), 'repaired-prefixes'],
  [
    'device syslog prefixes',
    each((line) => `Jan 11 10:00:00 iPhone App(UIKit)[123] <Notice>: ${line}`),
    'repaired-prefixes',
  ],
  ['one string', rows.replace(/\n/g, '\\n').replace(/\t/g, '\\t'), 'repaired-escapes'],
  [
    'property list',
    `<?xml version="1.0"?>\n<plist><dict><key>description</key>\n<string>${rows.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</string></dict></plist>`,
    'repaired-plist',
  ],
])('%s are undone and told', (_, damaged, code) => {
  const { text, notes } = repairText(damaged, 'a.crash')
  expect(text).toBe(rows)
  expect(notes.map((note) => [note.code, note.severity])).toEqual([[code, 'note']])
})

test('code fences are taken off', () => {
  expect(repairText('```\n' + rows + '```\n', 'a').text.trim()).toBe(rows.trim())
  expect(repairText('```Date/Time: 1\n' + rows, 'a').text).toBe('Date/Time: 1\n' + rows)
})

test('a fenced JSON report keeps the line breaks inside its strings', () => {
  const json =
    '{"bug_type":"210"}\n{"panicString":"panic(cpu 1)\\nline 2\\nline 3\\nline 4\\nline 5\\nline 6\\nline 7\\nline 8\\nline 9"}'
  expect(repairText('```\n' + json + '\n```\n', 'a').text.trim()).toBe(json)
})

test('a piece out of the middle of a JSON report gets its bracket', () => {
  const { text, notes } = repairText('  "threads" : [],\n  "usedImages" : [', 'a')
  expect(text).toBe('{  "threads" : [],\n  "usedImages" : []}')
  expect(notes.map((note) => note.code)).toEqual(['repaired-fragment'])
})

test('JSON broken at 80 columns is joined', () => {
  const json =
    '{"bug_type":"309","name":"A long name for this","os_version":"iPhone OS 15.2.1"}\n{"base":4342808576,"threads":[true,{"frames":[]}]}'
  const wrapped = json.replace(/.{7}/g, '$&\n')
  expect(repairText(wrapped, 'a.ips').text.replace(/\s/g, '')).toBe(json.replace(/\s/g, ''))
  expect(JSON.parse(repairText(wrapped, 'a.ips').text.split('}')[0] + '}')).toMatchObject({
    name: 'A long name for this',
  })
})

test('deep rows of a call tree that are cut between their lines and their counts are joined', () => {
  const tree = (depth: number): string => `    + ${' '.repeat(depth)}! : |   `
  // The tails of the first two look like rows of their own; the third is as wide as two lines, and another deep row follows.
  const rows = [
    `${tree(60)}          4 first  (in App) + 1  [0x10e47c5c7]`,
    `${tree(60)}            4 second  (in App) + 2  [0x10e47c5c7]`,
    `${tree(60)}            4 third${' '.repeat(59)}[0x10e1]`,
    `${tree(60)}            4 fourth  (in App) + 4  [0x10e47c5c7]`,
    `    + 4 fifth${'_'.repeat(80)}  (in App) + 5  [0x10e47c5c7]`,
    `    + 4 sixth${'_'.repeat(80)}  (in App) + 6  [0x10e47c5c7]`,
  ]
  expect(rows[2]).toHaveLength(160)
  const text = ['Call graph:', ...rows, ''].join('\n')
  const wrapped = text.replace(/.{80}(?=.)/g, '$&\n')
  expect(repairText(wrapped, 'a').text).toBe(text)
})

test('lines broken at a fixed column are joined, whatever the width', () => {
  const text = [
    '{"bug_type":"109","name":"A name that makes this line long","os_version":"iPhone OS 13.4 (17E255)","app_version":"1.0"}',
    rows.repeat(2),
  ].join('\n')
  for (const width of [64, 72, 80, 100]) {
    const wrapped = each((line) => (line.match(new RegExp(`.{1,${width}}`, 'g')) ?? ['']).join('\n'), text)
    expect(repairText(wrapped, 'a').text).toBe(text)
  }
})

test('broken rows are joined', () => {
  const wrapped =
    'Thread 0:\n0   App          0x0000000104c\ncc074 0x104cb8000 + 82036\n1   App    \n0x0000000104ccc074 main + 12\n2   App 0x0000000104ccc074 main\n + 12'
  expect(repairText(wrapped, 'a').text.split('\n')).toEqual([
    'Thread 0:',
    '0   App          0x0000000104ccc074 0x104cb8000 + 82036',
    '1   App 0x0000000104ccc074 main + 12',
    '2   App 0x0000000104ccc074 main + 12',
  ])
})

test.each([
  rows,
  rows.replace(/\n/g, '\r\n'),
  '{"app_name":"x{cte\\"st","a":"&lt;p&gt; \\n"}\n{"a" : [1,\n2]}',
  'Process:  Caf\u00e9\u00a0App [1]\nPath: /Applications/Caf\u00e9\u00a0\u{1f468}\u200d\u{1f469}.app\n' + rows,
  'a > b\n\n-> 12 x\n',
])('an undamaged text stays the same', (text) => {
  const repaired = repairText(text, 'a')
  expect(repaired.text).toBe(text)
  expect(repaired.notes).toEqual([])
})

test('a quoted stack of any tool is read as without the marks', () => {
  for (const path of ['sanitizer/tsan.txt', 'react-native/hockey.txt', 'leaks/malloc-history.txt']) {
    const text = new TextDecoder().decode(fixtureBytes(path))
    const [plain, quoted] = [text, `Hi,\n\n${text.replace(/^/gm, '> ')}\n\nBye\n`].map((paste) => {
      const { format, frameCount } = readPasted(paste)
      return { format, frameCount }
    })
    expect({ path, ...quoted }).toEqual({ path, ...plain })
  }
})
