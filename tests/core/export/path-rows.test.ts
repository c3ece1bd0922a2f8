/** The heaviest path as text has the places of its calls, and the calls that were inlined. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { pathRows } from '../../../src/core/export/stack-rows.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { withMadeNames } from '../../conformance/round-trips.ts'

const sample = `Analysis of sampling Larder (pid 812) every 1 millisecond
Process:         Larder [812]
Path:            /Applications/Larder.app/Contents/MacOS/Larder
Code Type:       ARM64
Analysis Tool:   /usr/bin/sample

Call graph:
    2757 Thread_1166804   DispatchQueue_1: com.apple.main-thread  (serial)
      2757 main  (in Larder) + 910  [0x1000017be]  main.cpp:353
        2757 fill(int (*) [2])  (in Larder) + 162  [0x100000d22]  main.cpp:182

Binary Images:
       0x100000000 -        0x100002fff +Larder (0) <7DBD2D57-A2D7-3F65-9B9E-A1F4D75DF533> /Applications/Larder.app/Contents/MacOS/Larder
`

const unnamed = sample
  .replace('main  (in Larder) + 910', '???  (in Larder)  load address 0x100000000 + 0x17be')
  .replace('  main.cpp:353', '')

async function open(text = sample) {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.symbolicate({ path: 'larder.txt', blob: new Blob([text]) })
  const [report] = outcome.ok ? outcome.value : []
  const [tree] = report?.report.callTrees ?? []
  if (!report || !tree) throw new Error('no tree')
  return { report, tree }
}

test('places that the report prints', async () => {
  const { report, tree } = await open()
  expect(pathRows(report, tree)).toEqual([
    '   2757 Larder  main  main.cpp:353',
    '   2757 Larder  fill(int (*) [2])  main.cpp:182',
  ])
})

test('an inlined call stands below its function, without a count of its own', async () => {
  const { report, tree } = await open(unnamed)
  const [outer = '', inner = ''] = pathRows(withMadeNames(report), tree)
  expect(outer).toContain('   2757 Larder  Dock.load64(from:)  Dock.swift:66')
  expect(inner).toContain('        Larder  Dock.inner64(_:)  Dock64.swift:65 [inlined]')
})
