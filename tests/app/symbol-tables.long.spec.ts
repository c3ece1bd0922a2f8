/** Symbols of other kinds, dropped with a report: hidden names and their map, GSYM, a link map beside its stripped binary. */
import { writeFileSync } from 'node:fs'
import { buildGsym, sampleGsym } from '../support/gsym-builder.ts'
import { buildMachO, codeSection } from '../support/macho-builder.ts'
import { expect, test } from './app-page.ts'

const UUID = sampleGsym.uuid
const BASE = 0x1_0400_0000

const report = (offsets: readonly number[]): string =>
  [
    JSON.stringify({ app_name: 'App', bug_type: '309', os_version: 'iPhone OS 17.4 (21E219)' }),
    JSON.stringify({
      procName: 'App',
      cpuType: 'ARM-64',
      faultingThread: 0,
      exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' },
      threads: [{ triggered: true, frames: offsets.map((imageOffset) => ({ imageOffset, imageIndex: 0 })) }],
      usedImages: [
        { source: 'P', arch: 'arm64', base: BASE, size: 0x4000, uuid: UUID, path: '/App.app/App', name: 'App' },
      ],
    }),
  ].join('\n')

const starts = Array.from({ length: 10 }, (_, at) => 0x1000 + at * 16)
const binary = (symbols: readonly string[]): Uint8Array =>
  buildMachO({
    uuid: UUID,
    cpuType: 0x0100000c,
    sections: [codeSection(0x100)],
    functionStarts: starts,
    symbols: symbols.map((name, at) => ({ name, address: 0x1_0000_1000n + BigInt(at * 16), section: 1 })),
  })

test('hidden names are those of a map that is dropped later; the inspector describes the map', async ({
  app,
  page,
}, info) => {
  const at = (name: string, content: string | Uint8Array): string => {
    const path = info.outputPath(name)
    writeFileSync(path, content)
    return path
  }
  const map = at(`${UUID}.bcsymbolmap`, 'BCSymbolMap Version: 2.0\n-[Shelf tidy]\n_main\n')
  await app.open()
  await app.drop(at('App.ips', report([0x1004, 0x1014])), at('App', binary(['__hidden#0_', '__hidden#1_'])))
  await expect(app.frame(0)).toContainText('unnamed function')
  await app.drop(map)
  await expect(app.frame(0)).toContainText('-[Shelf tidy]')
  await expect(app.frame(1)).toContainText('main')
  await page.goto('./#/tools/inspect')
  await page.getByLabel('Files to inspect').setInputFiles(map)
  await expect(page.getByText(`2 names that a build has hidden, of the image with UUID ${UUID}`)).toBeVisible()
})

test('a GSYM file names frames with inlined calls and lines', async ({ app }, info) => {
  const [log, gsym] = [info.outputPath('App.ips'), info.outputPath('App.gsym')]
  writeFileSync(log, report([0x31, 0x24]))
  writeFileSync(gsym, buildGsym(sampleGsym))
  await app.open()
  await app.drop(gsym, log)
  await expect(app.frame(0)).toContainText('inner')
  await expect(app.frame(0)).toContainText('b.h:3')
})

test('a link map names a stripped binary whose functions begin where it says', async ({ app }, info) => {
  const [log, program, map] = ['App.ips', 'App', 'App-LinkMap.txt'].map((name) => info.outputPath(name))
  if (!log || !program || !map) throw new Error('no paths')
  const rows = starts.map((start, at) => `0x10000${start.toString(16)}\t0x00000010\t[  1] _function${at}`)
  const heads = ['# Path: /build/App', '# Arch: arm64', '# Object files:', '[  1] main.o', '# Sections:']
  const sections = ['# Address\tSize\tSegment\tSection', '0x100001000\t0x00000100\t__TEXT\t__text', '# Symbols:']
  writeFileSync(log, report([0x1004, 0x1034]))
  writeFileSync(program, binary([]))
  writeFileSync(map, [...heads, ...sections, ...rows, ''].join('\n'))
  await app.open()
  await app.drop(log, program, map)
  await expect(app.frame(0)).toContainText('function0')
  await expect(app.frame(1)).toContainText('function3')
})
