/** `symbolicate --fault` as a user runs it. `npm run build:cli` must have run. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { faultReport, nullField } from '../support/fault-report.ts'

const folder = testFolder()

test('text has the instructions where they are asked for, JSON always', () => {
  const file = join(folder, 'Fault.ips')
  writeFileSync(file, faultReport(nullField))
  expect(unslide(['symbolicate', file]).out).not.toContain('At the fault')
  const { out } = unslide(['symbolicate', file, '--fault'])
  expect(out).toContain('> 0x104001000  000d40f9  ldr x0, [x8, #0x18]  the program stopped here')
  const json = JSON.parse(unslide(['symbolicate', file, '--format', 'json']).out) as {
    readonly reports: readonly { readonly fault: { readonly told: readonly { readonly code: string }[] } }[]
  }
  expect(json.reports[0]?.fault.told.map(({ code }) => code)).toEqual(['access', 'esr-says'])
})

test('what is asked for and cannot be shown is told, with the next step', () => {
  const { status, err, out } = unslide([
    'symbolicate',
    samplePath('Trailmap.ips'),
    '--symbols',
    samplePath('Trailmap.dSYM.zip'),
    '--fault',
  ])
  expect(out).toContain('trackSamples')
  expect(err).toMatch(
    /^unslide: .*Trailmap\.ips: there are no instructions at a fault to show.* Give the program itself/m,
  )
  expect(status).toBe(1)
})
