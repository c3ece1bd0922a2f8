/** Advice names no tool that the system of the report never had. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { hadTool } from '../../../src/core/explain/tools.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Report, ReportHeader } from '../../../src/core/model/report.ts'
import { app, buildReport, makeReport } from '../../support/report-builder.ts'

const of = (header: Partial<ReportHeader>, more: Partial<Report> = {}): Report =>
  makeReport({ ...more, header: { fields: [], ...header } })

/** Apple's own words on each: 10.7 was the first with a sanitizer's runtime, 10.9 the first that Swift's programs ran on. */
const systems = [
  ['10.3.9 (Build 7W98)', [false, false, false]],
  ['Mac OS X 10.4.11 (8S165)', [false, false, false]],
  ['Mac OS X 10.5.8 (9L31a)', [false, false, false]],
  ['Mac OS X 10.6.8 (10K549)', [false, true, false]],
  ['Mac OS X 10.8.2 (12C60)', [true, true, false]],
  ['Mac OS X Version 10.4.7 (Build 8J2135)', [false, false, false]],
  ['OS X 10.10 (14A389)', [true, true, true]],
  ['Mac OS X 10.15.7 (19H15)', [true, true, true]],
  ['macOS 26.0 (25A354)', [true, true, true]],
  ['iPhone OS 2.2.1 (5H11)', [false, false, false]],
  ['iPhone OS 3.1.3 (7E18)', [false, false, false]],
  ['iPhone OS 4.3.5 (8L1)', [false, true, false]],
  ['iOS 7.0.4 (11B554a)', [true, true, true]],
  ['iOS 10.3.3 (14G60)', [true, true, true]],
  ['iPhone OS 17.4 (21E219)', [true, true, true]],
  // The number alone is of iOS 10 as well, and other systems count in their own way.
  ['10.3.3 (14G60)', [true, true, true]],
  ['10.3.3', [true, true, true]],
  ['watchOS 2.0 (13S344)', [true, true, true]],
  ['Linux 5.4', [true, true, true]],
] as const

test.each(systems)('%s', (os, had) => {
  expect((['addressSanitizer', 'arc', 'swift'] as const).map((tool) => hadTool(of({ os }), tool))).toEqual(had)
})

test.each([
  [{ arch: 'ppc' }, false],
  [{ arch: 'PPC (Native)' }, false],
  [{ arch: 'i386' }, true],
  [{ arch: 'arm64', date: '2010-03-01 10:00:00 +0000' }, false],
  [{ arch: 'arm64', date: '2024-03-01 10:00:00 +0000' }, true],
  // A clock that lost its time says nothing.
  [{ arch: 'arm64', date: '2001-01-01 00:00:09 +0000' }, true],
  [{ arch: 'arm64', date: '1970-01-01 00:00:09 +0000' }, true],
  [{ date: 'yesterday' }, true],
  [{ bundleId: 'com.apple.springboard' }, false],
  [{ bundleId: 'com.apple.test.TillUITests-Runner' }, true],
  [{ bundleId: 'com.applepie.till' }, true],
  [{}, true],
] as const)('%o', (header, had) => {
  expect(hadTool(of(header), 'addressSanitizer')).toBe(had)
})

test('a program says what it was built for, where the report has no system', () => {
  const text = '$platform\n[1] "powerpc-apple-darwin6.8"\n'
  expect(hadTool(of({}, { text }), 'addressSanitizer')).toBe(false)
  expect(hadTool(of({ os: 'macOS 14.1 (23B74)' }, { text }), 'addressSanitizer')).toBe(true)
  expect(hadTool(of({}, { text: 'i386-apple-darwin9.8' }), 'addressSanitizer')).toBe(true)
})

const exceptions: readonly Partial<Report>[] = [
  { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' } },
  { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', address: runtimeAddress(0x1_2345_6789) } },
  { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', rawCodes: [13n, 0n] } },
  { exception: { type: 'EXC_BAD_ACCESS', rawCodes: [0x101n, 1n] } },
  { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' }, applicationInfo: ["*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '*** insertObject: object cannot be nil'"] },
  { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' }, applicationInfo: ['*** error for object 0x1: double free'] },
] // prettier-ignore

const modern = /Address Sanitizer|Swift|`unowned`|weak\b|#available|@MainActor|diffable/

test.each(exceptions)('old systems get no advice of later years: %o', (end) => {
  const frames = [app('Cart.total()')]
  const checks = (header: Partial<ReportHeader>): string =>
    explain(buildReport(frames, { ...end, images: [], header: { fields: [], ...header } }))
      .explanations.flatMap((one) => one.checks)
      .join('\n')
  expect(checks({ os: 'macOS 14.1 (23B74)', arch: 'x86_64' })).toMatch(modern)
  expect(checks({ os: 'Mac OS X 10.4.11 (8S165)', arch: 'ppc' })).not.toMatch(modern)
  expect(checks({ os: 'iPhone OS 2.2.1 (5H11)', arch: 'armv6' })).not.toMatch(modern)
})
