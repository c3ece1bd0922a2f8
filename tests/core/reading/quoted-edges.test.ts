/** A report’s own words at their edges, and the parts of a signature one by one. */
import { describe, expect, test } from 'vitest'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { quotedRows } from '../../../src/core/reading/quoted.ts'
import { functionKey, placeInBuild, signatureOf, withoutNumbers } from '../../../src/core/reading/signature.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import {
  app,
  buildReport,
  makeFrames,
  makeImage,
  makeReport,
  system,
  unresolved,
  uuid,
} from '../../support/report-builder.ts'
import { without } from '../../support/without.ts'

type Parts = Parameters<typeof makeReport>[0]

describe('words of the report', () => {
  const quoted = (parts: Parts): readonly string[] =>
    quotedRows({ report: makeReport({ threads: [], ...parts }) }).map(({ label, text }) => `${label}: ${text}`)
  test.each<[Parts, readonly string[]]>([
    [{ exception: { signal: 'SIGSEGV' } }, ['Exception: SIGSEGV']],
    [{ exception: { rawCodes: [1n, 0x10n] } }, ['Codes: 0x1, 0x10']],
    [{ exception: { codes: 'KERN_X', rawCodes: [1n] } }, ['Codes: KERN_X']],
    [{ exception: { rawCodes: [0n, 0n] } }, []],
    [{ exception: { type: 'E1', name: 'E1' } }, ['Exception: E1']],
    [{ exception: { type: 'E1', name: 'Name', reason: 'why' } }, ['Exception: E1', 'Name: Name', 'Reason: why']],
    [{ exception: { type: 'panic', reason: 'why' } }, []],
    [{ termination: { namespace: 'X' } }, ['Termination: Namespace X']],
    [{ termination: { code: 9n } }, ['Termination: Code 0x9']],
    [{ termination: { reasons: ['one', 'two'] } }, ['Termination reason: one', 'Termination reason: two']],
    // Short texts repeat by chance.
    [{ exception: { type: 'EXC_AB', message: 'AB' } }, ['Exception: EXC_AB', 'Message: AB']],
    [{ exception: { type: 'EXC_ABC', message: 'abc' } }, ['Exception: EXC_ABC']],
    [{ exception: { message: 'a\n  b' } }, ['Message: a b']],
  ])('case %#', (parts, rows) => {
    expect(quoted(parts)).toEqual(rows)
  })

  test('texts of 400 characters, in 40 rows', () => {
    expect(quoted({ exception: { message: 'y'.repeat(400) } })).toEqual([`Message: ${'y'.repeat(400)}`])
    expect(quoted({ exception: { message: 'y'.repeat(401) } })).toEqual([`Message: ${'y'.repeat(400)}…`])
    const reasons = Array.from({ length: 41 }, (_, at) => `reason ${at} `.padEnd(12, '.'))
    expect(quoted({ termination: { reasons } })).toHaveLength(40)
  })

  const registers = ['pc', 'far', 'esr', 'x0', 'cr2', 'rip', 'fsr', 'eip'].map((name, at) => ({
    name,
    value: BigInt(at + 1),
  }))
  const threads = (crashed: boolean) => [{ id: 3, crashed, frames: [], registers }]
  test.each<[Parts, readonly string[]]>([
    [
      { threads: threads(true) },
      ['pc: 0x1', 'far: 0x2', 'esr: 0x3', 'cr2: 0x5', 'rip: 0x6', 'eip: 0x8', 'Crashed Thread: 3'],
    ],
    [{ threads: threads(false) }, []],
    [{ threads: threads(true), exception: { type: 'EXC_X' } }, ['Exception: EXC_X', 'Crashed Thread: 3']],
    [{ threads: threads(true), termination: { code: 1n } }, ['Termination: Code 0x1', 'Crashed Thread: 3']],
    [{ threads: threads(false), exception: { type: 'panic' } }, ['far: 0x2', 'esr: 0x3', 'cr2: 0x5', 'fsr: 0x7']],
    [{ threads: threads(true), exception: { type: 'panic' } }, ['far: 0x2', 'esr: 0x3', 'cr2: 0x5', 'fsr: 0x7']],
  ])('registers, case %#', (parts, rows) => {
    expect(quoted(parts)).toEqual(rows)
  })

  const [frame] = makeFrames([{ address: 1 }])
  const shown = [{ id: 3, crashed: true, frames: [frame!] }]
  test.each<[Parts, readonly string[]]>([
    [{ header: { fields: [['Crashed Thread', '0']] } }, ['Crashed Thread: 0']],
    [{ header: { fields: [['Crashed Thread', ' ']] } }, []],
    [{ header: { fields: [['Crashed Thread', '0']] }, threads: shown }, []],
    [{ header: { fields: [['Triggered by Thread', '4']] } }, ['Triggered by Thread: 4']],
    [
      { header: { fields: [['faultingThread', '4']] }, threads: [{ id: 4, crashed: true, frames: [] }] },
      ['Crashed thread: 4'],
    ],
    [{ threads: [{ id: 4, crashed: true, attributed: true, frames: [] }] }, []],
    [{ header: { fields: [['Error Code', '0x14']] } }, ['Error Code: 0x14']],
    [{ header: { fields: [['Error Code', '0x14']] }, exception: { type: 'EXC_X' } }, ['Exception: EXC_X']],
    [{ header: { fields: [['Error Code', '0x14']] }, termination: { code: 1n } }, ['Termination: Code 0x1']],
  ])('fields, case %#', (parts, rows) => {
    expect(quoted(parts)).toEqual(rows)
  })

  const arrow = '--->  Stack  16b000000-16b004000 [ 16K] rw-/rwx'
  test.each<[Parts, readonly string[]]>([
    [
      { sections: [{ kind: 'text', title: 'VM Region Info', text: `0x1 is not in any region.\n${arrow}` }] },
      [`VM Region Info: 0x1 is not in any region. ${arrow.replace(/\s+/g, ' ')}`],
    ],
    [
      {
        sections: [
          { kind: 'text', title: 'Other', text: 'of no region' },
          { kind: 'text', title: 'VM Region Info', text: 'of a region' },
        ],
      },
      ['VM Region Info: of a region'],
    ],
    [{ sections: [{ kind: 'table', title: 'VM Region Info', columns: [], rows: [] }] }, []],
    [{ sections: [{ kind: 'text', title: 'VM Region Summary', text: 'x' }] }, []],
    [
      { sections: [{ kind: 'text', title: 'external_modification_warnings', text: 'Debugger.' }] },
      ['external_modification_warnings: Debugger.'],
    ],
  ])('region, case %#', (parts, rows) => {
    expect(quoted(parts)).toEqual(rows)
  })
})

describe('parts of signatures', () => {
  test('the end by its codes: the Mach exception of a signal, a name, the kind, the format', () => {
    const second = (parts: Partial<Report>): string | undefined =>
      signatureOf(buildReport([app('f')], parts))?.split('\n')[1]
    const exceptions: readonly (readonly [Report['exception'], string])[] = [
      [{ signal: 'SIGSEGV' }, 'EXC_BAD_ACCESS'],
      [{ signal: 'SIGBUS' }, 'EXC_BAD_ACCESS'],
      [{ signal: 'SIGILL' }, 'EXC_BAD_INSTRUCTION'],
      [{ signal: 'SIGTRAP' }, 'EXC_BREAKPOINT'],
      [{ signal: 'SIGFPE' }, 'EXC_ARITHMETIC'],
      [{ signal: 'SIGABRT' }, 'EXC_CRASH'],
      [{ signal: 'SIGSYS' }, 'SIGSYS'],
      [{ type: 'EXC_GUARD (SIGKILL)' }, 'EXC_GUARD'],
      [{ type: 'Odd', name: 'E' }, 'Odd E'],
      [{ type: 'E', name: 'E' }, 'E'],
    ]
    for (const [exception, word] of exceptions) expect(second(exception ? { exception } : {})).toBe(word)
    expect(second({ termination: { namespace: 'JETSAM' } })).toBe('JETSAM')
    expect(second({ kind: 'hang' })).toBe('hang')
    expect(second({ format: 'x', writtenFrom: 'kscrash' })).toBe('kscrash')
    expect(second({ format: 'x' })).toBe('x')
  })

  test('numbers that differ from run to run, and keys of functions', () => {
    expect(withoutNumbers(' at 0xff, 12 of\n 1A2B3C4D-0000-0000-0000-00000000000F ')).toBe('at #, # of #')
    expect(functionKey('Shop', true, 'f  g.cold.1')).toBe('Shop f g')
    expect(functionKey('UIKit', false, 'f.part.0.llvm.9')).toBe('system f')
    expect(functionKey('Shop', true, 'f.part')).toBe('Shop f.part')
  })

  test('a place in a build: the offset of the row, else from a load address that is sure', () => {
    const image = makeImage({ name: 'Shop', uuid: uuid('a'), loadAddress: runtimeAddress(0x1000) })
    const [counted, placed, nowhere] = makeFrames([
      { image: 0, offset: 4 },
      { image: 0, address: 0x1010 },
      { address: 0x1010 },
    ])
    const made = (images: Partial<typeof image>, status: object = {}): SymbolicatedReport => ({
      ...unresolved(makeReport({ images: [{ ...image, ...images }] })),
      images: [{ image: 0, symbols: 'matched', reason: '', frames: 1, unnamed: 0, ...status } as never],
    })
    expect(placeInBuild(made({}), counted!)).toBe(`${uuid('a')} 4`)
    expect(placeInBuild(made({}), placed!)).toBe(`${uuid('a')} 16`)
    expect(placeInBuild(made({}), nowhere!)).toBeUndefined()
    const nobody = without(image, 'uuid')
    expect(placeInBuild({ ...made({}), report: makeReport({ images: [nobody] }) }, counted!)).toBeUndefined()
    const floating = without(image, 'loadAddress')
    const guessed = (confidence?: number): SymbolicatedReport => ({
      ...made({}, { loadAddress: runtimeAddress(0x1008), ...(confidence !== undefined && { confidence }) }),
      report: makeReport({ images: [floating] }),
    })
    expect(placeInBuild(guessed(), placed!)).toBe(`${uuid('a')} 8`)
    expect(placeInBuild(guessed(0.9), placed!)).toBe(`${uuid('a')} 8`)
    expect(placeInBuild(guessed(0.89), placed!)).toBeUndefined()
  })

  test('where memory was allocated and freed is part of it', () => {
    const made = buildReport([app('use'), app('make'), app('drop'), system('free')], {
      exception: { signal: 'SIGSEGV' },
    })
    const [use, make, drop, free] = made.report.threads[0]!.frames
    const threads = made.report.threads.map((thread) => ({ ...thread, frames: [use!] }))
    const read = (...backtraces: Report['backtraces']): readonly string[] | undefined =>
      signatureOf({ ...made, report: { ...made.report, threads, backtraces } })
        ?.split('\n')
        .slice(3)
    const stack = (role: 'allocated' | 'freed' | undefined, ...frames: readonly NonNullable<typeof use>[]) => ({
      title: '',
      frames,
      ...(role && { role }),
    })
    expect(read(stack('allocated', make!), stack('freed', free!, drop!))).toEqual([
      'allocated Shop make',
      'freed Shop drop',
    ])
    expect(read(stack('freed', free!))).toEqual([])
    expect(read(stack(undefined, make!))).toEqual([])
  })

  test('headlines that say nothing have none', () => {
    expect(signatureOf(unresolved(makeReport({ threads: [] })))).toBeUndefined()
    expect(signatureOf(unresolved(makeReport({ thread: { crashed: false } })))).toBeUndefined()
  })
})
