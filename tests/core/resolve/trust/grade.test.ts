import { expect, test } from 'vitest'
import { nameEvidence } from '../../../../src/core/messages/en/names.ts'
import { say, textOf } from '../../../../src/core/messages/message.ts'
import { imageOffset } from '../../../../src/core/model/address.ts'
import type { Call } from '../../../../src/core/model/image.ts'
import type { Grade } from '../../../../src/core/model/report.ts'
import { gradeOf, type GradeFacts } from '../../../../src/core/resolve/trust/grade.ts'

const unbounded: Call = { function: 'f', mangled: 'f', inlined: false, source: 'dwarf', functionOffset: 8 }
const call: Call = { ...unbounded, functionSize: 64 }
const at = { offset: imageOffset(0x1007), at: imageOffset(0x1008), afterCall: true, notes: [] }

function grade(change: Partial<GradeFacts>, concrete: Partial<Call> = {}): Grade {
  const chain = [{ ...call, ...concrete }]
  return gradeOf({ calls: chain, point: at, tie: 'uuid', slideConfidence: 1, ...change }).grade
}

const sure = { confidence: 0.97, terms: [] }
const symtab = { source: 'symtab' } as const

test.each<[string, Grade, Grade['level'], string]>([
  ['debug information of this build', grade({}), 'exact', 'from debug information'],
  ['a symbol with a known end', grade({}, symtab), 'exact', 'between this symbol and the next'],
  [
    'a symbol, address behind its end',
    grade({}, { ...symtab, functionOffset: 100 }),
    'doubtful',
    '36 bytes past the end',
  ],
  ['what only describes a function', grade({}, { source: 'described' }), 'likely', 'not a name'],
  ['no call precedes', grade({ callPrecedes: false }), 'doubtful', 'does not follow a call'],
  ['a call precedes', grade({ callPrecedes: true }), 'exact', 'address follows a call'],
  ['callee fits', grade({ callPrecedes: true, calleeFits: true }), 'exact', 'frame below'],
  ['callee differs', grade({ callPrecedes: true, calleeFits: false }), 'likely', 'tail call'],
  ['tied by name', grade({ tie: 'name' }), 'doubtful', 'nothing in the report shows'],
  ['tied by name, and its place fits', grade({ tie: 'name', place: sure }), 'likely', 'by name'],
  [
    'tied by name, and its place may have moved',
    grade({ tie: 'name', place: { ...sure, confidence: 0.9 } }),
    'doubtful',
    'by name',
  ],
  [
    'tied by name, and may be another slice',
    grade({ tie: 'name', place: sure, otherSlice: true }),
    'doubtful',
    'slice',
  ],
  ['forced', grade({ tie: 'forced' }), 'doubtful', 'another build'],
  ['forced, and its place fits', grade({ tie: 'forced', place: sure }), 'likely', 'another build'],
  ['load address inferred', grade({ slideConfidence: 0.97 }), 'likely', 'inferred'],
  ['load address guessed', grade({ slideConfidence: 0.3 }), 'doubtful', 'uncertain'],
  ['another function starts in between', grade({ startsThere: false }, symtab), 'doubtful', 'another function starts'],
  ['folded with another', grade({}, { aliases: ['g'], folded: ['g'] }), 'likely', 'also g, folded by the linker'],
  ['another symbol there', grade({}, { aliases: ['g'] }), 'likely', 'also g, at the same address'],
  ['the entry point', grade({}, { aliases: ['main'] }), 'exact', 'also main, at the same address'],
  ['the entry point and another', grade({}, { aliases: ['main', 'g'] }), 'likely', 'also main, g, at the same'],
  ['notes are kept', grade({ point: { ...at, notes: [say(nameEvidence, 'thumb-bit')] } }), 'exact', 'the Thumb bit'],
])('%s', (_name, { level, evidence, grounds = [] }, expected, words) => {
  expect(level).toBe(expected)
  expect(evidence.join('; ')).toContain(words)
  // Said again from code and parameters alone, as a page in another language would.
  const sent = JSON.parse(JSON.stringify(grounds)) as typeof grounds
  expect(sent.map(({ code, params }) => textOf(nameEvidence, code, params))).toEqual(evidence)
})

test.each<[number, GradeFacts['startsThere'], Grade['level']]>([
  [0x100, undefined, 'likely'],
  [0x20000, undefined, 'doubtful'],
  [0x20000, true, 'exact'],
])('a nearest name without a known end, %i bytes away, table says %s', (functionOffset, startsThere, level) => {
  const calls = [{ ...unbounded, ...symtab, functionOffset }]
  const facts = { calls, point: at, tie: 'uuid' as const, slideConfidence: 1 }
  expect(gradeOf(startsThere === undefined ? facts : { ...facts, startsThere }).grade.level).toBe(level)
})

test('code without a source line is said to be the compiler’s', () => {
  expect(grade({}, { file: '/src/a.swift' }).evidence.join()).toContain('compiler-generated code')
  expect(grade({}, { file: '/src/a.swift', line: 3 }).evidence.join()).not.toContain('compiler')
})
