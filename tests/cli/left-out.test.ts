/** A caller that the report leaves out is in every format that the built command line writes. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { leftOutReport } from '../support/left-out.ts'
import { samplePath } from '../support/sample.ts'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))

test.each([
  ['original', /"recoveredCallers":\["Trailmap 0x\w+ .*ElevationChart.*: the code jumped to an address without code/],
  ['markdown', /\n {2}\+ Trailmap .*ElevationChart.*\n/],
  ['html', /<span class="number">\+<\/span>.*ElevationChart.*Left out by the report: the code jumped/],
  ['json', /"recoveredCallers": ?\[\s*\{[^\]]*ElevationChart/],
])('%s', (format, expected) => {
  const args = [program, 'symbolicate', '-', '--symbols', samplePath('Trailmap.dSYM.zip'), '--format', format]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', input: leftOutReport() })
  expect(stdout).toMatch(expected)
})
