/** `symbolicate --fault` as a user runs it. `npm run build:cli` must have run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { faultReport, nullField } from '../support/fault-report.ts'

const folder = testFolder()

test('text has the instructions where they are asked for, JSON always', () => {
  const file = join(folder, 'Fault.ips')
  writeFileSync(file, faultReport(nullField))
  expect(unslide(['symbolicate', file]).out).not.toContain('Crash point')
  const { out } = unslide(['symbolicate', file, '--fault'])
  expect(out).toContain('> 0x104001000  000d40f9  ldr x0, [x8, #0x18]  the program stopped here')
  const json = JSON.parse(unslide(['symbolicate', file, '--format', 'json']).out) as {
    readonly reports: readonly { readonly fault: { readonly told: readonly { readonly code: string }[] } }[]
  }
  expect(json.reports[0]?.fault.told.map(({ code }) => code)).toEqual(['access', 'esr-says'])
})

test('registers alone are an answer; what is missing is told with the next step', () => {
  const file = join(folder, 'Trailmap.ips')
  const text = readFileSync(samplePath('Trailmap.ips'), 'utf8').replace('"instructionState"', '"unread"')
  writeFileSync(file, text)
  const given = ['--symbols', samplePath('Trailmap.dSYM.zip'), '--fault']
  const { status, err, out } = unslide(['symbolicate', file, ...given])
  expect(out).toContain('trackSamples')
  expect(out).toContain('Registers of thread')
  expect(err).toMatch(
    /^unslide: .*Trailmap\.ips: the registers are shown, but no instructions.* Give the program itself/m,
  )
  expect(status).toBe(0)
})

test('nothing of the machine is an answer of its own', () => {
  const file = join(folder, 'Bare.ips')
  const text = readFileSync(samplePath('Trailmap.ips'), 'utf8')
  writeFileSync(file, text.replace('"instructionState"', '"unread"').replaceAll('"threadState"', '"unread"'))
  const { status, err } = unslide(['symbolicate', file, '--symbols', samplePath('Trailmap.dSYM.zip'), '--fault'])
  expect(err).toMatch(/^unslide: .*Bare\.ips: there are neither registers nor instructions.* Give the program itself/m)
  expect(status).toBe(1)
})
