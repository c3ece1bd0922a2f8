/** Every key of the list in `ips/KEYS.md`: planted in a report, its value is in the model, or the list says why it is ignored. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const list = fileURLToPath(new URL('../../../src/core/reports/ips/KEYS.md', import.meta.url))
const rows = readFileSync(list, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, key, value, where] = /^\| `([^`]+)`\s*\| (\w+)\s*\| (.*?)\s*\|$/.exec(line) ?? []
    return key && value && where ? [{ key, value, where }] : []
  })

/** Values that nothing else in a report has. */
const planted: Readonly<Record<string, unknown>> = {
  text: 'planted-value',
  number: 7_654_321,
  uuid: 'abcdef01-2345-6789-abcd-ef0123456789',
  flag: 1,
  word: 'freed',
  rows: '0   Shop                0x0000000100000010 planted-value + 4',
  index: 1,
}

type Members = Record<string, unknown>

/** Puts a value at a path such as `threads[].frames[].symbol`. */
function plant(target: Members, path: string, value: unknown): void {
  const steps = path.split('.')
  let at = target
  for (const [place, step] of steps.entries()) {
    const name = step.replace('[]', '')
    const isList = step.endsWith('[]')
    if (place === steps.length - 1) {
      at[name] = isList ? [value] : value
      return
    }
    if (isList) {
      const held = (at[name] ??= [{}]) as Members[]
      at = held[0] ?? {}
    } else at = (at[name] ??= {}) as Members
  }
}

function bodyOf(): Members {
  const base = {
    base: 0x100000000,
    size: 0x1000000,
    source: 'P',
    arch: 'arm64',
    uuid: '11111111-2222-3333-4444-555555555555',
  }
  return {
    procName: 'Shop',
    cpuType: 'ARM-64',
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
    faultingThread: 0,
    threads: [
      {
        triggered: true,
        id: 1,
        frames: [{ imageIndex: 0, imageOffset: 16, symbol: 'f', symbolLocation: 4, sourceFile: 'a.c' }],
      },
    ],
    usedImages: [
      { ...base, name: 'Shop', path: '/var/containers/Bundle/Application/A/Shop.app/Shop' },
      { ...base, base: 0x200000000, name: 'Other', uuid: '11111111-2222-3333-4444-666666666666' },
    ],
  }
}

/** Keys that must be beside a key, so that it means something. */
const needed: readonly (readonly [under: RegExp, path: string, value: unknown])[] = [
  [/^memoryErrorReport/, 'memoryErrorReport.faultAddress', 99],
  [/^probGuardReport/, 'probGuardReport.faultAddress', 99],
  [/^quarantineReport/, 'quarantineReport.faultAddress', 99],
  [/Trace\.frames/, 'KEY.imageOffset', 16],
  [/Trace\.frames|keyFrame\.symbol|^lastExceptionBacktrace/, 'KEY.imageIndex', 0],
  [/^probGuardReport.allocationTrace.id/, 'probGuardReport.allocationTrace.frames[].imageIndex', 0],
  [/^probGuardReport.allocationTrace.id/, 'probGuardReport.allocationTrace.frames[].imageOffset', 16],
  [/keyFrame\.symbol|^lastExceptionBacktrace/, 'KEY.imageOffset', 16],
  [/threadState\.(?:pc|esr)/, 'PARENT.value', 4096],
  [/pc\.symbolLocation/, 'PARENT.symbol', 'g'],
  [/pc\.sourceLine/, 'PARENT.sourceFile', 'b.c'],
  [/originalLength/, 'threads[].recursionInfoArray[].depth', 3],
  [/^sharedCache/, 'sharedCache.base', 4096],
  [/^sharedCache/, 'sharedCache.size', 4096],
  [/byPid/, 'termination.byProc', 'launchd'],
]

function read(key: string | undefined, value: unknown): unknown {
  const line: Members = { app_name: 'Shop', bug_type: '309', os_version: 'iPhone OS 26.1 (23B85)' }
  const body = bodyOf()
  if (key !== undefined) {
    const parent = key.slice(0, key.lastIndexOf('.'))
    for (const [under, path, held] of needed) if (under.test(key)) plant(body, path.replace(/KEY|PARENT/, parent), held)
    if (key.startsWith('line.')) plant(line, key.slice('line.'.length), value)
    else plant(body, key, value)
  }
  const outcome = parseReport('a.ips', new TextEncoder().encode(`${JSON.stringify(line)}\n${JSON.stringify(body)}`))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error(JSON.stringify(outcome.problems))
  return { ...report, text: '' }
}

const textOf = (model: unknown): string =>
  JSON.stringify(model, (name, value: unknown) =>
    name === 'span' || name === 'symbolSpan'
      ? undefined
      : typeof value === 'bigint'
        ? `${value} 0x${value.toString(16)}`
        : value,
  ).toLowerCase()

/** Kinds whose value the report keeps unchanged. */
const isText = new Set(['text', 'number', 'uuid'])

describe('keys of crash reports', () => {
  test('the list has keys', () => {
    expect(rows.length).toBeGreaterThan(120)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  test.each(rows)('$key is in the report or ignored with a reason', ({ key, value, where }) => {
    const given = planted[value]
    const told = textOf(read(key, given))
    const isKept = isText.has(value)
      ? told.includes(String(given).toLowerCase())
      : told !== textOf(read(key, undefined))
    expect(isKept, where).toBe(!where.startsWith('ignored: '))
  })

  const facts = fileURLToPath(new URL('../../../../shared/design/REPORTCRASH.md', import.meta.url))
  test.runIf(existsSync(facts))('every key of the facts on the crash reporter is in the list', () => {
    const known = new Set(rows.flatMap(({ key }) => key.replaceAll('[]', '').split('.')))
    const prose = /(?:^|[\s({,])`([a-zA-Z_][\w-]*)`/g
    // Values, codes and programs, which are no keys.
    const values = new Set([
      'brk',
      'CPU_FATAL',
      'LAUNCH_HANG',
      'os_fault',
      'EXC_ARM_MTE_TAGCHECK_FAIL',
      'EXC_ARM_MTE_CANONICAL_FAIL',
      'bug_type',
      'atPC',
    ])
    const missing = [...readFileSync(facts, 'utf8').matchAll(prose)]
      .map(([, key = '']) => key)
      .filter((key) => !known.has(key) && !values.has(key))
    expect([...new Set(missing)]).toEqual([])
  })
})
