/** Sentences on why the system ended a program, each with what its rule reads. */
import { describe, expect, test } from 'vitest'
import { CRASHLYTICS_HEADING } from '../../../../src/core/model/ended-words.ts'
import type { Said } from '../../../../src/core/reports/text/console-rule.ts'
import { endedRules } from '../../../../src/core/reports/text/ended-rules.ts'
import { amongLines, asCases, behindMarks, EXCEPTIONS, saidBy, type SaidRow } from './said-by.ts'

const ended = (namespace: string | undefined, code: bigint, indicator?: string): Said => ({
  termination: { ...(namespace !== undefined && { namespace }), code, ...(indicator !== undefined && { indicator }) },
})

/** In any place of a line. */
const inLines: readonly SaidRow[] = [
  [
    'Termination Reason: Namespace ASSERTIOND, Code 0x8badf00d',
    ended('ASSERTIOND', 0x8badf00dn),
    ended(undefined, 0x8badf00dn),
  ],
  ['Termination Reason: Namespace SIGNAL, Code 6 Abort trap: 6', ended('SIGNAL', 6n, 'Abort trap: 6')],
  ['Termination Reason: DYLD, Code 1, Library missing', ended('DYLD', 1n, 'Library missing')],
  ['Termination Reason: DYLD 4; Symbol missing  ', ended('DYLD', 4n, 'Symbol missing')],
  ['Termination Reason: DYLD 4,Symbol missing', ended('DYLD', 4n, 'Symbol missing')],
  ['Termination Reason: DYLD 4;', ended('DYLD', 4n)],
  ['Termination Reason:   FRONTBOARD 2343432205', ended('FRONTBOARD', 2343432205n)],
  ['Termination Reason:\n  TCC, 0xA1B2', ended('TCC', 0xa1b2n)],
  ['x termination reason: namespace tcc, code 0 ', ended('TCC', 0n)],
  ['`Termination Reason: TCC 7 till` is all', ended('TCC', 7n, 'till')],
  [
    'Termination Reason: CAROUSEL, Watchdog of the till',
    { termination: { namespace: 'CAROUSEL', reasons: ['Watchdog of the till'] } },
  ],
  ['Termination Reason:  Namespace TCC, no `till`', { termination: { namespace: 'TCC', reasons: ['no'] } }],
  ['Termination Reason: TCC, Codes differ', { termination: { namespace: 'TCC', reasons: ['Codes differ'] } }],
  ['a program that iOS killed for 3 s (0x8badf00d)', ended(undefined, 0x8badf00dn)],
  ['It exits: 0x8BADF00D', ended(undefined, 0x8badf00dn)],
  ['it crashed with `0xdead10cc` (RUNNINGBOARD)', ended('RUNNINGBOARD', 0xdead10ccn)],
  ['terminated in the night by "0xc00010ff"(TCC)', ended('TCC', 0xc00010ffn)],
  ["kill '0xbad22222''(TCC)", ended('TCC', 0xbad22222n)],
  ['crash “0xbaadca11” (TC)', ended(undefined, 0xbaadca11n)],
  [
    'SBUnsuspendLimit Till[7] (1) and SBUnsuspendLimit Harbor Till[1234] exceeded 15 wakes in 300 sec, then',
    {
      info: 'SBUnsuspendLimit Harbor Till[1234] exceeded 15 wakes in 300 sec',
      header: { process: 'Harbor Till', pid: 1234, fields: [['Event', 'exceeded 15 wakes in 300 sec']] },
    },
  ],
  [
    'SBUnsuspendLimit T[7] exceeded 1 wakes in 3 sec',
    {
      info: 'SBUnsuspendLimit T[7] exceeded 1 wakes in 3 sec',
      header: { process: 'T', pid: 7, fields: [['Event', 'exceeded 1 wakes in 3 sec']] },
    },
  ],
  ['"namespace":"SPRINGBOARD","code":2343432205', ended('SPRINGBOARD', 2343432205n)],
  [
    '{"code":0,"namespace" : "DYLD", "indicator" : "Library missing", "code" : 1}',
    ended('DYLD', 1n, 'Library missing'),
  ],
  ["{'namespace': 'SIGNAL', 'code': 6}", ended('SIGNAL', 6n)],
  ['namespace = TILL; indicator = “no till”; code = 0x2bad', ended('TILL', 0x2badn, 'no till')],
  ['namespace TILL code 7', ended('TILL', 7n)],
  ['namespace TILL indicator\'= "t"code\'\t:\t8', ended('TILL', 8n, 't')],
]

describe('in any place of a line', () => {
  test.each(asCases(inLines))('%j', (text, said) => {
    for (const whole of amongLines(text)) expect(saidBy(endedRules, whole)).toEqual(said)
  })

  test.each([
    '8badf00d',
    'dead10cc',
    'c00010ff',
    'bad22222',
    'deadfa11',
    'baadca11',
    'c51bad01',
    'c51bad02',
    'c51bad03',
    '2bad45ec',
    '1ed2a3de',
  ])('a program ended with %s', (digits) => {
    for (const verb of ['terminat', 'terminated', 'killed', 'kills', 'crash', 'crashing', 'exited'])
      expect(saidBy(endedRules, `Till ${verb} 0x${digits}.`)).toEqual([ended(undefined, BigInt(`0x${digits}`))])
  })
})

const broken = (subtype: string, address: bigint): object => ({
  exception: { type: 'EXC_BAD_ACCESS', subtype, address },
})

/** At the beginning of a line alone. */
const beginLines: readonly SaidRow[] = [
  ['KERN_INVALID_ADDRESS at 0x10', broken('KERN_INVALID_ADDRESS at 0x10', 0x10n)],
  [
    'KERN_PROTECTION_FAILURE at 0x000000016f3bfff8 (possible pointer authentication failure)',
    broken('KERN_PROTECTION_FAILURE at 0x000000016f3bfff8 (possible pointer authentication failure)', 0x16f3bfff8n),
  ],
  ['KERN_MEMORY_ERROR at 0xabc -> 0x1f ()', broken('KERN_MEMORY_ERROR at 0xabc -> 0x1f', 0xabcn)],
  ['Subtype: KERN_INVALID_ADDRESS at 0x7 -> 0x00ff (x) (y)', broken('KERN_INVALID_ADDRESS at 0x7 -> 0x00ff (x)', 7n)],
  ['Exception Subtype:   KERN_INVALID_ADDRESS at 0x8', broken('KERN_INVALID_ADDRESS at 0x8', 8n)],
  ['"subtype" : "KERN_INVALID_ADDRESS at 0x9"', broken('KERN_INVALID_ADDRESS at 0x9', 9n)],
  ["`'subtype'=KERN_INVALID_ADDRESS at 0x9'", broken('KERN_INVALID_ADDRESS at 0x9', 9n)],
  ['* subtype  = “KERN_INVALID_ADDRESS at 0x9”', broken('KERN_INVALID_ADDRESS at 0x9', 9n)],
  ...['SIGABRT', 'SIGSEGV', 'SIGBUS'].flatMap((signal): readonly SaidRow[] =>
    [
      `"signal":"${signal}"`,
      `signal: ${signal}.`,
      `signal=${signal}`,
      `signal'  = '${signal}'`,
      `* "signal" :  “${signal}”`,
      `\`signal: ${signal}\``,
    ].map((text) => [text, { exception: { signal } }]),
  ),
]

/** Behind the marks of quotes, too. */
const named: readonly SaidRow[] = EXCEPTIONS.flatMap((name): readonly SaidRow[] => [
  [`${name}, reason: n`, { exception: { type: 'NSException', name, reason: 'n' } }],
  [`${name}, reason: no till \t`, { exception: { type: 'NSException', name, reason: 'no till' } }],
])

describe('at the beginning of a line', () => {
  test.each(asCases([...beginLines, ...named]))('%j', (text, said) => {
    for (const whole of [...amongLines(text), ...behindMarks(text)].flatMap((one) => [one, `Words\n${one}`]))
      expect(saidBy(endedRules, whole)).toEqual(said)
    expect(saidBy(endedRules, `Words ${text}`)).toEqual([])
  })

  test.each(EXCEPTIONS)('Crashlytics, %s without a reason', (name) => {
    const said = { exception: { type: 'NSException', name, message: CRASHLYTICS_HEADING } }
    for (const end of ['\n', '\r\n', ' \t \n', '\nWords'])
      for (const text of [`Fatal Exception: ${name}${end}`, ...behindMarks(`Fatal Exception: ${name}${end}`)])
        for (const whole of [text, `Words\n${text}`]) expect(saidBy(endedRules, whole)).toEqual([said])
    for (const text of [`Fatal Exception: ${name}`, `Fatal Exception: ${name}: no\n`, `A Fatal Exception: ${name}\n`])
      expect(saidBy(endedRules, text)).toEqual([])
  })

  test('Crashlytics, an exception of C++ that Unity carries', () => {
    const said = { exception: { name: 'Il2CppExceptionWrapper', message: CRASHLYTICS_HEADING } }
    expect(saidBy(endedRules, 'Fatal Exception: Il2CppExceptionWrapper\n0')).toEqual([said])
  })
})

describe('near sentences', () => {
  test.each([
    'Termination Reason: TC 7',
    'Termination Reason:TCC 7',
    'Termination Reason: TCC, Code',
    'Termination Reason: TCC, Code none',
    'Termination Reason: TCC Watchdog',
    'Termination Reason: TCC, `Watchdog`',
    'xTermination Reason: TCC 7',
    'it crashed. Then 0x8badf00d',
    'it crashed\n with 0x8badf00d',
    'it crashed with 0x8badf00d1',
    'it crashed with 0x8badf00e',
    'it crashed with 0xc51bad04',
    'it crashed:0x8badf00d',
    'recrash with 0x8badf00d',
    'crash123 with 0x8badf00d',
    'Subtypes: KERN_INVALID_ADDRESS at 0x10',
    'KERN_INVALID_ADDRESS',
    'KERN_INVALID_ADDRESS at 10',
    'Fatal Exception: TillException\n',
    'NSRangeException, reason:',
    'NSRangeException, reason:  no till',
    'NSRange, reason: no till',
    'TillException, reason: no till',
    '"namespace":"TIL","code":7',
    '"namespace":"TILL","number":7',
    '"namespace":"TILL","code":"seven"',
    '"namespace":"TILL","indicator":"","code":7',
    '"signal":"SIGX"',
    '"signal":"SIGABRTS1"',
    '"signals":"SIGABRT"',
    'signal SIGABRT',
    'SBUnsuspendLimit Till exceeded 15 wakes in 300 sec',
    'SBUnsuspendLimit Till[7] exceeded 15 wakes in 300 seconds',
  ])('%j', (text) => {
    expect(saidBy(endedRules, text)).toEqual([])
  })
})
