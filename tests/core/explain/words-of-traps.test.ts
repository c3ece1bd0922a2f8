/** Traps that the instruction, its number or the namespace names. */
import { describe, expect, test } from 'vitest'
import { namedTraps } from '../../../src/core/explain/rules-memory.ts'
import { ENDS, statedBy, type Stated } from '../../support/rule-families.ts'

describe('traps that name themselves', () => {
  const at = (number: bigint): Stated | undefined =>
    statedBy(namedTraps, { exception: { ...ENDS.trap }, registers: new Map([['esr', (0x3cn << 26n) | number]]) })

  test.each<readonly [number, string | undefined, true | undefined]>([
    [0xc470, 'pointer-authentication', undefined],
    [0xc471, undefined, undefined],
    [0xc472, 'pointer-authentication', true],
    [0xc473, 'pointer-authentication', true],
    [0xc474, undefined, undefined],
    [0x5519, 'bounds-safety', undefined],
    [0x5500, 'undefined-behavior', undefined],
    [0x55ff, 'undefined-behavior', undefined],
    [0x5600, undefined, undefined],
    [0x54ff, undefined, undefined],
    [1, undefined, undefined],
  ])('brk %i', (number, id, isData) => {
    const found = at(BigInt(number))
    expect(found?.id).toBe(id)
    if (id === undefined) return
    expect(found).toMatchObject({ kind: 'shown', registers: ['esr'] })
    expect(found?.params['isData']).toBe(isData)
    expect(found?.grounds).toEqual([{ code: 'brk-number', params: { number: `0x${number.toString(16)}` } }])
  })

  test.each([
    ['trap', 'trap-signature', 'pointer-authentication'],
    ['trap', 'trap-bounds-safety', 'bounds-safety'],
    ['trap', 'trap-sanitizer', 'undefined-behavior'],
    ['trap', 'trap-other', undefined],
    ['abort', 'trap-signature', undefined],
  ] as const)('at the end %s, %s', (end, trap, id) => {
    expect(statedBy(namedTraps, { exception: { ...ENDS[end] }, trap })?.id).toBe(id)
  })

  test('a division, and the namespace of authentication', () => {
    const arithmetic = { type: 'EXC_ARITHMETIC', signal: 'SIGFPE' }
    expect(statedBy(namedTraps, { exception: arithmetic, trap: 'trap-divide' })?.id).toBe('division')
    expect(statedBy(namedTraps, { exception: { ...ENDS.trap }, trap: 'trap-divide' })).toBeUndefined()
    const found = statedBy(namedTraps, { termination: { namespace: 'PAC_EXCEPTION' } })
    expect(found).toMatchObject({ id: 'pointer-authentication', kind: 'said' })
    expect(found?.grounds).toEqual([{ code: 'namespace-is', params: { namespace: 'PAC_EXCEPTION' } }])
  })

  test.each([
    ['popcntq %rdi, %rax', 'popcntq'],
    ['vaddps.x', 'vaddps.x'],
    ...['ud2', 'ud1 %eax', 'udf #0', 'brk #1', 'trap', 'int3', 'int $3', 'hlt', '.long 1', '<unknown>', '(bad)', '0x00', 'unknown', 'invalid', 'Popcnt', 'x', 'pop-count'].map((line) => [line, undefined]),
    ['udfx #0', 'udfx'],
    ['int4', 'int4'],
  ] as [string, string | undefined][])('the instruction %j', (line, mnemonic) => {
    const fields: [string, string][] = [['stopped_instruction', line]]
    const found = statedBy(namedTraps, { exception: { type: 'EXC_BAD_INSTRUCTION' }, fields })
    expect(found?.params['mnemonic']).toBe(mnemonic)
    expect(found?.id).toBe(mnemonic === undefined ? undefined : 'refused-instruction')
    expect(statedBy(namedTraps, { exception: { type: 'EXC_BREAKPOINT' }, fields })).toBeUndefined()
  }) // prettier-ignore
})
