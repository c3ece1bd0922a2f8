/** Fields above the stacks of Apple's texts: each form of a field, the field without it, and other fields. */
import { describe, expect, test } from 'vitest'
import type { BinaryImage } from '../../../../src/core/model/image.ts'
import {
  buildException,
  buildHeader,
  buildTermination,
  mainImage,
  readMeasures,
  readStatedException,
  readThrown,
  withSliceUuid,
  type Field,
} from '../../../../src/core/reports/text/apple-header.ts'
import { eventTexts } from '../../../../src/core/messages/labels.ts'
import { parseUuid } from '../../../../src/core/model/image.ts'

const image = (name: string, more: Partial<BinaryImage> = {}): BinaryImage => ({ index: 0, name, ...more })

/** Fields of `key: value` lines. */
const fieldsOf = (...lines: readonly string[]): Field[] =>
  lines.map((line) => {
    const at = line.indexOf(': ')
    return [line.slice(0, at), line.slice(at + 2)]
  })

describe('the header', () => {
  const headerOf = (...lines: readonly string[]) => {
    const { fields, ...header } = buildHeader(fieldsOf(...lines), [])
    expect(fields).toEqual(fieldsOf(...lines))
    return header
  }

  test('all fields', () => {
    const lines = [
      'Incident Identifier: 1-2',
      'Hardware Model: iPhone9,1',
      'Process: My Till [1234]',
      'Path: /a/Till',
      'Identifier: com.shop.till',
      'Version: 1.2 (3)',
      'Code Type: ARM-64',
      'Parent Process: launchd [1]',
      'Date/Time: today',
      'Launch Time: before',
      'OS Version: iOS 15.0',
    ]
    expect(headerOf(...lines)).toEqual({
      process: 'My Till',
      pid: 1234,
      path: '/a/Till',
      bundleId: 'com.shop.till',
      version: '1.2 (3)',
      os: 'iOS 15.0',
      device: 'iPhone9,1',
      arch: 'arm64',
      date: 'today',
      launched: 'before',
      parent: 'launchd [1]',
      incident: '1-2',
    })
  })

  test.each<[string[], object]>([
    [[], {}],
    [['Process:   '], {}],
    [['PROCESS: Till'], { process: 'Till' }],
    [['Process: Till[1]'], { process: 'Till', pid: 1 }],
    [['Process: Till [x]'], { process: 'Till [x]' }],
    [['Process: Till [1] [2]'], { process: 'Till', pid: 1 }],
    [['Process:  ', 'Command: Till  \t[12]'], { process: 'Till', pid: 12 }],
    [['Command: Till', 'PID: 12'], { process: 'Till', pid: 12 }],
    [['Process: Till', 'PID: 12x'], { process: 'Till' }],
    [['Process: Till', 'PID: x12'], { process: 'Till' }],
    [['Version: 1', 'Process: Till'], { process: 'Till' }],
    [['Version: 1', 'Identifier: x', 'Version: 2'], { bundleId: 'x', version: '2' }],
    [['Version: 1', 'Command: x', 'Version: 2'], { process: 'x', version: '2' }],
    [['Version: 1', 'My Process: x', 'Version: 2'], {}],
    [['OS Version: ??? ??? (Build ???)'], {}],
    [['OS Version: ??? (Build 1)'], { os: '??? (Build 1)' }],
    [['OS_Version: 12'], { os: '12' }],
    [['Device Model: a'], { device: 'a' }],
    [['Model: MacBookPro11,1, BootROM 123, 4 processors'], { device: 'MacBookPro11,1' }],
    [['Model: x,123, BootROM 1\n2'], { device: 'x,123\n2' }],
    [['Model: My Mac1,1, BootROM 1'], { device: 'My Mac1,1, BootROM 1' }],
    [['Model: Mac1,1 BootROM 1'], { device: 'Mac1,1 BootROM 1' }],
    [['Parent: x'], { parent: 'x' }],
    [['Architecture: x86_64', 'Command: x', 'Architecture: arm64'], { process: 'x', arch: 'arm64' }],
    [['Architecture: x86_64', 'Command: x'], { process: 'x', arch: 'x86_64' }],
    [['Architecture: x86_64', 'Commands: x', 'Architecture: arm64'], { arch: 'x86_64' }],
    [['Architecture: x86_64', 'My Command: x', 'Architecture: arm64'], { arch: 'x86_64' }],
  ])('%j', (lines, header) => {
    expect(headerOf(...lines)).toEqual(header)
  })

  test('the architecture of the program’s image goes first, that of the first image last', () => {
    const images = [image('a', { arch: 'armv7' }), image('Till', { arch: 'arm64e' })]
    const archOf = (...lines: readonly string[]) => buildHeader(fieldsOf(...lines), images).arch
    expect(archOf('Process: Till [1]', 'Code Type: ARM-64')).toBe('arm64e')
    expect(archOf('Process: B [1]', 'Code Type: ARM-64')).toBe('arm64')
    expect(archOf('Process: B [1]')).toBe('armv7')
  })

  test('the program’s image is the one with its path, else with its name', () => {
    const images = [image('Till'), image('Sub', { path: '/a/Till' }), image('Other')]
    expect(mainImage(images, 'Till', '/a/Till')?.name).toBe('Sub')
    expect(mainImage(images, 'Other', '/b/Till')?.name).toBe('Till')
    expect(mainImage(images, 'Other', '/b/None')?.name).toBe('Other')
    expect(mainImage(images, 'Other', undefined)?.name).toBe('Other')
    expect(mainImage(images, undefined, undefined)).toBeUndefined()
    expect(mainImage(images, 'None', '/b/None')).toBeUndefined()
  })

  test('the UUID of the first line is the program’s where it has none', () => {
    const text = '01234567-89AB-CDEF-0123-456789ABCDEF'
    const uuid = parseUuid(text)
    if (!uuid) throw new Error('uuid')
    const [main, other] = [image('Till'), image('b')]
    expect(withSliceUuid([main, other], main, text)).toEqual([{ ...main, uuid }, other])
    const same = (images: readonly BinaryImage[], of: BinaryImage | undefined, stated: string | undefined) =>
      expect(withSliceUuid(images, of, stated)).toBe(images)
    same([main, other], undefined, text)
    same([main, other], main, undefined)
    same([main, other], main, 'x')
    same([main, { ...other, uuid }], main, text)
    const known = { ...main, uuid: parseUuid(text.replace('0', '1')) } as BinaryImage
    same([known, other], known, text)
  })

  test.each<[string[], object[]]>([
    [[], []],
    [['Date/Time: a'], []],
    [
      ['Date/Time: a', 'End time: b'],
      [
        { text: eventTexts.measureBegan, time: 'a' },
        { text: eventTexts.measureEnded, time: 'b' },
      ],
    ],
    [['Start time: s', 'Date/Time: a'], [{ text: eventTexts.measureBegan, time: 's' }]],
    [['End time: b', 'Duration: 1.50s'], [{ text: eventTexts.measureEnded, time: 'b' }]],
    [
      ['Duration: 1.50s', 'Time Since Fork: 12 s more'],
      [
        { text: eventTexts.took, lasted: 1.5 },
        { text: eventTexts.processRan, lasted: 12 },
      ],
    ],
    [['Time Since Fork: 12 seconds'], []],
    [['Time Since Fork: about 12 s'], []],
  ])('measures of %j', (lines, events) => {
    expect(readMeasures(fieldsOf(...lines))).toEqual(events.map((event) => ({ kind: 'measure', ...event })))
  })
})

describe('exceptions', () => {
  test.each<[string[], object | undefined]>([
    [[], undefined],
    [['Exception Type: EXC_BAD_ACCESS (SIGSEGV)'], { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' }],
    [['Exception Type: EXC_CRASH  (SIGKILL - CODESIGNING)'], { type: 'EXC_CRASH', signal: 'SIGKILL - CODESIGNING' }],
    [['Exception Type: EXC_CRASH (SIG12 - ABORT trap)'], { type: 'EXC_CRASH', subtype: 'SIG12 - ABORT trap' }],
    [['Exception Type: EXC_CRASH (Code Signature Invalid)'], { type: 'EXC_CRASH', subtype: 'Code Signature Invalid' }],
    [['Exception Type: EXC_CRASH ()'], { type: 'EXC_CRASH', subtype: '' }],
    [['Exception Type: SIGABRT'], { signal: 'SIGABRT' }],
    [['Exception Type: MYSIGABRT'], { type: 'MYSIGABRT' }],
    [['Exception Type: SIGABRT x'], { type: 'SIGABRT x' }],
    [['Exception Type: a (b) (c)'], { type: 'a (b) (c)' }],
    [
      ['Exception: EXC_BAD_ACCESS (0x0001)', 'Codes: KERN_X (0x0002) at 0x10'],
      { type: 'EXC_BAD_ACCESS', codes: 'KERN_X (0x0002) at 0x10', address: 16n },
    ],
    [
      ['Exception: EXC_BAD_ACCESS (0x0001)', 'Code[0]: 0x00000001Code[1]: 0x10'],
      { type: 'EXC_BAD_ACCESS', codes: '0x00000001, 0x10', rawCodes: [1n, 16n] },
    ],
    [
      [
        'Exception: EXC_BAD_ACCESS (0x0001)',
        'Code[0]: 0x1 ',
        'code[1]:  0x10',
        'Code[12]: 0x2',
        'My Code[0]: 0x3',
        'Code[1]x: 0x4',
      ],
      { type: 'EXC_BAD_ACCESS', codes: '0x1, 0x10', rawCodes: [1n, 16n] },
    ],
    [['Exception: EXC_BAD_ACCESS'], undefined],
    [['Exception: EXC_BAD_ACCESS (0x0001) x'], undefined],
    [['Exception: My EXC_BAD_ACCESS (0x0001)'], undefined],
    [['Codes: 0x1'], undefined],
    [['Exception Codes: at'], undefined],
    [['Exception Codes: at x'], { codes: 'at x' }],
    [['Exception Codes: what'], { codes: 'what' }],
    [['Exception Codes: 0x1, 0xaBc'], { codes: '0x1, 0xaBc', rawCodes: [1n, 0xabcn] }],
    [['Exception Codes: 0x1 ,  0x2 , 0x3'], { codes: '0x1 ,  0x2 , 0x3', rawCodes: [1n, 2n, 3n] }],
    [['Exception Codes: 0x1,0x2'], { codes: '0x1,0x2', rawCodes: [1n, 2n] }],
    [['Exception Codes: 0x1 x'], { codes: '0x1 x' }],
    [['Exception Codes: KERN_X at 0x10'], { codes: 'KERN_X at 0x10', address: 16n }],
    [['Exception Codes: KERN_X at 0x10', 'Raw Codes: 0x1'], { codes: 'KERN_X at 0x10', rawCodes: [1n] }],
    [['Exception Subtype: KERN_X at 0xAB'], { subtype: 'KERN_X at 0xAB', address: 0xabn }],
    [['Exception Subtype: KERN_X at 0x00'], { subtype: 'KERN_X at 0x00' }],
    [['Exception Subtype: KERN_X at 0x00000000'], { subtype: 'KERN_X at 0x00000000', address: 0n }],
    [['Exception Subtype: KERN_X at 0x0'], { subtype: 'KERN_X at 0x0', address: 0n }],
    [['Exception Subtype: KERN_X at 0x001'], { subtype: 'KERN_X at 0x001', address: 1n }],
    [['Exception Address: 0x20', 'Exception Subtype: at 0x10'], { subtype: 'at 0x10', address: 32n }],
    [['Exception Address: x0x20'], undefined],
    [['Exception Address: 0x20 x'], undefined],
    [['Exception Message: m', 'Exception Name: n', 'Exception Reason: r'], { message: 'm', name: 'n', reason: 'r' }],
    [['EXC_CORPSE_NOTIFY: x'], { message: 'x' }],
    [['MY_EXC_CORPSE: x'], undefined],
    [['EXC_CORPSE_NOTIFY 2: x'], undefined],
  ])('%j', (lines, exception) => {
    expect(buildException(fieldsOf(...lines))).toEqual(exception)
  })

  test.each<[string, object | undefined]>([
    ['Fatal Error: EXC_BAD_ACCESS', { type: 'EXC_BAD_ACCESS' }],
    [
      'x\nFatal Error: EXC_BAD_ACCESS / KERN_INVALID_ADDRESS / 0xabc\ny',
      { type: 'EXC_BAD_ACCESS', subtype: 'KERN_INVALID_ADDRESS', address: 0xabcn },
    ],
    ['Fatal Error: EXC_BREAKPOINT / EXC_I386_2', { type: 'EXC_BREAKPOINT', subtype: 'EXC_I386_2' }],
    ['Fatal Error: EXC_BAD_ACCESS / 0x1234567890abcdef', { type: 'EXC_BAD_ACCESS', address: 0x1234567890abcdefn }],
    ['My Fatal Error: EXC_BAD_ACCESS', undefined],
    ['Fatal Error: EXC_BAD_ACCESS x', undefined],
    ['Fatal Error: EXC_BAD_ACCESS / SIG_X', undefined],
    ['Fatal Error: BAD_ACCESS', undefined],
  ])('by Sentry: %j', (text, exception) => {
    expect(readStatedException(text.split('\n'))).toEqual(exception)
  })

  test.each<[string, object]>([
    [
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'it's 2'",
      { name: 'NSRangeException', reason: "it's 2" },
    ],
    [
      "x\n*** Terminating app due to uncaught exception \n 'N'   \n  reason:   'a\nb' \t\ny",
      { name: 'N', reason: 'a\nb' },
    ],
    ["*** Terminating app due to uncaught exception 'N', reason: 'r'*** x", { name: 'N', reason: 'r' }],
    ["*** Terminating app due to uncaught exception 'N', reason: 'r' *** x", { name: 'N', reason: 'r' }],
    ["*** Terminating app due to uncaught exception 'N', reason: 'r', x", { name: 'N', reason: 'r' }],
    ["*** Terminating app due to uncaught exception 'N', reason: 'r' terminating with x", { name: 'N', reason: 'r' }],
    ["Terminating app due to uncaught exception 'N', reason: 'r'", {}],
    ['UNCAUGHT EXCEPTION (NSRange): what is ', { name: 'NSRange', reason: 'what is' }],
    ['x\nUNCAUGHT EXCEPTION (abc): y\nz', { name: 'abc', reason: 'y' }],
    ['AN UNCAUGHT EXCEPTION (NSRange): what', {}],
    ['UNCAUGHT EXCEPTION (ab): what', {}],
    [
      'libc++abi: terminating with uncaught exception of type std::bad_alloc: std::bad_alloc',
      { name: 'std::bad_alloc', reason: 'std::bad_alloc' },
    ],
    ['terminating due to uncaught exception of type a:  \tb c', { name: 'a', reason: 'b c' }],
    ['terminating due to uncaught exception of type ab:c', { name: 'ab', reason: 'c' }],
    ['terminating due to uncaught exception of type ::a b', { name: '::a' }],
    ['terminating by uncaught exception of type a', {}],
    ['', {}],
  ])('by the program: %j', (text, thrown) => {
    expect(readThrown(text.split('\n'))).toEqual(thrown)
  })
})

describe('terminations', () => {
  test.each<[string[], object | undefined]>([
    [[], undefined],
    [
      ['Termination Reason: Namespace SIGNAL, Code 6, Abort trap: 6'],
      { namespace: 'SIGNAL', code: 6n, indicator: 'Abort trap: 6' },
    ],
    [['Termination Reason: Namespace My Space, Code 0xaB12'], { namespace: 'My Space', code: 0xab12n }],
    [['Termination Reason: Namespace A, Code 12; x'], { namespace: 'A', code: 12n, indicator: 'x' }],
    [
      ['Termination Reason: Namespace A, Code 12 x', 'Termination Signal: S'],
      { namespace: 'A', code: 12n, indicator: 'x' },
    ],
    [
      ['Termination Reason: Namespace A, Code 12\nmore\n words ', 'Termination Signal: S'],
      { namespace: 'A', code: 12n, indicator: 'S', reasons: ['more\n words'] },
    ],
    [['Termination Reason: Namespace DYLD, Library missing'], { namespace: 'DYLD', indicator: 'Library missing' }],
    [['Termination Reason: Namespace DYLD; a'], { namespace: 'DYLD;', indicator: 'a' }],
    [['Termination Reason: Namespace DYLD'], { namespace: 'DYLD' }],
    [['Termination Reason: FRONTBOARD 2343432205'], { namespace: 'FRONTBOARD', code: 2343432205n }],
    [
      ['Termination Reason: DYLD, [0xA1] Library missing'],
      { namespace: 'DYLD', code: 0xa1n, indicator: 'Library missing' },
    ],
    [['Termination Reason: Watch_dog,  \t12;x'], { namespace: 'Watch_dog', code: 12n, indicator: 'x' }],
    [['Termination Reason: <0xab> 12'], { namespace: '<0xab>', code: 12n }],
    [['Termination Reason: <NO_NS> 12, y'], { namespace: '<NO_NS>', code: 12n, indicator: 'y' }],
    [['Termination Reason: a word 12'], { reasons: ['a word 12'] }],
    [['Termination Reason: My Namespace A, Code 12'], { reasons: ['My Namespace A, Code 12'] }],
    [['Termination Reason: words', 'Termination Description: more'], { reasons: ['words', 'more'] }],
    [
      ['Termination Description: DYLD, Library not loaded: a | Referenced from: b | c'],
      { namespace: 'DYLD', reasons: ['Library not loaded: a\nReferenced from: b\nc'] },
    ],
    [['Termination Description: DYLD, a'], { namespace: 'DYLD', reasons: ['a'] }],
    [['Termination Description: My DYLD, a'], { reasons: ['My DYLD, a'] }],
    [['Termination Description: DYLD,  a'], { reasons: ['DYLD,  a'] }],
    [['Termination Description: DYLD, a\nb'], { reasons: ['DYLD, a\nb'] }],
    [
      ['Termination Reason: Namespace A, Code 1', 'Termination Description: DYLD, a | b'],
      { namespace: 'A', code: 1n, reasons: ['DYLD, a | b'] },
    ],
    [['Termination Signal: Trap'], { indicator: 'Trap' }],
    [['Terminating Process: x [1]'], { byProcess: 'x [1]' }],
    [
      ['Reason: The process was terminated for exceeding jetsam memory limits. x'],
      { namespace: 'JETSAM', reasons: ['The process was terminated for exceeding jetsam memory limits'] },
    ],
    [['Reason: So The process was terminated for exceeding jetsam memory limits'], undefined],
  ])('%j', (lines, termination) => {
    expect(buildTermination(fieldsOf(...lines))).toEqual(termination)
  })
})
