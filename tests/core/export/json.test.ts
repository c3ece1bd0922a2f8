/** The JSON names the frame to read first. An index of a frame is enough only where there is one stack. */
import { formatCall } from '../../../src/core/export/json-call.ts'
import { expect, test } from 'vitest'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'

interface Told {
  readonly headline: { readonly frame?: number; readonly stack?: string }
}

const told = (report: Parameters<typeof jsonExporter.write>[0][number]): Told['headline'] | undefined =>
  (JSON.parse(jsonExporter.write([report])) as { reports: readonly Told[] }).reports[0]?.headline

test('the frame to read first is told with its stack', () => {
  const crashed = buildReport([system('abort'), app('-[Cart add:]')])
  expect(told(crashed)).toMatchObject({ frame: 1, stack: 'threads[0]' })

  const { report } = crashed
  const thrown = { id: 9, index: 0, kind: 'return' as const, address: runtimeAddress(0x104cc8020), image: 0 }
  expect(told({ ...crashed, report: { ...report, lastException: { frames: [thrown] } } })).toMatchObject({
    frame: 0,
    stack: 'lastExceptionBacktrace',
  })
  const withoutThreads = {
    ...report,
    threads: [],
    backtraces: [
      { title: 'first', frames: [] },
      { title: 'second', frames: [thrown] },
    ],
  }
  expect(told({ ...crashed, report: withoutThreads })).toMatchObject({ frame: 0, stack: 'backtraces[1]' })
})

test('a stack of nobody’s code has no frame to read first', () => {
  expect(told(buildReport([system('abort')]))).not.toHaveProperty('stack')
})

test('what describes a function without a name is neither its name nor its linkage name', () => {
  const call = { function: 'witness 2 of App.Cart: Equatable (method)', mangled: 'witness 2', inlined: false } as const
  expect(formatCall({ ...call, source: 'described' })).toMatchObject({
    function: '',
    mangled: '',
    description: call.function,
  })
  expect(formatCall({ ...call, source: 'symtab' })).not.toHaveProperty('description')
})
