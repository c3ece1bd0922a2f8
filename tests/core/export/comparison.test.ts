import { expect, test } from 'vitest'
import { compareReports } from '../../../src/core/compare/compare-reports.ts'
import { formatComparison } from '../../../src/core/export/comparison.ts'
import { redact } from '../../../src/core/redact/redact.ts'
import { app, buildReport, system, type FrameParts } from '../../support/report-builder.ts'

const write = (a: readonly FrameParts[], b: readonly FrameParts[], os = 'iOS 19.1'): string => {
  const first = buildReport(a, { file: 'a.ips', header: { process: 'Shop', os: 'iOS 19.1', fields: [] } })
  const second = buildReport(b, { file: 'b.ips', header: { process: 'Shop', os, fields: [] } })
  return formatComparison(compareReports(first, second), first, second)
}
const total = (line: number) => app({ function: 'CartView.total(of:)', file: '/src/CartView.swift', line })

test('verdict, sides, reasons, what differs, the stack as a diff', () => {
  const names = ['u', 'v', 'w', 'x'].map((name) => system(name))
  expect(write([total(88), app('pay()'), ...names], [total(91), ...names, system('main')], 'iOS 19.2')).toBe(
    `## Probably the same crash: the same place, but not both reports give a reason.

- **A** Crashed in CartView.total(of:). · Shop · iOS 19.1 · a.ips
- **B** Crashed in CartView.total(of:). · Shop · iOS 19.2 · b.ips

- ? Neither report gives a reason.
- ≈ Both failed in CartView.total(of:), but at line 88 in A and line 91 in B.
- ≈ Calls of the app: 1 on both stacks, 1 only in A, 0 only in B.

|  | A | B |
| --- | --- | --- |
| System | iOS 19.1 | iOS 19.2 |

**Crashed thread**

\`\`\`diff
- CartView.total(of:)  CartView.swift:88  (Shop)
+ CartView.total(of:)  CartView.swift:91  (Shop)
- pay()  (Shop)
  ⋯ 4 system calls of both
+ main  (libsystem.dylib)
\`\`\`
`,
  )
})

test('equal reports need no tables', () => {
  expect(write([total(88)], [total(88)])).not.toContain('|')
})

test('hostile names stay text and cannot end the block', () => {
  const hostile = 'evil\n```\n<img src=x>\u0060\u0060\u0060 | a | @someone'
  const text = write([app(hostile)], [app('other')])
  const [before = '', block = ''] = text.split('````diff')
  expect(block.split('````')[0]).toContain('- evil ``` <img src=x>``` | a | @someone')
  expect(before).not.toContain('<img')
  expect(before).not.toMatch(/@someone/)
})

test('a version that says nothing is not printed, of the program or of an image', () => {
  const unknown = buildReport([total(88)], {
    file: 'a.ips',
    header: { process: 'Shop', version: '??? (???)', fields: [] },
    images: [{ index: 0, name: 'Shop', origin: 'app', version: '??? (???)' }],
  })
  const known = buildReport([total(88)], {
    file: 'b.ips',
    header: { process: 'Shop', version: '4.2 (1180)', fields: [] },
    images: [{ index: 0, name: 'Shop', origin: 'app', version: '4.2' }],
  })
  const comparison = compareReports(unknown, known)
  expect(JSON.stringify([comparison.facts, comparison.images])).not.toContain('?')
  const text = formatComparison(comparison, unknown, known)
  expect(text).toContain('| Version |  | 4.2 (1180) |')
  expect(text).not.toContain('???')
})

test('without names a comparison keeps what is equal and hides who made it', () => {
  const make = (file: string, user: string) =>
    buildReport([app({ function: 'total', file: `/Users/${user}/code/Shop/Cart.swift`, line: 8 })], {
      file,
      header: { process: 'Shop', bundleId: 'com.acme.shop', device: `${user}’s iPhone`, fields: [] },
      exception: { type: 'EXC_CRASH', reason: `failed for com.acme.shop in /Users/${user}/code/x.db` },
    })
  const [first, second] = redact([make('a.ips', 'anna.k'), make('b.ips', 'bert.m')], { app: true }).reports
  if (!first || !second) throw new Error('two reports go in')
  const text = formatComparison(compareReports(first, second), first, second)
  expect(text).toContain('## ')
  expect(text).toContain('com.example.app1 in /Users/user1/')
  expect(text).toContain('com.example.app1 in /Users/user2/')
  expect(text).not.toMatch(/anna|bert|acme/)
})
