/** Each field of a header belongs to one part of the details. */
import { expect, test } from 'vitest'
import { groupedFields } from '../../../src/core/reading/field-groups.ts'
import { shownFields } from '../../../src/core/reading/readable.ts'

const header = (fields: readonly (readonly [string, string])[]) => shownFields({ header: { fields }, sections: [] })

/** Written by hand: keys of .ips and .crash files and the group that a reader expects. */
const expected = {
  app: ['bundleID', 'app_version', 'Identifier', 'AppStoreTools', 'storeInfo.thirdParty', 'Beta', 'codeSigningTeamID'],
  end: [
    'exception.type',
    'Exception Codes',
    'termination.namespace',
    'Terminating Process',
    'Triggered by Thread',
    'faultingThread',
    'ktriageinfo',
  ],
  process: [
    'pid',
    'procPath',
    'Parent Process',
    'coalitionName',
    'Code Type',
    'Responsible',
    'translated',
    'sharedCache.base',
    'User ID',
  ],
  system: [
    'OS Version',
    'os_version',
    'Hardware Model',
    'modelCode',
    'platform',
    'sip',
    'uptime',
    'Baseband Version',
    'Boot arguments',
    'Processors',
    'wasUnlockedSinceBoot',
    'Time Since Wake',
  ],
  report: [
    'Incident Identifier',
    'CrashReporter Key',
    'bug_type',
    'Date/Time',
    'captureTime',
    'Report Version',
    'logWritingSignature',
    'Anonymous UUID',
  ],
  more: ['Hello', 'shopping_cart', '', '__proto__', 'constructor'],
} as const

test('each key is in the group that a reader expects', () => {
  const keys = Object.entries(expected).flatMap(([group, list]) => list.map((key) => [key, group] as const))
  const groups = groupedFields(header(keys.map(([key], at) => [key, `value ${at}`])))
  expect(groups.flatMap(({ group, fields }) => fields.map(({ key }) => [key, group]))).toEqual(
    Object.entries(expected).flatMap(([group, list]) => list.map((key) => [key, group])),
  )
})

test('the version of the form is of the report, that of the program of the app', () => {
  const others = Array.from({ length: 12 }, (_, at): [string, string] => [`other${at}`, 'x'])
  const groups = groupedFields(header([['version', '2'], ['Version', '2.3.1 (412)'], ...others]))
  expect(groups.map(({ group, fields }) => [group, fields.length])).toEqual([
    ['app', 1],
    ['report', 1],
    ['more', 12],
  ])
})

test('no field is lost or comes twice, and a short header is one list', () => {
  const fields = header(
    Object.values(expected)
      .flat()
      .map((key, at) => [key, String(at)]),
  )
  const all = groupedFields(fields).flatMap((group) => group.fields)
  expect(new Set(all.map(({ at }) => at)).size).toBe(fields.length)
  expect(all.length).toBe(fields.length)
  expect(
    groupedFields(
      header([
        ['pid', '1'],
        ['OS Version', 'x'],
      ]),
    ).map(({ group }) => group),
  ).toEqual(['more'])
  expect(groupedFields([])).toEqual([])
})
