/** Errors that runtimes print and survive: panics of other threads, panics that a server recovers, errors of Dart. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

function told(text: string) {
  const outcome = parseReport('pasted.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  const bare = { report, resolutions: [], images: [], explanations: [] }
  const { explanations } = { ...bare, ...explain(bare) }
  const { end, kind, title } = headlineOf({ ...bare, explanations })
  const words = explanations.flatMap(({ meaning = '', checks = [] }) => [meaning, ...checks]).join('\n')
  return { end, kind, title, words }
}

const rust = (thread: string, below: string): string =>
  `thread '${thread}' panicked at src/till.rs:9:5:\nno till is open\n${below}`
const ADVICE = 'note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n'
const TRACED =
  'stack backtrace:\nnote: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.\n'

test('Rust: a panic ends the thread that panicked, and the program only where that is main or the text says so', () => {
  for (const thread of ['worker-3', '<unnamed>']) {
    const { end, kind, title, words } = told(rust(thread, ADVICE))
    expect([end, kind, title]).toEqual(['unknown', 'Error', 'Rust panic: no till is open'])
    expect(words).toContain('other than the main one')
    expect(words).not.toContain('program ended')
  }
  for (const text of [
    rust('main', ADVICE),
    rust('worker-3', 'fatal runtime error: failed to initiate panic, error 5\n'),
    rust('worker-3', '') + rust('main', ADVICE),
  ]) {
    expect(told(text)).toMatchObject({ end: 'crash', words: expect.stringContaining('program ended') as string })
  }
})

test('Rust: nobody is told to ask for a backtrace that the text shows was asked for', () => {
  expect(told(rust('main', ADVICE)).words).toContain('RUST_BACKTRACE')
  const { words } = told(rust('main', TRACED))
  expect(words).not.toContain('RUST_BACKTRACE')
  expect(words).toContain('panicked at')
})

const STACK = `goroutine 7 [running]:
net/http.(*conn).serve.func1(0xc0001ad040)
	/usr/local/go/src/net/http/server.go:1769 +0x139
panic(0x1404960, 0x17c1fc0)
	/usr/local/go/src/runtime/panic.go:522 +0x1b5
main.count(...)
	/src/till.go:12
`

test('Go: the server of net/http recovers what its handlers panic with', () => {
  const logged = told(`2024/02/13 19:41:05 http: panic serving 10.0.0.7:60825: no till is open\n${STACK}`)
  expect([logged.end, logged.kind, logged.title]).toEqual(['unknown', 'Error', 'no till is open'])
  expect(told(`my shop crashed\nhttp: panic serving 10.0.0.7:1: no till\n${STACK}`).end).toBe('unknown')
  expect(told(`panic: no till is open\n\n${STACK}exit status 2\n`).end).toBe('crash')
})

const DART = '#0      Till.count (package:shop/till.dart:12:5)\n#1      main (package:shop/main.dart:3:1)\n'

test('Dart: an error that nothing handled ends no app of Flutter, whatever its title says', () => {
  for (const title of [
    'App crashes: Unhandled Exception: no till',
    'Crashed when paying',
    '# Unhandled Exception: no till',
  ]) {
    const text = `${title}\n\n[ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: no till is open\n${DART}`
    expect(told(text)).toMatchObject({ end: 'unknown', kind: 'Error' })
  }
  expect(told(`Unhandled exception:\nBad state: no till\n${DART}`).end).toBe('crash')
  expect(told(`Fatal Exception: FlutterError: no till is open\n${DART}`).end).toBe('crash')
})
