/** Tools at the very versions and years in which they came, each way to print a system, and code of other languages. */
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import { hadTool, isOfOtherLanguage } from '../../../src/core/explain/tools.ts'
import type { ReportHeader } from '../../../src/core/model/report.ts'
import { app, buildReport, makeReport, system, type FrameParts } from '../../support/report-builder.ts'

type Tool = Parameters<typeof hadTool>[1]
const had = (header: Partial<ReportHeader>, tool: Tool, text = ''): boolean =>
  hadTool(makeReport({ text, header: { fields: [], ...header } }), tool)

/** The first macOS and iOS, and the year, of each tool: from the release notes of Xcode. */
const first = [
  ['addressSanitizer', '10.7', '10.6.9', '7.0', '6.9', 2012],
  ['arc', '10.6', '10.5.9', '4.0', '3.9', 2011],
  ['swift', '10.9', '10.8.9', '7.0', '6.9', 2014],
  ['diffableDataSource', '10.15', '10.14.9', '13.0', '12.9', 2019],
] as const

describe.each(first)('%s', (tool, mac, olderMac, ios, olderIos, year) => {
  test.each(['macOS', 'MacOS', 'mac OS', 'OS X', 'Mac OS X', 'mac os x'])('%s', (name) => {
    for (const form of [(v: string) => `${name} ${v}`, (v: string) => `${name} Version ${v} (Build 7W98)`]) {
      expect(had({ os: form(mac) }, tool)).toBe(true)
      expect(had({ os: form(olderMac) }, tool)).toBe(false)
      expect(had({ os: form('11') }, tool)).toBe(true)
      expect(had({ os: form('9') }, tool)).toBe(false)
      expect(had({ os: `My ${form(olderMac)}` }, tool)).toBe(true)
    }
    expect(had({ os: `${name} Server ${olderMac}` }, tool)).toBe(true)
  })

  test.each(['iPhone OS', 'iOS', 'iPadOS'])('%s', (name) => {
    expect(had({ os: `${name} ${ios} (11A465)` }, tool)).toBe(true)
    expect(had({ os: `${name} ${olderIos}` }, tool)).toBe(false)
    expect(had({ os: `${name} 3` }, tool)).toBe(false)
    expect(had({ os: `${name} 14` }, tool)).toBe(true)
    expect(had({ os: `My ${name} ${olderIos}` }, tool)).toBe(true)
    expect(had({ os: `${name}s ${olderIos}` }, tool)).toBe(true)
  })

  test('years', () => {
    expect(had({ date: `${year}-01-01 00:00:00` }, tool)).toBe(true)
    expect(had({ date: `${year - 1}-12-31 00:00:00` }, tool)).toBe(false)
    expect(had({ date: '2002-01-01' }, tool)).toBe(false)
    expect(had({ date: '2001-12-31' }, tool)).toBe(true)
    expect(had({ date: `${year - 1}/12/31` }, tool)).toBe(true)
    expect(had({ date: `1${year - 1}-12-31` }, tool)).toBe(true)
    expect(had({ date: `on ${year - 1}-12-31` }, tool)).toBe(true)
    expect(had({ os: `macOS ${mac}`, date: `${year - 1}-12-31` }, tool)).toBe(false)
  })
})

test('a number alone is of Mac OS X where its build counts as Darwin does', () => {
  expect(had({ os: '10.3.9 (7W98)' }, 'swift')).toBe(false)
  expect(had({ os: '10.3.9 (Build 7W98)' }, 'swift')).toBe(false)
  expect(had({ os: '10.8 (12C60)' }, 'swift')).toBe(false)
  expect(had({ os: '10.9.5 (13F34)' }, 'swift')).toBe(true)
  for (const os of ['10.8 (14G60)', '10.8 (11A1)', '10.8 (C60)', '10.8 (12)', '10.8', '9.8 (12C60)', '11.8 (12C60)'])
    expect(had({ os }, 'swift'), os).toBe(true)
})

test.each(['/System/Library/x', '/usr/libexec/x', '/usr/sbin/x'])('nobody builds %s with a sanitizer', (path) => {
  expect(had({ path }, 'addressSanitizer')).toBe(false)
  expect(had({ path }, 'swift')).toBe(true)
  expect(had({ path: `/opt${path}` }, 'addressSanitizer')).toBe(true)
})

test('programs outside of the folders of the system', () => {
  for (const path of ['/usr/bin/x', '/usr/libexecs/x', '/Systems/x', '/System', undefined])
    expect(had(path === undefined ? {} : { path }, 'addressSanitizer'), path).toBe(true)
})

test.each([
  ['ppc', false],
  ['ppc7400', false],
  ['PowerPC', false],
  ['x-ppc', true],
  ['i386', true],
])('the processor %s', (arch, hasIt) => {
  expect(had({ arch }, 'arc')).toBe(hasIt)
  const image = { index: 0, name: 'Shop', arch }
  expect(hadTool(makeReport({ header: { fields: [] }, images: [image] }), 'arc')).toBe(hasIt)
})

test('the words of a program on its processor', () => {
  for (const word of ['powerpc-apple-darwin8.10', 'powerpc64-apple-darwin9', `${' '.repeat(19_900)}powerpc-apple-darwin8`])
    expect(had({}, 'arc', `built for ${word}`)).toBe(false)
  for (const word of ['powerpc-apple-darwin', 'xpowerpc-apple-darwin8', 'powerpc32-apple-darwin8', `${' '.repeat(20_000)}powerpc-apple-darwin8`])
    expect(had({}, 'arc', `built for ${word}`)).toBe(true)
  expect(had({ arch: 'i386' }, 'arc', 'powerpc-apple-darwin8')).toBe(true)
}) // prettier-ignore

const isOther = (...frames: readonly FrameParts[]): boolean =>
  isOfOtherLanguage(factsOf(buildReport(frames, { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } })))
const inFile = (file: string): FrameParts => app({ function: 'total', file, line: 7 })

describe('code of another language', () => {
  test.each([
    ...['_ZN4Till5countEv', '__ZN4Till5countEv', 'Till::count(int)', 'std::vector<int, x>::push(int)', 'Till::~Till()'].map((name) => [name, true]),
    ...['___ZN4Till5countEv', 'my_ZN4Till', 'Till::count', '::count(int)', 'total', '-[Till::x count(]', '$s4Till5count'].map((name) => [name, false]),
  ] as [string, boolean][])('the function %s: %s', (name, isCpp) => {
    expect(isOther(app(name))).toBe(isCpp)
    expect(isOther(system('open'), app(name))).toBe(isCpp)
    expect(isOther(system(name), app('total'))).toBe(false)
    expect(isOther(system(name))).toBe(false)
  }) // prettier-ignore

  test.each([
    ...['cc', 'cpp', 'cxx', 'c++', 'hh', 'hpp', 'CPP'].map((end) => [`src/till.${end}`, true]),
    ...['src/till.c', 'src/till.m', 'src/till.swift', 'src/tillcc', 'src/till.cc.m', 'src/till.ccx'].map((file) => [file, false]),
    ['src/till.rs', true],
    ['src/till.zig', true],
  ] as [string, boolean][])('the file %s: %s', (file, isCpp) => {
    expect(isOther(inFile(file))).toBe(isCpp)
    expect(isOther(inFile('src/other.m'), inFile(file))).toBe(false)
  }) // prettier-ignore

  test('without own code any frame of a runtime counts, and C++ of the system does not', () => {
    expect(isOther(system('open'), system({ function: 'run', file: 'src/till.rs', line: 7 }))).toBe(true)
    expect(isOther(system('open'), system({ function: 'run', file: 'src/till.cc', line: 7 }))).toBe(false)
  })
})
