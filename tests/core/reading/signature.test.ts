/** Signatures: what joins two reports as one crash, and what must not. */
import { describe, expect, test } from 'vitest'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import { parseUuid } from '../../../src/core/model/image.ts'
import type { Frame, ImageStatus, Resolution, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { functionKey, signatureOf } from '../../../src/core/reading/signature.ts'
import { app, buildReport, makeFrames, system, type FrameParts } from '../../support/report-builder.ts'

const badAccess = { exception: { type: 'EXC_BAD_ACCESS (SIGSEGV)', signal: 'SIGSEGV' } }
const crash = (...frames: FrameParts[]): SymbolicatedReport => buildReport(frames, badAccess)
const at = (name: string, line = 1) => ({ function: name, file: 'a.swift', line })

/** The frames of the first thread, changed. */
function withFrames(report: SymbolicatedReport, change: (frame: Frame) => Frame): SymbolicatedReport {
  const { threads } = report.report
  const changed = threads.map((thread) => ({ ...thread, frames: thread.frames.map(change) }))
  return { ...report, report: { ...report.report, threads: changed } }
}

function doubted(report: SymbolicatedReport): SymbolicatedReport {
  const resolutions = report.resolutions.map((resolution): Resolution =>
    resolution.kind === 'resolved'
      ? { ...resolution, grade: { level: 'doubtful', evidence: ['guessed'] } }
      : resolution,
  )
  return { ...report, resolutions }
}

const uuid = parseUuid('1A2B3C4D-0000-0000-0000-000000000001')
function ofBuild(report: SymbolicatedReport, build = uuid): SymbolicatedReport {
  const images = report.report.images.map((image) => ({ ...image, ...(build && { uuid: build }) }))
  return { ...report, report: { ...report.report, images } }
}

describe('inlining', () => {
  test('a function is one place whether it was called or inlined', () => {
    const inlined = crash(app('total(of:)', 'body.getter'), app('main'))
    const called = crash(app('total(of:)'), app('body.getter'), app('main'))
    expect(signatureOf(inlined)).toBe(signatureOf(called))
    expect(signatureOf(inlined)).toContain('total(of:)')
  })

  test('a trap inlined into a function is not the place', () => {
    const trap = crash(app('Swift runtime failure: Index out of range', 'total(of:)'), app('main'))
    expect(signatureOf(trap)).toBe(signatureOf(crash(app('total(of:)'), app('main'))))
  })

  test('a part that the compiler split off is its function; another function is not', () => {
    const whole = signatureOf(crash(app('load()')))
    for (const name of ['load().cold.1', 'load() [clone .cold.1]', 'load() (.cold.1)'])
      expect(signatureOf(crash(app(name))), name).toBe(whole)
    expect(signatureOf(crash(app('load(_:)')))).not.toBe(whole)
  })

  test('another line, another caller and another file are one place', () => {
    const one = signatureOf(crash(app(at('load()', 10)), app('a')))
    expect(signatureOf(crash(app(at('load()', 12)), app('b')))).toBe(one)
  })
})

describe('guesses', () => {
  test('a doubtful name joins no reports: the place in the build does', () => {
    const [one, other] = [ofBuild(doubted(crash(app('load()')))), ofBuild(doubted(crash(app('save()'))))]
    expect(signatureOf(one)).toBe(signatureOf(other))
    expect(signatureOf(one)).not.toContain('load()')
    expect(signatureOf(one)).not.toBe(signatureOf(ofBuild(crash(app('load()')))))
  })

  test('what only describes a function joins no reports: the place in the build does', () => {
    const described = ofBuild(crash(app('method 4 of App.Cart')))
    const resolutions = described.resolutions.map((resolution): Resolution =>
      resolution.kind === 'resolved'
        ? { ...resolution, calls: resolution.calls.map((call) => ({ ...call, source: 'described' as const })) }
        : resolution,
    )
    expect(signatureOf({ ...described, resolutions })).toBe(signatureOf(ofBuild(crash(app()))))
    expect(signatureOf(described)).toContain('method 4 of App.Cart')
  })

  test('a doubtful name in no known build gives no signature', () => {
    expect(signatureOf(doubted(crash(app('load()'))))).toBeUndefined()
  })

  test('an offset from a load address that was guessed is no place', () => {
    const address = runtimeAddress(0x104cc8010)
    const bare = withFrames(ofBuild(crash(app())), ({ offset: _, ...frame }) => ({ ...frame, address }))
    const images = bare.report.images.map(({ loadAddress: _, ...image }) => image)
    const guessed = (confidence: number): SymbolicatedReport => {
      const status: ImageStatus = {
        image: 0,
        symbols: 'matched',
        reason: '',
        frames: 1,
        unnamed: 1,
        loadAddress: runtimeAddress(0x104cc8000),
        slideFrom: 'call-sites',
        confidence,
      }
      return { ...bare, report: { ...bare.report, images }, images: [status] }
    }
    expect(signatureOf(guessed(0.6))).toBeUndefined()
    expect(signatureOf(guessed(1))).toContain(`${uuid} 16`)
  })

  test('what a rule concluded from names is not part of it', () => {
    const plain = crash(app('load()'))
    const explained: SymbolicatedReport = {
      ...plain,
      explanations: [{ id: 'null-access', title: 'Null in load()', meaning: '', evidence: '', checks: [] }],
    }
    expect(signatureOf(explained)).toBe(signatureOf(plain))
  })
})

describe('addresses', () => {
  test('one place of one build under two slides is one; of two builds it is not', () => {
    const here = ofBuild(crash(app()))
    const there = withFrames(here, (frame) => ({ ...frame, address: runtimeAddress((frame.address ?? 0n) + 0x4000n) }))
    expect(signatureOf(here)).toBe(signatureOf(there))
    expect(signatureOf(here)).not.toBe(signatureOf(ofBuild(crash(app()), parseUuid('2'.repeat(32)))))
    const further = withFrames(here, (frame) => ({ ...frame, offset: imageOffset(32) }))
    expect(signatureOf(further)).not.toBe(signatureOf(here))
  })

  test('a nameless frame of no known build stands alone', () => {
    expect(signatureOf(crash(app()))).toBeUndefined()
  })

  test('where no place is known, the signature of the crash reporter counts, of one program and one end alone', () => {
    const stated = (value: string, process = 'App') => {
      const one = crash(app())
      const header = { ...one.report.header, process, fields: [['logWritingSignature', value] as const] }
      return signatureOf({ ...one, report: { ...one.report, header } })
    }
    const sha = '494181e885ad840b5f81e0424786effaa49127c4'
    expect(stated(sha)).toBe(stated(sha.toUpperCase()))
    expect(stated(sha)).not.toBe(stated(sha.replace('4', '5')))
    expect(stated(sha)).not.toBe(stated(sha, 'Other'))
    expect(stated('demo')).toBeUndefined()
    const placed = ofBuild(crash(app()))
    const fields = [['logWritingSignature', sha] as const]
    const header = { ...placed.report.header, fields }
    expect(signatureOf({ ...placed, report: { ...placed.report, header } })).toBe(signatureOf(placed))
  })

  test('without a stack, numbers and identifiers of what is said do not count', () => {
    const said = (reason: string): string | undefined => signatureOf(buildReport([], { exception: { reason } }))
    expect(said('pointer 0x16f3a8 at line 12')).toBe(said('pointer 0x7ff0 at line 7'))
    expect(said('pointer 0x16f3a8')).not.toBe(said('index 12'))
  })
})

describe('ends and programs', () => {
  test('another exception, another program, another function are another crash', () => {
    const one = signatureOf(crash(app('load()')))
    expect(signatureOf(buildReport([app('load()')], { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } }))).not.toBe(
      one,
    )
    expect(
      signatureOf(buildReport([app('load()')], { ...badAccess, header: { process: 'Mail', fields: [] } })),
    ).not.toBe(one)
  })

  test('how a writer spells the exception does not matter', () => {
    const short = buildReport([app('load()')], { exception: { type: 'EXC_BAD_ACCESS' } })
    expect(signatureOf(short)).toBe(signatureOf(crash(app('load()'))))
    for (const exception of [{ type: 'SIGSEGV' }, { signal: 'SIGBUS' }])
      expect(signatureOf(buildReport([app('load()')], { exception }))).toBe(signatureOf(short))
    expect(signatureOf(buildReport([app('load()')], { exception: { signal: 'SIGILL' } }))).not.toBe(signatureOf(short))
  })

  test('two exceptions thrown through the same abort are two crashes', () => {
    const thrown = (name: string) =>
      signatureOf(buildReport([app('load()')], { exception: { type: 'EXC_CRASH', name } }))
    expect(thrown('NSRangeException')).not.toBe(thrown('NSInvalidArgumentException'))
  })
})

describe('stacks of the system alone', () => {
  test('one call on top joins nothing: the whole stack must be alike', () => {
    const stack = (...names: string[]) => signatureOf(crash(...names.map((name) => system(name))))
    expect(stack('abort', 'draw')).toBe(stack('abort', 'draw'))
    expect(stack('abort', 'draw')).not.toBe(stack('abort', 'layout'))
    expect(stack('visit', 'visit', 'visit', 'start')).toBe(stack('visit', 'visit', 'start'))
  })

  test('a frame that cannot be told leaves no signature', () => {
    expect(signatureOf(crash(system('abort'), system()))).toBeUndefined()
  })
})

describe('memory of a failed access', () => {
  /** A crash in `load()`, whose memory was handled by two calls: of the system, and above it of the app. */
  function handled(role: 'allocated' | 'freed', own: FrameParts, isSure = true): SymbolicatedReport {
    const crashed = ofBuild(crash(app('load()'), system('free'), own))
    const frames = makeFrames(
      [
        { image: 1, offset: 8 },
        { image: 0, offset: 64 },
      ],
      1,
    )
    const [thread] = crashed.report.threads
    const resolutions = crashed.resolutions.map((resolution, id): Resolution =>
      resolution.kind === 'resolved' && id === 2 && !isSure
        ? { ...resolution, grade: { level: 'doubtful', evidence: ['guessed'] } }
        : resolution,
    )
    return {
      ...crashed,
      resolutions,
      report: {
        ...crashed.report,
        threads: thread ? [{ ...thread, frames: thread.frames.slice(0, 1) }] : [],
        backtraces: [{ title: 'Memory', frames, role }],
      },
    }
  }

  const linesOf = (report: SymbolicatedReport): readonly string[] => signatureOf(report)?.split('\n') ?? []

  test.each<[string, SymbolicatedReport, string]>([
    ['allocated by a function', handled('allocated', app('make()')), 'allocated Shop make()'],
    [
      'freed by one of which an inlined part was the last',
      handled('freed', app('in()', 'drop()')),
      'freed Shop drop()',
    ],
    ['freed at a place without a name', handled('freed', app()), `freed ${uuid} 64`],
    ['freed by a guess', handled('freed', app('drop()'), false), `freed ${uuid} 64`],
  ])('%s', (_, report, expected) => {
    expect(linesOf(report)).toEqual(['Shop', 'EXC_BAD_ACCESS', 'Shop load()', expected])
  })

  test('a place of no known build is left out', () => {
    const report = handled('freed', app())
    const images = report.report.images.map(({ uuid: _, ...image }) => image)
    expect(linesOf({ ...report, report: { ...report.report, images } })).toHaveLength(3)
  })
})

test.each([
  ['load()', 'load()'],
  ['load.part.3', 'load'],
  ['load.cold.1.part.12', 'load'],
  ['load.constprop.0', 'load'],
  ['load.isra.0', 'load'],
  ['load (.resume)', 'load'],
  ['load [clone .a.1] [clone .b]', 'load'],
  ['load.cold.1 more', 'load.cold.1 more'],
  ['load.other.1', 'load.other.1'],
  ['load.cold.x', 'load.cold.x'],
])('the function %j', (name, plain) => {
  expect(functionKey('Shop', true, name)).toBe(`Shop ${plain}`)
})
