/** Labels in another language, line by line: which field a value is of, which lines head a part, and which lines stay. */
import { describe, expect, test } from 'vitest'
import { isTranslated, restoreLabels } from '../../../src/core/reports/apple-text/translated-labels.ts'
import { TranslatedFields } from '../../../src/core/reports/apple-text/translated-fields.ts'
import { hasForeignHead } from '../../../src/core/reports/apple-text/foreign-heads.ts'
import { splitLines } from '../../../src/core/reports/base/lines.ts'

const linesOf = (...texts: readonly string[]) => splitLines(texts.join('\n'))
const restored = (...texts: readonly string[]): readonly string[] =>
  restoreLabels(linesOf(...texts)).map(({ text }) => text)

const id = '0A1B2C3D-1111-2222-3333-444455556666'

describe('the field of a value', () => {
  /** Labels of values, one after the other. */
  const labels = (...values: readonly string[]): readonly (string | undefined)[] => {
    const fields = new TranslatedFields()
    return values.map((value) => fields.labelOf(value))
  }
  test.each<[string, readonly string[], readonly (string | undefined)[]]>([
    [
      'an identifier, then a key of the same form',
      [id, id, id],
      ['Incident Identifier', 'CrashReporter Key', undefined],
    ],
    ['a key of 40 digits', ['a'.repeat(40)], ['CrashReporter Key']],
    ['39 digits', ['a'.repeat(39)], [undefined]],
    ['a model', ['iPhone14,5'], ['Hardware Model']],
    ['a model without its second number', ['iPhone14'], [undefined]],
    [
      'a process, its parent and who is responsible',
      ['Till [41]', 'zsh [1]', 'Term [7]'],
      ['Process', 'Parent Process', 'Responsible'],
    ],
    ['launchd is a parent', ['launchd [1]', 'Till [41]', 'zsh [1]'], ['Parent Process', 'Process', 'Responsible']],
    ['the parent of a simulator', ['launchd_sim [123]'], ['Parent Process']],
    ['an unknown parent', ['??? [1]'], ['Parent Process']],
    ['a process without its number', ['Till [x]'], [undefined]],
    ['a path', ['/x/Till.app/Till'], ['Path']],
    ['a slash alone', ['/ x'], [undefined]],
    ['architectures', ['ARM-64'], ['Code Type']],
    ['of Intel', ['X86-64 (Native)'], ['Code Type']],
    ['a word that begins like one', ['Armour'], [undefined]],
    ['a system', ['macOS 14.4.1 (23E224)'], ['OS Version']],
    ['a system with a word', ['iPhone OS 17.4 (Build 21E219)'], ['OS Version']],
    ['a version that is no system', ['1.2 (beta)'], [undefined]],
    ['dates', ['2024-03-01 10:11:12.3 +0100', '2024-03-01 10:00:00'], ['Date/Time', 'Launch Time']],
    ['a day', ['2024-03-01'], [undefined]],
    [
      'an exception and its codes',
      ['EXC_BAD_ACCESS (SIGSEGV)', '0x0000000000000001, 0x10'],
      ['Exception Type', 'Exception Codes'],
    ],
    [
      'a signal and a kind',
      ['SIGABRT', 'KERN_INVALID_ADDRESS at 0x10', 'KERN_PROTECTION_FAILURE'],
      ['Exception Type', 'Exception Codes', 'Exception Subtype'],
    ],
    ['codes without an exception', ['0x0000000000000001, 0x10'], [undefined]],
    ['a note', ['EXC_CORPSE_NOTIFY', 'EXC_CRASH (SIGABRT)'], ['Exception Note', 'Exception Type']],
    ['a reason', ['EXC_CRASH', 'Namespace SIGNAL, Code 6 Abort trap: 6'], ['Exception Type', 'Termination Reason']],
    ['a short reason', ['EXC_CRASH', 'SIGNAL 6 Abort'], ['Exception Type', 'Termination Reason']],
    ['the thread behind the exception', ['EXC_CRASH', '3'], ['Exception Type', 'Triggered by Thread']],
    ['the thread before it', ['3'], [undefined]],
    ['the thread with its queue', ['0  com.apple.main-thread'], ['Crashed Thread']],
    ['an identifier and a version', ['/x/Till', 'com.till.app', '1.2 (34)'], ['Path', 'Identifier', 'Version']],
    ['a version before the identifier', ['1.2 (34)'], [undefined]],
    ['an identifier before the path', ['com.till.app'], [undefined]],
    ['words', ['Till'], [undefined]],
    ['blanks around', ['  /x/Till  '], ['Path']],
  ])('%s', (_, values, expected) => {
    expect(labels(...values)).toEqual(expected)
  })

  test('is counted and remembered', () => {
    const fields = new TranslatedFields()
    expect([fields.count, fields.has('Path')]).toEqual([0, false])
    for (const value of ['/x/Till', '/y', 'words']) fields.labelOf(value)
    expect([fields.count, fields.has('Path'), fields.has('Process')]).toEqual([1, true, false])
  })
})

const row = '0   Till   0x0000000104ccc074 pay + 40'
const next = '1   Till   0x0000000104ccc0a4 main + 8'

describe('a heading in another language', () => {
  const foreign = (...texts: readonly string[]): boolean => hasForeignHead(linesOf(...texts))
  test.each<[string, readonly string[], boolean]>([
    ['above a row', ['Faden 0:', row], true],
    ['above a blank line and a row', ['Faden 0:', '', row], true],
    ['with a colon of full width', ['线程 0：', row], true],
    ['above a row of full width', ['线程 0:', '０ Till 0x104ccc074'], true],
    ['above two blank lines', ['Faden 0:', '', '', row], false],
    ['without a colon', ['Faden 0', row], false],
    ['above the second row', ['Faden 0:', next], false],
    ['in English', ['Thread 0:', row], false],
    ['in English, crashed', ['Thread 0 Crashed:', '', row], false],
    ['nothing above', [row], false],
  ])('%s: %s', (_, texts, expected) => {
    expect(foreign(...texts)).toBe(expected)
  })

  test.each<[string, readonly string[], readonly string[]]>([
    ['of a thread', ['Faden 3:', row, next], ['Thread 3:', row, next]],
    ['with words around its number', ['Nr 3 Faden: rest', row], ['Thread 3: rest', row]],
    [
      'with more words than the others: it crashed',
      ['Faden 0:', row, '', 'Faden 1 tot:', row, '', 'Faden 2:', row],
      ['Thread 0:', row, '', 'Thread 1 Crashed:', row, '', 'Thread 2:', row],
    ],
    ['alone: nothing shows that it crashed', ['Faden 1 tot:', row], ['Thread 1:', row]],
    [
      'two with more words: neither',
      ['Faden 0:', row, 'Faden 1 tot:', row, 'Faden 2 tot rot:', row],
      ['Thread 0:', row, 'Thread 1:', row, 'Thread 2:', row],
    ],
    [
      'of a thread without rows',
      ['Faden 0:', row, '', 'Faden 1:', '', 'Faden 2:', row],
      ['Thread 0:', row, '', 'Thread 1:', '', 'Thread 2:', row],
    ],
    [
      'with the same words and a value: it is a field',
      ['Faden 0:', row, '', 'Faden 1: a'],
      ['Thread 0:', row, '', 'Faden 1: a'],
    ],
    ['and the name above it', ['Faden 0 Name: main', 'Faden 0:', row], ['Thread 0 name: main', 'Thread 0:', row]],
    [
      'and the name of another thread',
      ['Faden 1 Name: main', 'Faden 0:', row],
      ['Faden 1 Name: main', 'Thread 0:', row],
    ],
    ['of more than five digits', ['Faden 123456:', row], ['Faden 123456:', row]],
    ['that is very long', [`Faden 0 ${'x'.repeat(160)}:`, row], [`Faden 0 ${'x'.repeat(160)}:`, row]],
    ['above a row in the middle', ['Faden 0:', row, next, row], ['Thread 0:', row, next, row]],
  ])('%s', (_, texts, expected) => {
    expect(restored(...texts)).toEqual(expected)
  })

  const image = '0x104cc8000 - 0x104cdffff Till arm64 <0a1b2c3d111122223333444455556666> /x/Till'
  const registers = '    x0: 0x0000000000000000   x1: 0x0000000000000001'
  const threads = ['Faden 0:', row]
  const english = ['Thread 0:', row]
  test.each<[string, readonly string[], readonly string[]]>([
    ['of images', [...threads, '', 'Bilder:', image], [...english, '', 'Binary Images:', image]],
    ['of images, in English', [...threads, '', 'Binary Images:', image], [...english, '', 'Binary Images:', image]],
    ['of images, without a colon', [...threads, '', 'Bilder', image], [...english, '', 'Bilder', image]],
    [
      'of registers',
      [...threads, '', 'Stand des Fadens 0:', registers],
      [...english, '', 'Thread 0 crashed with Thread State:', registers],
    ],
    ['of registers without a number', [...threads, '', 'Stand:', registers], [...english, '', 'Stand:', registers]],
    [
      'of one register',
      [...threads, '', 'Stand 0:', '    x0: 0x0000000000000000'],
      [...english, '', 'Stand 0:', '    x0: 0x0000000000000000'],
    ],
    [
      'of the last exception',
      ['Letzte Ausnahme:', '(0x104ccc074 0x104ccc0a4)', '', ...threads],
      ['Last Exception Backtrace:', '(0x104ccc074 0x104ccc0a4)', '', ...english],
    ],
    [
      'of the last exception, as rows',
      ['Letzte Ausnahme:', row, '', ...threads],
      ['Last Exception Backtrace:', row, '', ...english],
    ],
    [
      'of the last exception, in English',
      ['Last Exception Backtrace:', row, '', ...threads],
      ['Last Exception Backtrace:', row, '', ...english],
    ],
    [
      'of addresses behind the threads',
      [...threads, '', 'Anderes:', '(0x104ccc074 0x104ccc0a4)'],
      [...english, '', 'Anderes:', '(0x104ccc074 0x104ccc0a4)'],
    ],
    [
      'of what libraries said',
      ['', 'Angaben zum Programm:', 'abort() called', '', ...threads],
      ['', 'Application Specific Information:', 'abort() called', '', ...english],
    ],
    [
      'of what libraries said, behind a line of words',
      ['a', 'Angaben:', 'abort() called', '', ...threads],
      ['a', 'Angaben:', 'abort() called', '', ...english],
    ],
    [
      'of what people said',
      ['', 'Angaben:', 'it stopped', '', ...threads],
      ['', 'Angaben:', 'it stopped', '', ...english],
    ],
  ])('%s', (_, texts, expected) => {
    expect(restored(...texts)).toEqual(expected)
  })
})

describe('fields above the threads', () => {
  test('get their labels by their values, others stay', () => {
    expect(restored('Vorgang: Till [41]', 'Pfad:  /x/Till', 'Farbe: rot', 'Faden 0:', row, 'Pfad: /y')).toEqual([
      'Process: Till [41]',
      'Path: /x/Till',
      'Farbe: rot',
      'Thread 0:',
      row,
      'Pfad: /y',
    ])
  })

  test('a heading of a crash is not guessed where the header tells the thread', () => {
    const heads = ['Faden 0:', row, '', 'Faden 1 tot:', row]
    const told = ['Art: EXC_CRASH (SIGABRT)', 'Von Faden: 0', '', ...heads]
    expect(restored(...told)).toEqual([
      'Exception Type: EXC_CRASH (SIGABRT)',
      'Triggered by Thread: 0',
      '',
      'Thread 0:',
      row,
      '',
      'Thread 1:',
      row,
    ])
    expect(restored('Faden: 0  com.till.main', '', ...heads).slice(2)).toEqual(['Thread 0:', row, '', 'Thread 1:', row])
    expect(restored('Art: EXC_CRASH (SIGABRT)', '', ...heads).slice(2)).toEqual([
      'Thread 0:',
      row,
      '',
      'Thread 1 Crashed:',
      row,
    ])
  })

  test('two of Apple’s show an English report, whatever one heading says', () => {
    const header = ['Process: Till [41]', 'Path: /x/Till']
    const heads = ['Thread 0:', row, '', 'Stack 7 of the watchdog:', row]
    const text = (...above: readonly string[]) => [...above, '', ...heads]
    expect(restored(...text(...header))).toEqual(text(...header))
    expect(restored(...text(header[0] ?? '')).at(-2)).toMatch(/^Thread 7/)
    // `Version` is the same word in several languages.
    expect(restored(...text('Version: 1.2 (3)', header[0] ?? '')).at(-2)).toMatch(/^Thread 7/)
    const foreign = [...header, '', 'Thread 0:', row, '', '堆栈 7:', row]
    expect(restored(...foreign).at(-2)).toBe('Thread 7:')
  })
})

describe('a translated report', () => {
  test.each<[string, readonly string[], boolean]>([
    ['has a heading in another script', ['线程 0:', row], true],
    ['has three fields by their values', ['V: Till [41]', 'P: /x/Till', 'A: ARM-64', 'Faden 0:', row], true],
    ['has more than two of them', ['V: Till [41]', 'P: /x/Till', 'Faden 0:', row], false],
    ['is not in English', ['Process: Till [41]', 'Thread 0:', row], false],
    ['has a thread', ['V: Till [41]', 'P: /x/Till', 'A: ARM-64', row], false],
  ])('%s', (_, texts, expected) => {
    expect(isTranslated(linesOf(...texts))).toBe(expected)
  })
})

describe('signs of full width', () => {
  test('are plain in rows and in Apple’s own labels, and stay in words', () => {
    const found = restored('Path：／x', '注：ａ', 'Thread　0：', '０ Till 0x104ccc074 pay + 40', '', 'Binary Images：')
    expect(found).toEqual(['Path:/x', '注：ａ', 'Thread 0:', '0 Till 0x104ccc074 pay + 40', '', 'Binary Images:'])
  })

  test('nothing to restore gives the lines themselves', () => {
    const lines = linesOf('Process: Till [41]', '', 'Thread 0:', row)
    expect(restoreLabels(lines)).toBe(lines)
    const odd = linesOf('Process: Till [41]', 'Odd 0:', '', '', row)
    expect(restoreLabels(odd)).toBe(odd)
  })
})
