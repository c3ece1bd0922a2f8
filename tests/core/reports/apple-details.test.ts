/** Small shapes of Apple's reports: versions of images, images without names, threads that did not crash, Swift's JSON. */
import { expect, test } from 'vitest'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { formatParsed } from '../../../src/core/parsed.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { parseImageRow } from '../../../src/core/reports/text/apple-images.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { describe, parseFixture } from './fixture.ts'

const UUID = '2BF0E1C5-4CFF-3E6A-8B4C-1C1B2E3C4D5E'

function read(text: string, path = 'report.crash'): Report {
  const outcome = parseReport(path, new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value[0]
}

test.each([
  ['com.apple.Safari 4.0.3 (5531.9)', 'com.apple.Safari', '4.0.3 (5531.9)'],
  ['libSystem.B.dylib ??? (???)', 'libSystem.B.dylib', undefined],
  ['+com.adobe.acc ??? (1.0)', 'com.adobe.acc', '1.0'],
  ['Google Chrome Framework 94.0.4606.61 (4606.61)', 'Google Chrome Framework', '94.0.4606.61 (4606.61)'],
  ['+Adobe Photoshop 2021 (22.1.0 - 22.1.0)', 'Adobe Photoshop 2021', '22.1.0 - 22.1.0'],
  ['libx.dylib 1.2.3', 'libx.dylib', '1.2.3'],
  ['Shop (Beta) (1.2 (3))', 'Shop (Beta)', '1.2 (3)'],
  ['com.app.x (1.0 - 1) arm64', 'com.app.x', '1.0 - 1'],
  ['Shop (Beta) arm64', 'Shop (Beta)', undefined],
  ['Foo (*)', 'Foo', undefined],
])('the name and version of %s', (label, name, version) => {
  expect(parseImageRow(`0x104000000 - 0x104ffffff ${label} <${UUID}>`)).toMatchObject({ name, uuid: UUID })
  expect(parseImageRow(`0x104000000 - 0x104ffffff ${label} <${UUID}>`)?.version).toBe(version)
})

test.each([
  ['??? ??? (Build ???)', undefined],
  ['???', undefined],
  ['macOS 14.4 (Build 23E214)', 'macOS 14.4 (Build 23E214)'],
  ['??? ??? (Build 23E214)', '??? ??? (Build 23E214)'],
])('the system of `OS Version: %s`', (stated, os) => {
  const text = `Date/Time:        2026-01-02 03:04:05
OS Version:       ${stated}
Data Source:      Stackshots

Process:          swd [373]

  Thread 0x9bd    1 sample (1)    priority 4
  1  start + 1 (libdyld.dylib + 109769) [0x7fff68d69cc9] 1
`
  const { header } = read(text, 'wake.diag')
  expect(header.os).toBe(os)
  // The details keep these values.
  expect(header.fields).toContainEqual(['OS Version', stated])
})

test('a version behind the UUID is no part of the path', () => {
  expect(parseImageRow(`0x1000 - 0x2fff Shop <${UUID}> (1.0 - 1) /a/Shop`)).toMatchObject({
    version: '1.0 - 1',
    path: '/a/Shop',
  })
})

test('an image without a name has a UUID, so it covers its addresses; one without a UUID covers nothing', () => {
  const text = (uuid: string) => `Process: Shop [1]
Triggered by Thread:  0

Thread 0 Crashed:
0   ???                           \t0x0000000104000100 0x104000000 + 256

Binary Images:
0x104000000 - 0x104ffffff ??? (*) <${uuid}> ???
`
  const [named, nameless] = [read(text(UUID)), read(text('00000000-0000-0000-0000-000000000000'))]
  expect(named.threads[0]?.frames[0]).toMatchObject({ image: 0, offset: 256 })
  expect(nameless.threads[0]?.frames[0]?.image).toBeUndefined()
})

test('the UUID of the first line is the UUID of the program', () => {
  const body = {
    procName: 'Shop',
    procPath: '/var/Shop.app/Shop',
    faultingThread: 0,
    threads: [{ triggered: true, frames: [{ imageIndex: 0, imageOffset: 256 }] }],
    usedImages: [{ source: 'P', base: 4294967296, size: 65536, name: 'Shop', path: '/var/Shop.app/Shop' }],
  }
  const line = { app_name: 'Shop', bug_type: '309', slice_uuid: UUID.toLowerCase() }
  const report = read(`${JSON.stringify(line)}\n${JSON.stringify(body)}`, 'shop.ips')
  expect(report.images[0]?.uuid).toBe(UUID)
})

test.each([
  ['Thread 2 Attributed:', ''],
  ['Thread 2:', 'Highlighted Thread:  2\n'],
  ['Thread 2 Crashed:', 'Exception Note:  SIMULATED (this is NOT a crash)\n'],
])('%s of a report without a crash is not told as crashed', (head, field) => {
  const report = read(`Process: Shop [1]
${field}
${head}
0   Shop                          \t0x0000000104000100 0x104000000 + 256
`)
  expect(report.threads[0]).toMatchObject({ crashed: true, attributed: true })
  const [json] = formatParsed([report]) as unknown as { threads: { crashed: boolean; attributed?: boolean }[] }[]
  expect(json?.threads[0]).toMatchObject({ crashed: false, attributed: true })
})

test("Swift's own backtrace as JSON", () => {
  const [report] = parseFixture('swift-backtrace-json/crash.json')
  expect(report!.header).toMatchObject({ process: 'Harbor', os: 'macOS 26.1 (25B64)', arch: 'arm64' })
  expect(report!.exception).toMatchObject({ reason: 'Bad pointer dereference', address: 4n })
  expect(report!.threads[0]).toMatchObject({ name: 'main', crashed: true })
  expect(report!.threads[0]!.frames.map((frame) => describe(report!, frame))).toEqual([
    'exact inlined Harbor+0x4100 crash()+8 /src/Crash.swift:7',
    'exact Harbor+0x4100 dock()+40 /src/Dock.swift:19',
    'return Harbor+0x4210',
    'async Harbor+0x4300 $s6Harbor4mainyyYaFTQ1_+0',
    'return dyld+0x8d54 start+7184',
  ])
  expect(report!.threads[0]!.registers?.[0]).toEqual({ name: 'x0', value: 0xfffffffffffffff0n })
  expect(report!.images[0]).toMatchObject({ uuid: '6FDBB104-C032-3011-89BA-E26D5506E11A', size: 0x10000 })
  expect(report!.sections[0]).toMatchObject({
    rows: [
      ['0', '2', 'omittedFrames: 93'],
      ['0', '4', 'truncated'],
    ],
  })
})

test('JSON carries every field, section and register of every thread', () => {
  const [report] = parseFixture('swift-backtrace-json/crash.json')
  const symbolicated = { report: report!, resolutions: [], images: [], explanations: [] }
  const recovered = [
    {
      after: 2,
      address: 0x104334220n as never,
      image: 0,
      resolution: { kind: 'no-symbols' as const, reason: 'none' },
      reason: 'the link register holds it',
    },
  ]
  const json = JSON.parse(jsonExporter.write([{ ...symbolicated, recovered }])) as { reports: unknown[] }
  expect(json.reports[0]).toMatchObject({
    fields: expect.arrayContaining([{ key: 'omittedThreads', value: '3' }]) as unknown,
    sections: expect.arrayContaining([expect.objectContaining({ title: 'capturedMemory' })]) as unknown,
    threads: [
      {
        registers: { x0: '0xfffffffffffffff0', pc: '0x104334100' },
        frames: expect.arrayContaining([
          expect.objectContaining({
            address: '0x104334210',
            recoveredCallers: [expect.objectContaining({ address: '0x104334220', image: 'Harbor' })],
          }),
        ]) as unknown,
      },
    ],
  })
})

test('packages behind images of a jailbroken device are a table of their own', () => {
  const report = read(`Incident Identifier: 3E1B2C4D-0000-4000-8000-000000000001
Process:             Harbor [71]
Exception Type:  EXC_CRASH (SIGABRT)
Thread 0 Crashed:
0   Tweak.dylib   0x0000000101a8c010 0x101a8c000 + 16

Binary Images:
0x101a8c000 - 0x101a8ffff + Tweak.dylib arm64  <d65d6fab440739a9ba60e60cbe5d4ef1> /Library/Tweaks/Tweak.dylib {"name":"Night Mode","identifier":"net.maker.night","version":"1.2-3","install_date":"2015-06-22 22:42:13 +0200"}
`)
  expect(report.images[0]).toMatchObject({ version: '1.2-3', bundleId: 'net.maker.night' })
  expect(report.sections).toContainEqual({
    kind: 'table',
    title: 'Packages',
    columns: ['image', 'name', 'identifier', 'version', 'install_date'],
    rows: [['Tweak.dylib', 'Night Mode', 'net.maker.night', '1.2-3', '2015-06-22 22:42:13 +0200']],
  })
})

test.each(['0x0', '0x0000000000000000'])('a row of all memory, from %s on, is no place of an image', (first) => {
  const row = (end: string) => parseImageRow(`${first} - ${end} ??? (*) <00000000-0000-0000-0000-000000000000> ???`)
  for (const end of ['0xffffffffffffffff', '0xffffffff']) {
    expect(row(end)).toMatchObject({ name: '???' })
    expect(row(end)).not.toHaveProperty('loadAddress')
    expect(row(end)).not.toHaveProperty('size')
  }
})

test('an image at 0 with an end that can be is kept', () => {
  expect(parseImageRow(`0x0 - 0x7fff Kit arm64 <${UUID}> /usr/lib/Kit`)).toMatchObject({
    loadAddress: 0n,
    size: 0x8000,
  })
})
