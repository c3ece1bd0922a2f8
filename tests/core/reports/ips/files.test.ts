/** Files of `.ips` reports: their parts, their kinds, their fields; and memory kills. */
import { describe, expect, test } from 'vitest'
import * as file from '../../../../src/core/reports/ips/ips-file.ts'
import { ipsJetsamFormat } from '../../../../src/core/reports/ips/ips-jetsam.ts'
import { jetsamTextFormat } from '../../../../src/core/reports/ips/jetsam-text.ts'
import type { JsonObject } from '../../../../src/core/reports/json/json.ts'

const sample = (text: string) => ({ path: 'a.ips', bytes: new Uint8Array(), text, whole: true })
const kind = (text: string) => file.ipsKind(sample(text))

describe('the kind of a report', () => {
  const line = (type: string): string => `{"bug_type":"${type}"}\n`
  test.each<[file.IpsKind | undefined, readonly string[]]>([
    [
      'crash',
      [
        ...[
          'usedImages',
          'faultingThread',
          'lastExceptionBacktrace',
          'asiBacktraces',
          'procExitAbsTime',
          'legacyInfo',
        ].map((key) => `{"${key}":1}`),
        ...[
          '{"termination":{}}',
          '{"vmRegionInfo":"x"}',
          ...['309', '308', '385', '327'].map((type) => `${line(type)}{"a":1}`),
        ],
        ...['codes', 'rawCodes', 'signal', 'subtype'].map((key) => `{"exception":{"${key}":1}}`),
        ...[`${line('298')}{"usedImages":[]}`, '{"usedImages":1,"processByPid":1}'],
      ],
    ],
    [
      'panic',
      [
        ...[
          '{"panicString":"x"}',
          '{"macOSPanicString":"x"}',
          '{"string":"x","panicFlags":"0"}',
          `${line('210')}{"a":1}`,
          `${line('151')}{"a":1}`,
        ],
        ...['{"panicString":"x","usedImages":[]}', '{"bug_type":"210","a":1}'],
      ],
    ],
    ['stackshot', ['{"processByPid":{}}', `${line('288')}{"a":1}`, '{"processByPid":{},"memoryStatus":{}}']],
    [
      'jetsam',
      ['{"memoryStatus":{}}', '{"largestProcess":"x"}', `${line('298')}{"a":1}`, '{"rpages":1,"lifetimeMax":2}'],
    ],
    ['other', [`${line('1')}{"a":1}`, `${line('9999')}{"a":1}`]],
    [
      undefined,
      [
        ...['callStackTree', 'callStacks', 'binary_images', 'debug_meta', 'debugmeta', 'event_id'].map(
          (key) => `{"usedImages":[],"${key}":1}`,
        ),
        ...[
          `${line('12345')}{"a":1}`,
          `${line('x')}{"a":1}`,
          `${line('a1')}{"a":1}`,
          '{"a":1}',
          '[]',
          '[{"usedImages":1}]',
          '',
          'x',
          '{}',
        ],
        ...[
          '{"string":"x"}',
          '{"panicFlags":"x"}',
          '{"rpages":1}',
          '{"lifetimeMax":1}',
          '{"exception":{"type":"x"}}',
          `${line('309')}text`,
        ],
      ],
    ],
  ])('%s', (expected, texts) => {
    for (const text of texts) expect([text, kind(text)]).toEqual([text, expected])
  })
})

describe('the parts of a file', () => {
  const parts = (text: string) =>
    file.parseIpsParts(text).map(({ header, body, rest, behind }) => [header, body.value, rest, behind])
  const [head, body] = ['{"app_name":"A"}', '{"usedImages":[]}']
  const [H, B] = [{ app_name: 'A' }, { usedImages: [] }]
  test.each<[string, string, readonly unknown[]]>([
    ['a line and a body', `${head}\n${body}`, [[H, B, '', '']]],
    ['a body', body, [[{}, B, '', '']]],
    ['a line', head, [[H, H, '', '']]],
    ['a line and text', `${head}\nhello `, [[H, H, 'hello', 'hello']]],
    ['words around', `${'hello\n'}${head}\n${body}\nbye `, [[H, B, 'hello\nbye', 'bye']]],
    [
      'two',
      `${head}\n${body}\n${head}\n${body}x`,
      [
        [H, B, '', ''],
        [H, B, 'x', 'x'],
      ],
    ],
    [
      'two bodies',
      `${body}\n${body}`,
      [
        [{}, B, '', ''],
        [{}, B, '', ''],
      ],
    ],
    ['two lines', `${head}\n${head}`, [[H, H, '', '']]],
    [
      'a line that has a body',
      '{"app_name":"A","threads":[]}{"a":1}',
      [
        [{}, { app_name: 'A', threads: [] }, '', ''],
        [{}, { a: 1 }, '', ''],
      ],
    ],
    [
      'a line that has processes',
      '{"incident_id":"A","processByPid":1}{"a":1}',
      [
        [{}, { incident_id: 'A', processByPid: 1 }, '', ''],
        [{}, { a: 1 }, '', ''],
      ],
    ],
    ['nothing', ' \n', []],
    ['words', 'hello', []],
    ['a text report with JSON', `Thread 0:\n${head}\n${body}`, []],
    ['a list', '[1]', [[{}, [1], '', '']]],
  ])('%s', (_, text, expected) => {
    expect(parts(text)).toEqual(expected)
    // The second time they are known.
    expect(parts(text)).toEqual(expected)
  })
  test('no more than a thousand', () => {
    expect([999, 1000, 1001].map((count) => parts(body.repeat(count)).length)).toEqual([999, 1000, 1000])
  })
  test.each([
    ...[
      '{"bug_type":1}',
      '{"procName":"T"}',
      '{"x":1,"usedImages":[]}',
      ' \t{"faultingThread":0}',
      '{"incident_id":"x"}',
      '{"uptime":1}',
    ],
    ...[
      '{ "procRole" : "x"}',
      '{\n "procLaunch": "x"}',
      '{"crashReporterKey":"x"}',
      '{"captureTime":"x"}',
      '{"build":"x"}',
      '{"piece":1}',
    ],
    ...[
      '{"vmRegionInfo":"x"}',
      '{"isCorpse":1}',
      '{"exception":{}}',
      '{ "termination" : {}}',
      '{"osVersion":{}}',
      '{"bundleInfo":{}}',
    ],
  ])('words above %j are none of it', (json) => {
    expect(file.parseIpsParts(`hello\n${json}`).map(({ rest }) => rest)).toEqual(['hello'])
    for (const above of ['Thread 0', ' Exception Type:', 'Binary Images:', 'x\nDate/Time:'])
      expect(file.parseIpsParts(`${above}\n${json}`)).toEqual([])
  })
  test.each([
    '{"a":1}',
    'x {"bug_type":1}',
    '{"x":1,"uptime":1}',
    '{"exception":1}',
    '{"osVersion":"x"}',
    '{bug_type:1}',
  ])('words above %j hide it', (json) => {
    expect(file.parseIpsParts(`hello\n${json}`)).toEqual([])
  })
})

test('fields of members', () => {
  const value: JsonObject = {
    a: 1,
    b: { a: 'x', c: { d: 2, e: { f: 3 } } },
    g: [1, 2],
    skip: 1,
    h: { skip: 4 },
    i: null,
  }
  expect(file.flattenFields(value, new Set(['skip']))).toEqual([
    ...[
      ['a', '1'],
      ['b.a', 'x'],
      ['b.c.d', '2'],
      ['g', '[1,2]'],
      ['h.skip', '4'],
      ['i', expect.any(String)],
    ],
  ])
  expect(file.flattenFields({}, new Set())).toEqual([])
  expect(file.textAround(' \n')).toEqual([])
  expect(file.textAround(' a\n').map((section) => (section.kind === 'text' ? section.text : ''))).toEqual(['a'])
  expect(
    file.placeAndTime(
      { os_version: 'o', timestamp: 't', incident_id: 'i' },
      { build: 'b', product: 'p', date: 'd', incident: 'n' },
    ),
  ).toEqual({
    ...{ os: 'o', device: 'p', date: 'd', incident: 'n' },
  })
  expect(file.placeAndTime({ timestamp: 't', incident_id: 'i' }, { build: 'b' })).toEqual({
    ...{ os: 'b', device: undefined, date: 't', incident: 'i' },
  })
})

describe('a memory kill', () => {
  const read = (format: typeof ipsJetsamFormat, text: string) => {
    const outcome = format.parse({ path: 'a.ips', bytes: new Uint8Array(), text })
    if (!outcome.ok) throw new Error('not read')
    const [report] = outcome.value
    const [table, ...more] = report?.sections ?? []
    const { header, termination, problems, kind: kindOf, format: id, textKind, images, threads } = report ?? {}
    return {
      ...{ header, termination, id, kindOf, textKind, images, threads, problems: problems?.map(({ code }) => code) },
      ...(table?.kind === 'table' && { columns: table.columns, rows: table.rows }),
      more: more.map((section) => (section.kind === 'text' ? section.text : '')),
    }
  }
  const columns = ['name', 'pid', 'uuid', 'memory (MB)', 'reason', 'states', 'pages']
  test('as JSON', () => {
    const processes = [
      { name: 'Shop', pid: 1, rpages: 64, reason: 'per-process-limit', states: ['frontmost', 'idle'], age: 5 },
      { name: 'Till', pid: 2, uuid: 'u', rpages: 640, reason: 'vm-pageshortage' },
      { name: 'Town', pid: 3 },
    ]
    const found = (more: object) =>
      read(ipsJetsamFormat, JSON.stringify({ bug_type: '298', largestProcess: 'Big', processes, ...more }))
    const rest = {
      id: 'ips-jetsam',
      kindOf: 'memory-kill',
      textKind: 'json',
      images: [],
      threads: [],
      problems: [],
      more: [],
    }
    const till = (memory: string) => ['Till', '2', 'u', memory, 'vm-pageshortage', '', '640', '']
    expect(found({})).toEqual({
      ...rest,
      columns: [...columns, 'age'],
      rows: [
        till('10.0'),
        ['Shop', '1', '', '1.0', 'per-process-limit', 'frontmost, idle', '64', '5'],
        ['Town', '3', '', '0.0', '', '', '', ''],
      ],
      header: {
        process: 'Till',
        pid: 2,
        fields: [
          ['bug_type', '298'],
          ['largestProcess', 'Big'],
        ],
      },
      termination: { namespace: 'JETSAM', reasons: ['vm-pageshortage'] },
    })
    expect(found({ memoryStatus: { pageSize: 4096 } }).rows?.[0]).toEqual(till('2.5'))
    expect(found({ processes: [{ name: 'Town' }] })).toEqual({
      ...rest,
      columns,
      rows: [['Town', '', '', '0.0', '', '', '']],
      header: {
        process: 'Big',
        fields: [
          ['bug_type', '298'],
          ['largestProcess', 'Big'],
        ],
      },
    })
    expect(read(ipsJetsamFormat, '{"rpages":64,"lifetimeMax":2,"name":"Till","reason":"x"}').header?.process).toBe(
      'Till',
    )
  })
  test('as text', () => {
    const text = [
      ...[
        'Incident Identifier: I',
        'Hardware Model:  iPhone4,1',
        'OS Version: iOS 7',
        'Date: D',
        'Time since snapshot: 5 ms',
        '',
      ],
      ...[
        'Free pages:  1,024',
        'Wired pages: 7',
        'Page Size: 4096',
        'Compressions: 12.5',
        'Largest process: Till',
        '',
        'Processes',
      ],
      ...['     Name      |    <UUID>     | CPU Time| rpages| lifetime_max| [reason] | (state)', ''],
      ...[
        'Till of x <0123456789abcdef0123456789abcdef> | 1.5| 512 [vm] (frontmost) (resume)',
        'Shop <0123456789ABCDEF0123456789ABCDEF> 2 256 9 7 (jettisoned)',
      ],
      ...['', 'hello', '**End**'],
    ].join('\n')
    expect(jetsamTextFormat.sniff(sample(text))).toBe(true)
    const { header, termination, rows, more, problems, id } = read(jetsamTextFormat, text)
    expect({ header, termination, more, problems, id }).toEqual({
      ...{ id: 'jetsam-text', problems: [], more: ['hello'], termination: { namespace: 'JETSAM', reasons: ['vm'] } },
      header: {
        ...{ process: 'Till of x', os: 'iOS 7', device: 'iPhone4,1', date: 'D', incident: 'I' },
        fields: [
          ...[
            ['incident', 'I'],
            ['product', 'iPhone4,1'],
            ['build', 'iOS 7'],
            ['date', 'D'],
            ['Time since snapshot', '5 ms'],
          ],
          ...[
            ['largestProcess', 'Till'],
            ['memoryStatus.pageSize', '4096'],
            ['memoryStatus.compressions', '12.5'],
          ],
          ...[
            ['memoryStatus.memoryPages.free', '1024'],
            ['memoryStatus.memoryPages.wired', '7'],
          ],
        ],
      },
    })
    expect(rows?.map((row) => row.slice(0, 7))).toEqual([
      ['Till of x', '', '0123456789abcdef0123456789abcdef', '2.0', 'vm', 'frontmost, resume', '512'],
      ['Shop', '', '0123456789ABCDEF0123456789ABCDEF', '1.0', 'jettisoned', '', '256'],
    ])
  })
  test.each<[string, boolean]>([
    ...['Free', 'Active', 'Inactive', 'Wired', 'Purgeable'].map((name): [string, boolean] => [
      `${name} pages: 1\nLargest process: x`,
      true,
    ]),
    [' \tFree pages:\t 12\n \tLargest process:\t x', true],
    ['Free pages: 1\n  Name | <UUID>', true],
    ['Free pages: 1\nName  \t<UUID>', true],
    ['Free pages: 1', false],
    ['Largest process: x', false],
    ['a Free pages: 1\nLargest process: x', false],
    ['Free pages: x\nLargest process: x', false],
    ['Free pages:1\nLargest process: x', false],
    ['Free pages: 1\nLargest process:', false],
    ['Free pages: 1\nthe Largest process: x', false],
    ['Free pages: 1\nthe Name <UUID>', false],
    ['Free pages: 1\nName<UUID>', false],
    ['Other pages: 1\nLargest process: x', false],
  ])('%j is one as text: %j', (text, expected) => {
    expect(jetsamTextFormat.sniff(sample(text))).toBe(expected)
  })
})
