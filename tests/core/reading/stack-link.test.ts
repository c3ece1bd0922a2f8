/** A stack of a script or of managed code belongs to a thread where the report proves it, and to none otherwise. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { stackLinkOf } from '../../../src/core/reading/stack-link.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'

async function symbolicated(text: string, map?: string) {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  if (map !== undefined) await engine.add([{ path: 'main.jsbundle.map', blob: new Blob([map]) }])
  const outcome = await engine.symbolicate({ path: 'a.crash', blob: new Blob([text]) })
  const first = outcome.ok ? outcome.value[0] : undefined
  if (!first) throw new Error('The report was not read.')
  return first
}

async function links(text: string): Promise<readonly string[]> {
  const first = await symbolicated(text)
  return stacksOf(first.report).flatMap((stack) => stackLinkOf(first, stack) ?? [])
}

const MESSAGE = "Unhandled JS Exception: undefined is not an object (evaluating 'till.total')"
const SCRIPT = `*** Terminating app due to uncaught exception 'RCTFatalException: ${MESSAGE}', reason: '${MESSAGE}, stack:
open@main.jsbundle:1:50
count@main.jsbundle:1:90
'`
const report = (
  said: string,
  rows: readonly string[],
  others: readonly string[] = [],
): string => `Process:             Harbor [4711]
Path:                /private/var/containers/Bundle/Application/8C1E/Harbor.app/Harbor
Identifier:          org.example.harbor
Code Type:           ARM-64
OS Version:          iPhone OS 17.5 (21F79)
Report Version:      104

Exception Type:  EXC_CRASH (SIGABRT)
Triggered by Thread:  3

Application Specific Information:
${said}

Thread 0:
${(others.length > 0 ? others : ['0   libsystem_kernel.dylib         0x00000001a0000010 mach_msg + 8']).join('\n')}

Thread 3 Crashed:
${rows.join('\n')}

Binary Images:
0x104000000 - 0x104007fff Harbor arm64  <5a1d0c4b7e2f4a609b3c1d2e3f405162> /private/var/containers/Bundle/Application/8C1E/Harbor.app/Harbor
0x1a0000000 - 0x1a0007fff libsystem_kernel.dylib arm64  <6a1d0c4b7e2f4a609b3c1d2e3f405162> /usr/lib/system/libsystem_kernel.dylib
`
const fatal = '0   Harbor                         0x0000000104001008 RCTFatal + 568'
const other = '0   Harbor                         0x0000000104002008 -[Till close] + 20'

test('React Native: the reason holds the stack, and RCTFatal is on the thread that crashed', async () => {
  const [link, ...more] = await links(report(SCRIPT, [fatal]))
  expect(link).toMatch(/^Thread 3 raised the exception for this stack: .* RCTFatal passed it on\.$/)
  expect(more).toEqual([])
})

test('without React Native’s own call on that thread nothing is said', async () => {
  expect(await links(report(SCRIPT, [other]))).toEqual([])
  // It is on another thread.
  expect(await links(report(SCRIPT, [other], [fatal]))).toEqual([])
})

const MAP = JSON.stringify({
  version: 3,
  sources: ['node_modules/lodash/each.js', 'src/Till.tsx'],
  names: [],
  mappings: 'kDAWM,wCCWA',
})

test('the source map gives the headline the innermost place of the script’s own code, and not of a package', async () => {
  const first = await symbolicated(report(SCRIPT, [fatal]), MAP)
  expect(headlineOf(first).where?.line).toMatchObject({ file: 'src/Till.tsx', line: 23 })
  expect(stacksOf(first.report).find(({ title }) => title === 'JavaScript stack')?.main).toBe(true)
  const text = exporters.find(({ id }) => id === 'text')?.write([first]) ?? ''
  expect(text.split('\n').slice(0, 3).join('\n')).toMatch(/Till\.tsx:23/)
})

test('without a map the headline points to no place in a bundle, and one that is not of this end is not used', async () => {
  expect(headlineOf(await symbolicated(report(SCRIPT, [fatal]))).where?.frame.script).toBeUndefined()
  const other = await symbolicated(report(SCRIPT.replaceAll('Unhandled JS Exception: ', ''), [fatal]), MAP)
  expect(headlineOf(other).where?.frame.script).toBeUndefined()
})

test('text, Markdown, JSON and the exported page say it', async () => {
  const named = [await symbolicated(report(SCRIPT, [fatal]))]
  for (const format of ['text', 'html', 'markdown', 'json'])
    expect(exporters.find(({ id }) => id === format)?.write(named), format).toContain('RCTFatal passed it on')
})

test('Mono: both stacks are of the thread that got the signal', async () => {
  const mono = `Native stacktrace:

	0x105af2a74 - /private/var/containers/Bundle/Application/8C1E/Shop.app/Shop : mono_dump_native_crash_info
	0x105ae5c10 - /private/var/containers/Bundle/Application/8C1E/Shop.app/Shop : mono_handle_native_crash

Managed Stacktrace:
	  at Shop.Till:Count (int) <0x00002>
	  at Shop.Main:Run (string[]) <0x00012>

Got a SIGSEGV while executing native code. This usually indicates a fatal error.
`
  const said = 'Mono printed this stack and the native one for the thread that got the signal.'
  expect(await links(mono)).toEqual([said])
  expect(await links(mono.replace(/Got a SIGSEGV[^\n]*/, ''))).toEqual([])
})

const row = (at: number, address: number): string =>
  `${at}   Harbor                         0x0000000${(0x104001000 + address).toString(16)} 0x104000000 + ${0x1000 + address}`

/** A report whose thread 3 has these rows, with a trace of Dart of the others beside it. */
async function withTrace(own: readonly number[], trace: readonly number[], others: readonly number[] = []) {
  const first = await symbolicated(
    report(
      'abort() called',
      own.map((at, i) => row(i, at)),
      others.map((at, i) => row(i, at)),
    ),
  )
  const frames = trace.map((address, index) => ({
    ...first.report.threads[1]!.frames[0]!,
    ...{ index, language: 'dart' as const, address: BigInt(0x104001000 + address) as never },
  }))
  const read = { ...first.report, backtraces: [{ title: 'Dart', frames }] }
  const named = { ...first, report: read }
  return stacksOf(read).flatMap((stack) => stackLinkOf(named, stack) ?? [])
}

test('a trace is of the crashed thread where that alone has its return addresses, in their order', async () => {
  expect(await withTrace([8, 16, 24, 32, 40], [4, 16, 24, 32, 40])).toEqual([
    'This is a stack of Thread 3: 4 return addresses are there in the same order, and in no other thread.',
  ])
  expect(await withTrace([8, 16, 24, 32], [4, 24, 32])).toEqual([]) // too few
  expect(await withTrace([8, 16, 24, 32], [32, 24, 16])).toEqual([]) // another order
  expect(await withTrace([8, 16, 24, 32], [4, 16, 24, 32], [2, 16, 24, 32])).toEqual([]) // in another thread, too
  expect(await withTrace([8, 9, 10, 11], [4, 16, 24, 32], [2, 16, 24, 32])).toEqual([]) // another thread’s
})
