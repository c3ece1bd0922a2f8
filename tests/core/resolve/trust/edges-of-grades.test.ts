/** Each fact about a name alone: what it is told with, and what it does to the grade and the odds. */
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../../src/core/model/image.ts'
import { gradeOf, type GradeFacts, type Judged } from '../../../../src/core/resolve/trust/grade.ts'
import { logit, probabilityOf } from '../../../../src/core/resolve/trust/terms.ts'
import { placementFacts } from '../../../../src/core/messages/en/placement.ts'

const exact: Call = {
  function: 'f',
  mangled: 'f',
  inlined: false,
  source: 'symtab',
  functionOffset: 8,
  functionSize: 64,
}
const sure = { confidence: 0.97, terms: [{ fact: 'weighed', code: 'weighed', params: {}, nats: 3.48 }] }

/** Parts of a call; what is undefined is not known. */
type Changes = { readonly [Key in keyof Call]?: Call[Key] | undefined }

function judge(facts: Partial<GradeFacts>, call: Changes = {}): Judged {
  return gradeOf({
    calls: [{ ...exact, ...call } as Call],
    point: { notes: [] },
    tie: 'uuid',
    slideConfidence: 1,
    ...facts,
  })
}

/** The grade, and the codes of what is told beyond what is told of every name here. */
function told({ grade }: Judged): readonly unknown[] {
  const usual = new Set(['before-next-symbol', 'from-source', 'same-build'])
  return [grade.level, ...(grade.grounds ?? []).map(({ code }) => code).filter((code) => !usual.has(code))]
}

describe('one fact', () => {
  test.each<[string, Partial<GradeFacts>, Changes, readonly unknown[]]>([
    ['none', {}, {}, ['exact']],
    ['the last byte of the function', {}, { functionOffset: 63 }, ['exact']],
    ['the first byte behind it', {}, { functionOffset: 64 }, ['doubtful', 'past-end']],
    ['an offset that is not known', {}, { functionOffset: undefined }, ['exact']],
    ['debug information, behind the end', {}, { source: 'dwarf', functionOffset: 64 }, ['exact', 'inside-range']],
    ['debug information, another start', { startsThere: false }, { source: 'dwarf' }, ['exact', 'inside-range']],
    ['another start', { startsThere: false }, {}, ['doubtful', 'another-function-starts']],
    ['a start, but no end', { startsThere: true }, { functionSize: undefined }, ['exact', 'no-other-start']],
    ['carried over', {}, { source: 'carried' }, ['likely']],
    ['described', {}, { source: 'described' }, ['likely']],
    ['another file', {}, { contradicted: { path: 'x', function: 'g' } }, ['doubtful', 'contradicted']],
    ['merged code', {}, { mangled: '$s4Shop1fyyFTm' }, ['likely', 'merged']],
    ['moved code', {}, { mangled: 'OUTLINED_FUNCTION_3' }, ['exact', 'outlined']],
    ['an imported index', {}, { imported: {} }, ['exact', 'imported-index']],
    ['a pack', {}, { imported: { os: 'iOS 17' } }, ['exact', 'from-pack']],
    ['an archive of the report', {}, { imported: { archive: 'a.zip' } }, ['likely', 'from-archive']],
    ['a call before', { callPrecedes: true }, {}, ['exact', 'follows-call']],
    ['no call before', { callPrecedes: false }, {}, ['doubtful', 'follows-no-call']],
    ['a call that fits', { calleeFits: true }, {}, ['exact', 'call-fits']],
    ['a call that differs', { calleeFits: false }, {}, ['likely', 'call-differs']],
    [
      'a tail call that is proved',
      { calleeFits: false, tailCall: { through: 'g', isProved: true } },
      {},
      ['exact', 'tail-call'],
    ],
    [
      'a tail call that is not proved',
      { calleeFits: false, tailCall: { through: 'g', isProved: false } },
      {},
      ['likely', 'call-differs-by-name'],
    ],
    [
      'a tail call of a call that fits',
      { calleeFits: true, tailCall: { through: 'g', isProved: true } },
      {},
      ['exact', 'call-fits'],
    ],
    ['found by unwinding', { foundBy: 'eh-frame' }, {}, ['exact', 'found-by']],
    ['found by a scan', { foundBy: 'scan' }, {}, ['doubtful', 'found-by-scan']],
    ['found by a scan, a call fits', { foundBy: 'scan', calleeFits: true }, {}, ['likely', 'call-fits', 'found-by']],
    [
      'found by a scan, a call differs',
      { foundBy: 'scan', calleeFits: false },
      {},
      ['doubtful', 'call-differs', 'found-by-scan'],
    ],
    ['another image there', { alsoElsewhere: true }, {}, ['doubtful', 'also-elsewhere']],
    ['none there', { alsoElsewhere: false }, {}, ['exact']],
    ['a row of another image', { disputed: 'image' }, {}, ['doubtful', 'row-names-other-image']],
    ['a row that counts otherwise', { disputed: 'load-address' }, {}, ['doubtful', 'row-counts-otherwise']],
    [
      'no other slice',
      { tie: 'name', place: sure, otherSlice: false },
      {},
      ['likely', 'matched-by-name', 'code-agrees'],
    ],
    [
      'another slice',
      { tie: 'name', place: sure, otherSlice: true },
      {},
      ['doubtful', 'matched-by-name', 'other-slice', 'code-agrees'],
    ],
    ['a name alone', { tie: 'name' }, {}, ['doubtful', 'matched-by-name', 'code-unproved']],
    [
      'a place just sure enough',
      { tie: 'name', place: { confidence: 0.951, terms: [] } },
      {},
      ['likely', 'matched-by-name', 'code-agrees'],
    ],
    [
      'a function without a name',
      { tie: 'name', place: sure },
      { mangled: '' },
      ['doubtful', 'matched-by-name', 'no-name-to-check'],
    ],
    [
      'a described one',
      { tie: 'forced', place: sure },
      { source: 'described' },
      ['doubtful', 'forced-build', 'no-name-to-check'],
    ],
    ['a load address just sure enough', { slideConfidence: 0.951 }, {}, ['likely', 'load-address-inferred']],
    ['a load address that is not', { slideConfidence: 0.949 }, {}, ['doubtful', 'load-address-guessed']],
    [
      'build and load address, each sure enough',
      { tie: 'name', place: sure, slideConfidence: 0.97 },
      {},
      ['doubtful', 'matched-by-name', 'code-agrees', 'load-address-inferred', 'together-unsure'],
    ],
    [
      'a line that debug information lacks',
      {},
      { source: 'dwarf', file: 'a.c' },
      ['exact', 'inside-range', 'compiler-generated'],
    ],
    ['a line', {}, { source: 'dwarf', file: 'a.c', line: 7 }, ['exact', 'inside-range']],
    ['no file', {}, { source: 'dwarf' }, ['exact', 'inside-range']],
    ['a file without a line, of a symbol', {}, { file: 'a.c' }, ['exact']],
  ])('%s', (_, facts, call, expected) => {
    expect(told(judge(facts, call))).toEqual(expected)
  })

  test('the build is said where symbols have its UUID, unless the name was carried over', () => {
    const codes = ({ grade }: Judged): readonly string[] => (grade.grounds ?? []).map(({ code }) => code)
    expect(codes(judge({}))).toContain('same-build')
    expect(codes(judge({}, { source: 'carried' }))).not.toContain('same-build')
    expect(codes(judge({ tie: 'name', place: sure }))).not.toContain('same-build')
    expect(codes(judge({ tie: 'forced', place: sure }))).not.toContain('same-build')
  })

  test('the innermost call tells of lines, the outermost of the function', () => {
    const inner: Call = { ...exact, source: 'dwarf', inlined: true, file: 'a.c', functionOffset: 200 }
    const { grade } = judge({ calls: [inner, exact] })
    expect(told({ grade, isShown: true })).toEqual(['exact', 'compiler-generated'])
    expect(told(judge({ calls: [exact, { ...exact, functionOffset: 64 }] }))).toEqual(['doubtful', 'past-end'])
  })
})

describe('the odds', () => {
  const odds = (facts: Partial<GradeFacts>, call: Partial<Call> = {}): unknown => {
    const found = judge(facts, call).grade.odds
    return found && [Math.round(found.confidence * 1000) / 1000, ...found.terms.map(({ code, nats }) => [code, nats])]
  }
  const round = (nats: number): number => Math.round(nats * 100) / 100
  const weighed = ['weighed', 3.48]
  test.each<[string, unknown, unknown]>([
    ['are none where all is stated', odds({}), undefined],
    ['are none for a doubt where all is stated', odds({ alsoElsewhere: true }), undefined],
    [
      'of a load address',
      odds({ slideConfidence: 0.97 }),
      [0.97, ['tied-by-uuid', round(logit(1))], ['load-address', round(logit(0.97) - logit(1))]],
    ],
    ['of a build', odds({ tie: 'name', place: sure }), [0.97, weighed]],
    ['of a chosen build', odds({ tie: 'forced', place: sure }), [0.97, weighed]],
    ['of a build that nothing is known of', odds({ tie: 'name' }), [0]],
    [
      'of both',
      odds({ tie: 'name', place: sure, slideConfidence: 0.9 }),
      [0.873, weighed, ['load-address', round(logit(0.873) - logit(0.97))]],
    ],
    [
      'with a doubt',
      odds({ tie: 'name', place: sure, alsoElsewhere: true }),
      [Math.round(probabilityOf(logit(0.97) - 3) * 1000) / 1000, weighed, ['also-elsewhere', -3]],
    ],
    ['with a doubt that the build has in it', odds({ tie: 'name', place: sure, callPrecedes: false }), [0.97, weighed]],
    [
      'of a load address, with a doubt that no build has in it',
      odds({ slideConfidence: 0.97, callPrecedes: false }),
      [
        Math.round(probabilityOf(logit(0.97) - 3) * 1000) / 1000,
        ['tied-by-uuid', round(logit(1))],
        ['load-address', round(logit(0.97) - logit(1))],
        ['follows-no-call', -3],
      ],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  test('below one in twenty a name is not shown, unless it was asked for', () => {
    const at = (confidence: number, tie: GradeFacts['tie']): boolean =>
      judge({ tie, place: { confidence, terms: [] } }).isShown
    expect([at(0.051, 'name'), at(0.049, 'name'), at(0.049, 'forced')]).toEqual([true, false, true])
    expect(judge({ alsoElsewhere: true }).isShown).toBe(true)
    expect(judge({ slideConfidence: 0.04 }).isShown).toBe(false)
  })

  test('their sentences are those of the catalogue', () => {
    const facts = judge({ slideConfidence: 0.97 }).grade.odds?.terms.map(({ fact }) => fact)
    expect(facts).toEqual([placementFacts['tied-by-uuid'](), placementFacts['load-address']()])
  })
})
