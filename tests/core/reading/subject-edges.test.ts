/** The subject of a report and its place in a group: each fact that the header has, and none that it lacks. */
import { describe, expect, test } from 'vitest'
import type { ReportHeader } from '../../../src/core/model/report.ts'
import type { ReportFacts } from '../../../src/core/reading/groups.ts'
import { factsOf, groupReports } from '../../../src/core/reading/groups.ts'
import {
  deviceText,
  datePart,
  devicePart,
  isTranslated,
  subjectOf,
  subjectParts,
} from '../../../src/core/reading/subject.ts'
import { app, buildReport, makeReport } from '../../support/report-builder.ts'
import { without } from '../../support/without.ts'

const whole = {
  process: 'Shop',
  version: '4.2 (1180)',
  device: 'iPhone15,2',
  os: 'iOS 19.1',
  arch: 'arm64',
  date: '2026-01-02 03:04:05',
  launched: '2026-01-02 03:03:05',
  fields: [],
}
const subject = (header: Partial<ReportHeader>) =>
  subjectOf({ report: makeReport({ header: { fields: [], ...header } }) })

describe('the subject', () => {
  test('every fact, in its order', () => {
    expect(subject(whole)).toEqual([
      'Shop 4.2 (1180)',
      'iPhone 14 Pro (iPhone15,2)',
      'iOS 19.1',
      'arm64',
      '2026-01-02 03:04:05',
      '1 min after launch',
    ])
    expect(subjectParts({ report: makeReport({ header: whole }) }).map(({ text }) => text)).toEqual([
      'Shop 4.2 (1180)',
      'iPhone 14 Pro',
      'iOS 19.1',
      'arm64',
      'Jan 2, 2026, 3:04:05 AM',
      '1 min after launch',
    ])
  })

  test.each([
    ['process', 'version 4.2 (1180)'],
    ['version', 'Shop'],
  ])('without %s the program is %s', (key, first) => {
    const rest = without(whole, key as 'process')
    expect(subject(rest)[0]).toBe(first)
  })

  test.each([
    ['device', 'iPhone'],
    ['os', 'iOS'],
    ['arch', 'arm64'],
    ['date', '2026'],
    ['launched', 'after launch'],
  ])('without %s nothing says %s', (key, word) => {
    const rest = without(whole, key as 'device')
    expect(subject(whole).filter((text) => text.includes(word)).length).toBeGreaterThan(0)
    expect(subject(rest).filter((text) => text.includes(word))).toEqual([])
  })

  test('nothing at all, and versions that are none', () => {
    expect(subject({})).toEqual([])
    expect(subject({ process: 'Shop', version: '??? (???)' })).toEqual(['Shop'])
    expect(subject({ os: '??? ??? (Build ???)' })).toEqual([])
  })

  test('a device without a name is its identifier, a date that is no moment stays', () => {
    expect(devicePart('Fridge1,1')).toEqual({ text: 'Fridge1,1', whole: 'Fridge1,1' })
    expect(deviceText('Fridge1,1')).toBe('Fridge1,1')
    expect(deviceText('iPhone15,2')).toBe('iPhone 14 Pro (iPhone15,2)')
    expect(datePart('last week')).toEqual({ text: 'last week' })
    expect(datePart('2026-01-02 03:04:05.678 +0100')).toEqual({
      text: 'Jan 2, 2026, 3:04:05 AM',
      whole: '2026-01-02 03:04:05.678 +0100',
    })
  })

  test.each([
    [{ path: '/Users/x/Library/Developer/CoreSimulator/Devices/A/Shop' }, ['in a simulator']],
    [{ parent: 'launchd_sim [9]' }, ['in a simulator']],
    [{ parent: 'launchd_simple [9]' }, []],
    [{ path: '/Applications/Shop', parent: 'launchd [1]' }, []],
    [{ fields: [['Code Type', 'X86-64 (Translated)']] }, ['translated by Rosetta']],
    [{ fields: [['Code Type', 'X86-64 (Native)']] }, []],
    [{ fields: [['translated', 'true']] }, ['translated by Rosetta']],
    [{ fields: [['translated', 'false']] }, []],
    [{ fields: [['Code Types', 'X86-64 (Translated)']] }, []],
    [{ parent: 'launchd_sim', fields: [['translated', 'true']] }, ['in a simulator', 'translated by Rosetta']],
  ] as const)('%j ran so: %j', (header, words) => {
    expect(subject(header)).toEqual(words)
    const { fields = [] } = header as { fields?: readonly (readonly [string, string])[] }
    expect(isTranslated({ fields })).toBe((words as readonly string[]).includes('translated by Rosetta'))
  })
})

describe('groups', () => {
  const facts = (parts: Partial<ReportFacts>): { readonly facts: ReportFacts } => ({
    facts: { title: '', grade: 'proved', isCrash: true, function: '', location: '', named: 0, ...parts },
  })

  test('by signature, the largest first, the best example first, the first one kept', () => {
    const a1 = facts({ signature: 'a', named: 1, version: '1', os: 'x', device: 'p' })
    const b1 = facts({ signature: 'b', named: 5, version: '1' })
    const b2 = facts({ signature: 'b', named: 9, version: '2', os: 'y', device: 'q' })
    const b3 = facts({ signature: 'b', named: 9, version: '2', os: 'x', device: 'q' })
    const [none, other] = [facts({}), facts({})]
    const groups = groupReports([a1, none, b1, b2, b3, other])
    expect(groups.map(({ first, reports }) => [first, reports])).toEqual([
      [b1, [b2, b3, b1]],
      [a1, [a1]],
      [none, [none]],
      [other, [other]],
    ])
    const [largest] = groups
    expect(largest!.versions).toEqual([
      { value: '2', count: 2 },
      { value: '1', count: 1 },
    ])
    expect(largest!.systems).toEqual([
      { value: 'y', count: 1 },
      { value: 'x', count: 1 },
    ])
    expect(largest!.devices).toEqual([{ value: 'q', count: 2 }])
    expect(groupReports([])).toEqual([])
  })

  test('the facts of a report: all that it has, and nothing that it lacks', () => {
    const full = buildReport([app({ function: 'save', file: '/a/Cart.m', line: 7 }), app('main')], {
      header: whole,
      exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' },
    })
    expect(factsOf(full)).toEqual({
      signature: 'Shop\nEXC_BAD_ACCESS\nShop save',
      title: 'Invalid memory access',
      grade: 'proved',
      isCrash: true,
      process: 'Shop',
      function: 'save',
      location: 'Cart.m:7',
      version: '4.2 (1180)',
      os: 'iOS 19.1',
      device: 'iPhone15,2',
      date: '2026-01-02 03:04:05',
      named: 2,
    })
    const bare = buildReport([], { header: { fields: [] } })
    expect(factsOf({ ...bare, report: makeReport({ threads: [], label: 'Log' }) })).toEqual({
      title: 'Log',
      grade: 'proved',
      isCrash: false,
      function: '',
      location: '',
      named: 0,
    })
  })
})
