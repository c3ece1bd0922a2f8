/** The end in a text of Crashlytics: the exception and its reason in their places, or the signal. */
import { describe, expect, test } from 'vitest'
import { crashlyticsTextFormat } from '../../../../src/core/reports/sdks/crashlytics-text.ts'
import { pick, told } from '../../../support/format-told.ts'

const row = '0  Larder  0x1f5a54ba0 fill + 360'
const read = (...lines: readonly string[]) => told(crashlyticsTextFormat, lines.join('\n'))[0]!
const fatal = 'Fatal Exception: NSRangeException'

describe('the reason', () => {
  const blanks = ' \t'.repeat(4)
  test.each<[string, readonly string[], string | undefined]>([
    ['in the next line', [fatal, '  out of range '], 'out of range'],
    ['behind a row', [fatal, row, 'out of range'], undefined],
    ['in another Fatal Exception', [fatal, 'Fatal Exception: Other'], undefined],
    ['nowhere', [fatal], undefined],
    ['behind an empty line', [fatal, '', 'out of range'], undefined],
    ['behind a hyphen', [`${fatal} - out of range`, 'below'], 'out of range'],
    ['behind a dash', [`${fatal} – out of range`], 'out of range'],
    ['behind a long dash', [`${fatal} — out of range`], 'out of range'],
    ['behind many blanks', [`${fatal}${blanks}-${blanks}out of range`], 'out of range'],
    ['behind too many blanks', [`${fatal}${blanks} - out of range`, 'below'], 'below'],
    ['behind too many blanks at the other side', [`${fatal} -${blanks} out of range`], '- \t \t \t \t out of range'],
    ['behind a colon', [`${fatal}: out of range`, 'below'], 'out of range'],
    ['of a method', [`${fatal} -[Till pay]: unknown`, 'below'], '-[Till pay]: unknown'],
    ['of a method of a class', [`${fatal} +[Till pay]: unknown`, 'below'], '+[Till pay]: unknown'],
    ['with stars', [`${fatal}\t*** -[Till pay]: bounds`, 'below'], '*** -[Till pay]: bounds'],
    ['in brackets', [`${fatal} [Till pay]`, 'below'], '[Till pay]'],
    ['words that nothing parts', [`${fatal} in words`, 'below'], 'below'],
    ['small letter', [`My fatal Exception: NSRangeException - out`], 'out'],
    ['a mark of code that closes', [`\`${fatal} - out of range\``], 'out of range'],
    ['code in the reason', [`${fatal} - out of \`range\``], 'out of `range`'],
    ['code inside the reason', [`${fatal} - \`out\` of range`], '`out` of range'],
    ['cut in the title, whole below', [`${fatal} - out of`, fatal, 'out of range'], 'out of range'],
    ['whole in the title', [`${fatal} - out of range`, fatal, 'out of'], 'out of range'],
    ['another below', [`${fatal} - out of`, fatal, 'not out of range'], 'out of'],
    ['the same length', [`${fatal} - out of`, fatal, 'out of'], 'out of'],
    ['without its sign', [`${fatal} - [Till pa`, fatal, '-[Till pay]: x'], '[Till pay]: x'],
    ['with its sign', [`${fatal} -[Till pa`, fatal, '+[Till pay]: x'], '-[Till pay]: x'],
    ['with a sign at the other one', [`${fatal} -[Till pa`, fatal, '[Till pay]: x'], '-[Till pay]: x'],
    ['with a sign inside', [`${fatal} - a-[Till pa`, fatal, 'a[Till pay]: x'], 'a-[Till pa'],
    ['with a sign of words', [`${fatal} - +5 is`, fatal, '5 is wrong'], '+5 is'],
    ['of three', [`${fatal} - out`, fatal, 'other', fatal, 'out of range'], 'out of range'],
    ['of another exception', [fatal, row, 'Fatal Exception: Other - out of range'], undefined],
    ['in the heading of the page', ['  NSRangeException - out of range \t', fatal, row], 'out of range'],
    ['below before the heading of the page', ['NSRangeException - out', fatal, 'below'], 'below'],
    ['in a heading without words', ['NSRangeException - ', fatal, row], undefined],
    ['in a heading of another', ['AnNSRangeException - out', fatal, row], undefined],
  ])('%s', (_, lines, reason) => {
    const one = read(...lines, row)
    expect(one['exception']).toEqual({
      ...{ type: 'NSRangeException', name: 'NSRangeException', message: 'Fatal Exception' },
      ...(reason !== undefined && { reason }),
    })
    expect(one['applicationInfo']).toEqual(reason === undefined ? [] : [reason])
  })

  test('a name of 300 letters, and a longer one', () => {
    for (const [length, name] of [
      [300, 'N'.repeat(300)],
      [301, 'N'.repeat(300)],
    ] as const)
      expect(read(`Fatal Exception: ${'N'.repeat(length)}`, row)['exception']).toEqual({
        ...{ type: name, name, message: 'Fatal Exception' },
      })
  })

  test('as the title of the stack', () => {
    const frames = [expect.objectContaining({ kind: 'return', address: '0x1f5a54ba0' })]
    const title = 'out of range'
    expect(pick(read(fatal, title, row), 'threads', 'lastException', 'backtraces')).toEqual({
      threads: [],
      lastException: { title, frames, span: row },
      backtraces: [],
    })
  })

  test('a stack without a title is of a thread', () => {
    const one = read(row, 'NSRangeException - ', fatal)
    expect(one['lastException']).toBeUndefined()
    expect(one['threads']).toMatchObject([{ id: 0, crashed: false }])
  })
})

describe('the signal of a title', () => {
  const signals = ['ABRT', 'SEGV', 'BUS', 'ILL', 'TRAP', 'FPE', 'SYS'].map((name) => `SIG${name}`)
  test.each<[string, string]>([
    ...signals.map((signal): [string, string] => [`Crashed: com.a - ${signal} X 0x1`, signal]),
    ['## Crashed: q - SIGBUS', 'SIGBUS'],
    ['#\t* #\t* Crashed: q - SIGBUS', 'SIGBUS'],
    ['Crashed: q - r - SIGBUS', 'SIGBUS'],
    [`Crashed: ${'q'.repeat(201)} - SIGBUS`, 'SIGBUS'],
  ])('%j', (title, signal) => {
    expect(read(title, row)['exception']).toEqual({ signal })
  })
  test.each([
    'x Crashed: q - SIGBUS',
    '#\t* #\t* #Crashed: q - SIGBUS',
    'Crashed: q - SIGBUSY',
    'Crashed: q - SIGKILL',
    'Crashed: q SIGBUS',
    'Crashed:  - SIGBUS',
    `Crashed: ${'q'.repeat(202)} - SIGBUS`,
  ])('none in %j', (title) => {
    expect(read(title, row)['exception']).toBeUndefined()
  })
  test('the first of two; none beside an exception', () => {
    expect(read('Crashed: q - SIGBUS', 'Crashed: q - SIGABRT', row)['exception']).toEqual({ signal: 'SIGBUS' })
    expect(read('Crashed: q - SIGBUS', fatal, row)['exception']).toEqual({
      ...{ type: 'NSRangeException', name: 'NSRangeException', message: 'Fatal Exception' },
    })
  })
})
