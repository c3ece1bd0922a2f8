/** Names without end: a report shows a name once a frame, so a long one must be neither made nor written a thousand times. */
import { expect, test } from 'vitest'
import { cutName, readableName } from '../../../src/core/demangle/readable.ts'
import type { Call } from '../../../src/core/model/image.ts'
import type { Resolution } from '../../../src/core/model/report.ts'
import { withBoundedNames } from '../../../src/core/resolve/bounded-names.ts'
import { timesReference } from '../../support/reference.ts'

/** A Rust name of some hundred bytes whose back references double its text again and again. */
function doubling(levels: number): string {
  let name = '_RINvC1a1fTuuE'
  // Numbers of back references count from behind `_R`.
  let last = name.indexOf('TuuE') - 2
  // Each level is a tuple of the one before, twice.
  for (let level = 0; level < levels; level++) {
    const at = name.length - 2
    name += `TB${number62(last)}B${number62(last)}E`
    last = at
  }
  return `${name}E`
}

function number62(value: number): string {
  const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
  if (value === 0) return '_'
  let text = ''
  for (let rest = value - 1; ; rest = Math.floor(rest / 62)) {
    text = (digits[rest % 62] ?? '') + text
    if (rest < 62) return `${text}_`
  }
}

test('a name that reads as a megabyte is cut, and made once', () => {
  const name = doubling(30)
  expect(name.length).toBeLessThan(400)
  const readable = readableName(name)
  expect(readable.endsWith('…')).toBe(true)
  expect(readable.length).toBe(16_385)
  const all = timesReference(() => {
    for (let frame = 0; frame < 100_000; frame++) readableName(name)
  })
  expect(all).toBeLessThan(20)
})

test('a name as compilers make them is left alone', () => {
  expect(readableName('_ZN4shop4Cart5totalEv')).toBe('shop::Cart::total()')
  expect(cutName('short', 5)).toBe('short')
})

test('a cut never parts the halves of a character', () => {
  expect(cutName('ab😀cd', 3)).toBe('ab…')
  expect(cutName('ab😀cd', 4)).toBe('ab😀…')
})

function named(frames: number, call: Partial<Call>): { readonly resolutions: readonly Resolution[] } {
  const calls: readonly Call[] = [{ function: '', mangled: '', inlined: false, source: 'dwarf', ...call }]
  return {
    resolutions: Array.from({ length: frames }, () => ({
      kind: 'resolved',
      calls,
      grade: { level: 'exact', evidence: [] },
    })),
  }
}

test.each<[string, Partial<Call>]>([
  ['its linkage name', { mangled: 'm'.repeat(100_000) }],
  ['its file', { file: `/${'d/'.repeat(50_000)}a.c` }],
  ['the names of equal code', { folded: Array.from({ length: 20 }, () => 'f'.repeat(10_000)) }],
])('a long text on ten thousand frames is cut: %s', (_, call) => {
  const bounded = withBoundedNames(named(10_000, call))
  expect(JSON.stringify(bounded).length).toBeLessThan(80 << 20)
})

test('names of a large sound report are the same objects', () => {
  const sound = named(50_000, { function: 'f'.repeat(300), mangled: 'm'.repeat(400), file: '/src/a.swift' })
  expect(withBoundedNames(sound)).toBe(sound)
})
