import { expect, test } from 'vitest'
import { redact } from '../../../src/core/redact/redact.ts'
import type { CallTree, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { app, buildReport } from '../../support/report-builder.ts'

const row = '0 Shop 0x104cc8000 total (/Users/anna.k/code/AcmeSecret/Shop/Cart.swift:8)'
const text = `Path: /Users/anna.k/Applications/Shop.app\nIdentifier: com.acme.shop\nMail: anna@acme.com\n${row}\n`

function sample(): SymbolicatedReport {
  const at = text.indexOf(row)
  const made = buildReport(
    [app({ function: 'total', file: '/Users/anna.k/code/AcmeSecret/Shop/Cart.swift', line: 8 })],
    {
      text,
      header: {
        process: 'Shop',
        bundleId: 'com.acme.shop',
        fields: [
          ['Path', '/Users/anna.k/Applications/Shop.app'],
          ['Device name', 'Anna’s iPhone'],
          ['CrashReporter Key', '9f3c0000aa'],
          ['UUID of Shop', 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213'],
        ],
      },
      applicationInfo: ['widget com.acme.shop.widget failed for anna@acme.com, user anna.k'],
    },
  )
  const [thread] = made.report.threads
  const [frame] = thread?.frames ?? []
  if (!thread || !frame) throw new Error('the builder makes one frame')
  const spans = { span: { start: at, end: at + row.length }, symbolSpan: { start: at + 19, end: at + row.length } }
  return { ...made, report: { ...made.report, threads: [{ ...thread, frames: [{ ...frame, ...spans }] }] } }
}

test('what tells who made a report is gone from every text', () => {
  const { reports } = redact([sample()], { app: true })
  const everything = JSON.stringify(reports, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  for (const secret of ['anna.k', 'AcmeSecret', 'com.acme', 'anna@', 'Anna’s', '9f3c']) {
    expect(everything).not.toContain(secret)
  }
})

test('UUIDs, offsets, file names and lines stay', () => {
  const [redacted] = redact([sample()]).reports
  expect(redacted?.report.header.fields[3]).toEqual(['UUID of Shop', 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213'])
  expect(redacted?.report.threads[0]?.frames[0]?.offset).toBe(0)
  expect(redacted?.resolutions[0]).toMatchObject({
    calls: [{ file: expect.stringMatching(/Cart\.swift$/) as string, line: 8 }],
  })
})

test('equal things stay equal, and parts of a bundle id stay parts', () => {
  const [redacted] = redact([sample()], { app: true }).reports
  expect(redacted?.report.header.bundleId).toBe('com.example.app1')
  expect(redacted?.report.applicationInfo[0]).toContain('com.example.app1.widget')
  expect(redacted?.report.text).toContain('/Users/user1/Applications/App1.app')
})

test('spans still point to their rows', () => {
  const [redacted] = redact([sample()]).reports
  const frame = redacted?.report.threads[0]?.frames[0]
  const found = redacted?.report.text.slice(frame?.span?.start, frame?.span?.end)
  expect(found).toMatch(/^0 Shop 0x104cc8000 total \(\/Users\/user1\/code\/folder\d\/folder\d\/Cart\.swift:8\)$/)
  expect(redacted?.report.text.slice(frame?.symbolSpan?.start, frame?.symbolSpan?.end)).toMatch(/^total \(/)
})

test('the list of replacements says what became of what, and can be cut down', () => {
  const { replacements } = redact([sample()])
  expect(replacements).toContainEqual({
    kind: 'user',
    label: 'user name',
    original: 'anna.k',
    pseudonym: 'user1',
    count: 5,
    isOfApp: false,
  })
  expect(replacements.map(({ kind }) => kind).sort()).toEqual(['device', 'device-key', 'email', 'path', 'path', 'user'])
  const kept = redact([sample()], { app: true, keep: new Set(['com.acme.shop']) })
  expect(kept.reports[0]?.report.header.bundleId).toBe('com.acme.shop')
})

test('what tells of the program alone is replaced where that is asked for', () => {
  const [plain] = redact([sample()]).reports
  expect(plain?.report.header).toMatchObject({ process: 'Shop', bundleId: 'com.acme.shop' })
  const [asked] = redact([sample()], { app: true }).reports
  expect(asked?.report.header).toMatchObject({ process: 'App1', bundleId: 'com.example.app1' })
})

test('numbers in JSON stay numbers', () => {
  const json = '{"userID" : 501, "ecid" : 81985529216486895, "sourceLine" : 501}'
  const made = buildReport([app('total')], {
    text: json,
    header: {
      fields: [
        ['userID', '501'],
        ['ECID', '81985529216486895'],
      ],
    },
  })
  const { reports, replacements } = redact([made])
  expect(JSON.parse(reports[0]?.report.text ?? '')).toEqual({ userID: 501, ecid: 1, sourceLine: 501 })
  expect(replacements.map(({ original }) => original)).toEqual(['81985529216486895'])
})

const told = (applicationInfo: readonly string[], fields: readonly (readonly [string, string])[] = []) => {
  const { reports, replacements } = redact([
    buildReport([app('main')], { header: { process: 'Shop', fields }, applicationInfo }),
  ])
  return { lines: reports[0]?.report.applicationInfo, found: replacements.map(({ original }) => original) }
}

test.each([
  ['connected to 84.17.52.93:443', 'connected to 192.0.2.1:443'],
  ['peer fe80::1c2b:3aff:fe4d:5e6f gone', 'peer 2001:db8::1 gone'],
  ['call +49 171 5550 1234 now', 'call +1-555-0101 now'],
  ['mail anna@acme.com, ANNA@acme.com', 'mail person1@example.com, person1@example.com'],
  ['https://anna:s3cret!@acme.com/x', 'https://user1:secret1@acme.com/x'],
  ['/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/a', '/var/folders/zz/container1/T/a'],
  [
    'in /var/mobile/Containers/Data/Application/AC58D77F-1D2E-3A4B-8C5D-6E7F80910213/tmp',
    'in /var/mobile/Containers/Data/Application/00000000-0000-0000-0000-000000000001/tmp',
  ],
  ['Authorization: Bearer abcdef123456', 'Authorization: secret1'],
  ['file:///Users/anna%20k/x', 'file:///Users/user1%20k/x'],
  ['fix <+51.78912300,-11.14145600> +/- 5.00m', 'fix <0.00001,0.00002> +/- 5.00m'],
  ['geo:51.789123,11.141456 lat=51.789123', 'geo:0.00001,0.00002 lat=0.00001'],
  ['joined SSID "Kestrel Guest"', 'joined SSID "device1"'],
  ['bssid=0:1c:b3:9:85:15', 'bssid=2001:db8::1'],
  ['sms +4917155509876, (415) 555-0123', 'sms +1-555-0101, +1-555-0102'],
  ['phone: 0171 5550987', 'phone: +1-555-0101'],
  ['IMEI 352099001761481', 'IMEI 1'],
  ['now in, city=Quedlinburg, near quedlinburg', 'now in, city=place1, near place1'],
])('%s', (line, expected) => {
  expect(told([line]).lines).toEqual([expected])
})

test.each([
  'framework 3.1.4.2 (build 10.0.1.2)',
  'version 84.17.52.93',
  'at 12:34:56, 2024:05:02',
  'std::vector<int>::push_back, fad::bead::add',
  'main + 12345678901',
  'Kernel UUID: AC58D77F-1D2E-3A4B-8C5D-6E7F80910213',
  'UUID: AC58D77F-1D2E-3A4B-8C5D-6E7F80910213 (arm64) /Applications/Shop.app/Shop',
  '0x104c00000 - 0x104c1ffff Shop arm64 <ac58d77f1d2e3a4b8c5d6e7f80910213> /Applications/Shop.app/Shop',
  'closure in _AC58D77F1D2E3A4B8C5D6E7F80910213 and 0123456789012345678901234567890123',
  '/Users/Shared/x and /Users/runner/work',
  '@property in NSObject@2x.png',
  'frame = {{12.345678, 45.678901}, {320.5, 64.25}}',
  'took 12.3456, 45.6789 and 51.789123 seconds at 0x104cc8000',
  'location: CartView.swift:88, city: 12, latitude: 3, position: 12.345678',
  'symbol + 4917155509876 and offset +4917',
  'wifi: connected, SSID unknown, zip: archive.zip, state: running',
  'iOS 17.5.1 (21F90), build 12.3456.789',
])('%s is nobody’s', (line) => {
  expect(told([line])).toEqual({ lines: [line], found: [] })
})

test('a user who is called like the program, an image or a word of reports is hidden in paths alone', () => {
  for (const user of ['Shop', 'thread', 'test'])
    expect(told([`/Users/${user}/x: ${user} failed`]).lines).toEqual([`/Users/user1/x: ${user} failed`])
})

test('a number that is also the address of a frame changes under its key alone', () => {
  const address = String(0x104cc8000)
  const made = buildReport([app('main')], {
    text: `{"userID": ${address}, "address": ${address}}`,
    header: { process: 'Shop', fields: [['userID', address]] },
  })
  const [redacted] = redact([made]).reports
  expect(redacted?.report.text).toBe(`{"userID": 1, "address": ${address}}`)
  expect(redacted?.report.header.fields).toEqual([['userID', '1']])
})

test('the name of the app is hidden in mangled names, which stay as long', () => {
  const made = buildReport([app('Shop.Cart.total()', '$s4Shop4CartV5totalyyF')])
  const [redacted] = redact([made], { app: true }).reports
  expect(redacted?.resolutions[0]).toMatchObject({
    calls: [{ mangled: 'App1.Cart.total()' }, { mangled: '$s4Appp4CartV5totalyyF' }],
  })
})

test('calls 100,000 deep are redacted', () => {
  const made = buildReport([app('main')])
  const frame = made.report.threads[0]?.frames[0]
  if (!frame) throw new Error('the builder makes one frame')
  let node = { frame: { ...frame, symbol: { name: 'at /Users/anna/x' } }, count: 1, children: [] as unknown[] }
  for (let depth = 0; depth < 100_000; depth++) node = { ...node, children: [node] }
  const tree = { title: 'Calls', weight: 'samples', roots: [node] } as unknown as CallTree
  const { replacements } = redact([{ ...made, report: { ...made.report, callTrees: [tree] } }])
  expect(replacements).toMatchObject([{ original: 'anna', count: 100_001 }])
})
