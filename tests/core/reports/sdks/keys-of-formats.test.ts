/** JSON of SDKs is known by its keys: each set that is enough, each key that is missing, and keys that only others have. */
import { describe, expect, test } from 'vitest'
import type { ReportFormat } from '../../../../src/core/reports/base/format.ts'
import { appCenterFormat } from '../../../../src/core/reports/sdks/appcenter-log.ts'
import { bugsnagFormat } from '../../../../src/core/reports/sdks/bugsnag-event.ts'
import { clsrecordFormat } from '../../../../src/core/reports/sdks/clsrecord.ts'
import { datadogFormat } from '../../../../src/core/reports/sdks/datadog-event.ts'
import { kscrashFormat } from '../../../../src/core/reports/sdks/kscrash.ts'
import { measureFormat } from '../../../../src/core/reports/sdks/measure-event.ts'
import { newRelicFormat } from '../../../../src/core/reports/sdks/newrelic-event.ts'
import { raygunFormat } from '../../../../src/core/reports/sdks/raygun-event.ts'
import { sentryFormat } from '../../../../src/core/reports/sdks/sentry-event.ts'
import { umengFormat } from '../../../../src/core/reports/sdks/umeng.ts'
import { claims } from '../../../support/claims.ts'

interface Keys {
  readonly format: ReportFormat
  /** Sets of keys of which one is enough. */
  readonly enough: readonly string[]
  /** Keys that only other formats have. */
  readonly others?: string
  /** Sets that are not enough. */
  readonly few?: readonly string[]
}

const formats: readonly Keys[] = [
  {
    format: kscrashFormat,
    enough: [
      ...['binary_images image_addr', 'binary_images crash', 'recrash_report', 'report_version_major'],
      ...['contents instruction_addr object_addr', 'crash error report', 'crash error crash_id'],
    ],
    others: 'bug_type usedImages debug_meta event_id',
    few: ['error report crash_id', 'image_addr crash', 'contents object_addr crash error'],
  },
  {
    format: sentryFormat,
    enough: [
      ...['debug_meta', 'frames instruction_addr', 'stacktrace frames values', 'stacktrace frames event_id'],
      'stacktrace instruction_addr',
    ],
    others: 'machoLoadAddress binary_images usedImages',
    few: ['frames instruction_addr object_addr', 'frames values event_id', 'stacktrace values event_id'],
  },
  { format: bugsnagFormat, enough: ['machoLoadAddress', 'frameAddress', 'exceptions errorClass'] },
  { format: appCenterFormat, enough: ['osExceptionType', 'binaries startAddress endAddress'] },
  {
    format: datadogFormat,
    enough: ['error stack max_address is_system', 'error stack _dd source_type'],
    few: ['error stack max_address _dd', 'error stack is_system source_type'],
  },
  { format: measureFormat, enough: ['binary_name binary_address frame_index'] },
  {
    format: newRelicFormat,
    enough: ['symbolStartAddr', 'imageUuid typeEncoding', 'signalInfo faultAddress'],
    few: ['imageUuid signalInfo', 'typeEncoding faultAddress'],
  },
  { format: raygunFormat, enough: ['stackFrames programCounter'] },
]

const write = (keys: readonly string[]): string => JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1])))

describe.each(formats)('$format.label', ({ format, enough, few = [] }) => {
  const sets = enough.map((keys) => keys.split(' '))
  test('each set is enough, at any depth, at the beginning alone', () => {
    for (const set of sets) {
      const text = write(set)
      for (const whole of [text, ` \n[{"a":[${text}]}]`, text.slice(0, -1)]) expect(claims(format, whole)).toBe(true)
      expect(claims(format, `x${text}`)).toBe(false)
    }
  })
  test('without one key it is not', () => {
    for (const set of sets)
      for (const missing of set) {
        const rest = set.filter((key) => key !== missing)
        const isOther = sets.some((other) => other.every((key) => rest.includes(key)))
        expect([rest, claims(format, write(rest))]).toEqual([rest, isOther])
      }
    for (const keys of few) expect([keys, claims(format, write(keys.split(' ')))]).toEqual([keys, false])
  })
})

test.each(formats.filter(({ others }) => others !== undefined))('$format.label: nor a set with a key of another format', (one) => {
  const { format, enough, others = '' } = one
  for (const keys of enough)
    for (const other of others.split(' ')) expect(claims(format, write([...keys.split(' '), other]))).toBe(false)
}) // prettier-ignore

test('Sentry: frames of KSCrash count in a stack of Sentry alone', () => {
  expect(claims(sentryFormat, write(['frames', 'instruction_addr', 'object_addr', 'stacktrace']))).toBe(true)
})

describe('a record of Crashlytics', () => {
  const names = [
    ...['load', 'unload', 'signal', 'mach_exception', 'exception', 'threads', 'thread_names', 'dispatch_queue_names'],
    ...['runtime', 'process_stats', 'storage', 'identity', 'host', 'application', 'executable'],
  ]
  const error = '{"error":{"domain":1,"stacktrace":[]}}'
  test.each([
    ...names.flatMap((name) => [`{"${name}":{}}`, ` \ufeff{"${name}": \t[]}\n{"other":1}`]),
    ...[error, `${error}\nx`, '{"load":{"a":"b'],
  ])('%j', (text) => {
    expect(claims(clsrecordFormat, text)).toBe(true)
  })
  test.each([
    ...['{"other":{}}', '{"load":1}', 'x{"load":{}}', '[{"load":{}}]', '{"load":{},"host":{}}', '\n{"load":{}}', ''],
    ...['{"error":{"domain":1}}', '{"error":{"stacktrace":1}}', '{"error":[]}', '{"loads":{}}', '{ "load":{}}'],
  ])('not %j', (text) => {
    expect(claims(clsrecordFormat, text)).toBe(false)
  })
})

test.each([
  ['dSYM UUID: A\nSlide Address: 1', true],
  ['Base Address: 1\ndSYM UUID: A', true],
  ['dSYM UUID: A\nBinary Address: 1', false],
  ['UUID: A\nSlide Address: 1', false],
  ['dSYM UUID: A', false],
  ['Base Address: 1', false],
])('Umeng: %j is %s', (text, expected) => {
  expect(claims(umengFormat, text)).toBe(expected)
})
