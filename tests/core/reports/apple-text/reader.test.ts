/** The reader of text crash reports, line by line: the parts that each line begins, continues and ends. */
import { describe, expect, test } from 'vitest'
import { titles } from '../../../../src/core/messages/labels.ts'
import { AppleTextReader } from '../../../../src/core/reports/apple-text/apple-text-reader.ts'
import { readOtherRow } from '../../../../src/core/reports/apple-text/other-rows.ts'
import { splitLines } from '../../../../src/core/reports/base/lines.ts'
import { ReportBuilder } from '../../../../src/core/reports/base/report-builder.ts'

const row = (index: number, name: string) => `${index}   Till   0x000000010000${1000 + index} ${name} + 40`
const IMAGE = '0x100000000 - 0x100003fff Till arm64 <11112222333344445555666677778888> /a/Till'
const isSaidOfEnd = (text: string) => text.startsWith('fatal')

/** All that the report says, one text for each part. */
const read = (...lines: readonly string[]) => {
  const text = lines.join('\n')
  const options = { textEnd: text.length, isSaidOfEnd, readOtherRow }
  const report = new AppleTextReader(new ReportBuilder('a.txt'), [], options).read(splitLines(text))
  const rows = (frames: (typeof report.threads)[number]['frames']) =>
    frames.map(({ symbol, address }) => symbol?.name ?? `0x${(address ?? 0n).toString(16)}`).join(' ')
  const shown = {
    fields: report.header.fields.map(([key, value]) => `${key}=${value}`),
    threads: report.threads.map(({ id, crashed, attributed, unnumbered, name, queue, frames, registers }) =>
      [
        `${id}${crashed ? '!' : ''}${attributed ? '~' : ''}${unnumbered ? '?' : ''}`,
        ...(name === undefined ? [] : [`(${name})`]),
        ...(queue === undefined ? [] : [`@${queue}`]),
        ...(frames.length > 0 ? [rows(frames)] : []),
        ...(registers ? [`[${registers.map((one) => `${one.name}=${one.value}`).join(' ')}]`] : []),
      ].join(' '),
    ),
    last: report.lastException ? [rows(report.lastException.frames)] : [],
    stacks: report.backtraces.map(({ title, frames }) => `${title}: ${rows(frames)}`),
    trees: report.callTrees.map(({ title, weight, roots }) => `${title} (${weight}): ${roots.length}`),
    sections: report.sections.map((one) => [one.title, one.kind === 'text' ? one.text : one.rows.flat().join(' ')]),
    info: report.applicationInfo,
    images: report.images.map((image) => image.name),
    problems: report.problems.map(({ code, line }) => `${code} ${line ?? ''}`),
  }
  return Object.fromEntries(Object.entries(shown).filter(([, list]) => list.length > 0))
}
const other = (...lines: readonly string[]) => ['Other text', lines.join('\n')]
const table = (rows: readonly (readonly [string, readonly string[], object])[]): void => {
  test.each(rows)('%s', (_, lines, expected) => {
    expect(read(...lines)).toStrictEqual(expected)
  })
}

describe('threads', () => {
  table([
    ['nothing', [], {}],
    ['a head with rows', ['Thread 3:', row(0, 'a'), row(1, 'b')], { threads: ['3 a b'] }],
    ['that crashed', ['Thread 3 Crashed:', row(0, 'a')], { threads: ['3! a'] }],
    ['held responsible', ['Thread 3 Attributed:', row(0, 'a')], { threads: ['3!~ a'] }],
    ['shown', ['Thread 3 Highlighted:', row(0, 'a'), 'Thread 4:'], { threads: ['3!~ a', '4'] }],
    ['without a number', ['Crashing Thread:', row(0, 'a')], { threads: ['0! a'] }],
    ['with a name', ['Thread 3:: Work  ', row(0, 'a')], { threads: ['3 (Work) a'] }],
    ['with a queue', ['Thread 3:: Dispatch queue: \ta.queue ', row(0, 'a')], { threads: ['3 @a.queue a'] }],
    ['with both', ['Thread 3:: Work  Dispatch Queue: a.queue'], { threads: ['3 (Work) @a.queue'] }],
    ['with an empty queue', ['Thread 3:: Work Dispatch queue:  '], { threads: ['3 (Work)'] }],
    ['with a name like that', ['Thread 3:: MyDispatch queue: x'], { threads: ['3 (MyDispatch queue: x)'] }],
    ['named before', ['Thread 3 name: Work', 'Thread 3:', row(0, 'a')], { threads: ['3 (Work) a'] }],
    ['in two parts', ['Thread 3:', row(0, 'a'), 'Thread 3:', row(0, 'b')], { threads: ['3 a', '3 b'] }],
    ['a sentence', ['Thread 3: is done.'], { sections: [other('Thread 3: is done.')] }],
    ['a name with a dot', ['Thread 3:: is done.'], { threads: ['3 (is done.)'] }],
    ['a row below a name', ['Thread 3 name: W', row(0, 'a')], { threads: ['3 (W)'], stacks: [`${titles.stack}: a`] }],
    ['below blank lines', ['Thread 3:', '', row(0, 'a'), ' ', row(1, 'b')], { threads: ['3 a b'] }],
    ['with elided rows', ['Thread 3:', row(0, 'a'), '--------', row(1, 'b')], { threads: ['3 a b'] }],
    [
      'with a row that is cut off',
      ['Thread 3:', row(0, 'a'), '1   Till   0x0000000100', row(2, 'c')],
      { threads: ['3 a c'], problems: ['cut-row 3'] },
    ],
    ['ended', ['Thread 3:', row(0, 'a'), ' EOF ', row(1, 'b')], { threads: ['3 a'], stacks: [`${titles.stack}: b`] }],
  ])
})

describe('registers', () => {
  const STATE = 'Thread 3 crashed with ARM Thread State (64-bit):'
  const X = '    x0: 0x0000000000000001   x1: 0x0000000000000002'
  const values = '[x0=1 x1=2]'
  table([
    ['of a thread', ['Thread 3:', row(0, 'a'), STATE, X], { threads: [`3! a ${values}`] }],
    ['of a thread without rows', [STATE, X], { threads: [`3! ${values}`] }],
    ['of another', ['Thread 3 Thread State:', X, 'Thread 4 Crashed:'], { threads: [`3 ${values}`, '4!'] }],
    [
      'of the one that crashed',
      ['Thread 2 Crashed:', 'Unknown thread Thread State:', X],
      { threads: [`2! ${values}`] },
    ],
    [
      'of an unknown one',
      ['Thread 2:', 'Unknown thread crashed with X86 Thread State:', X],
      { threads: ['2', `0! ${values}`] },
    ],
    ['with a number beside a crash', ['Thread 2 Crashed:', STATE, X], { threads: ['2!', `3! ${values}`] }],
    ['without their heading', ['Thread 2 Crashed:', row(0, 'a'), '', X], { threads: [`2! a ${values}`] }],
    ['alone', [X], { threads: [`0!? ${values}`] }],
    [
      'with words between',
      [STATE, 'cpu: words', X, 'words', X],
      { threads: [`3! [x0=1 x1=2 x0=1 x1=2]`], sections: [other('words')] },
    ],
    [
      'behind a blank line',
      [STATE, X, '', 'cpu: words'],
      { threads: [`3! ${values}`], sections: [other('cpu: words')] },
    ],
  ])
})

describe('other stacks, images and trees', () => {
  table([
    ['the last exception', ['Last Exception Backtrace:', row(0, 'a'), row(1, 'b')], { last: ['a b'] }],
    [
      'its addresses',
      ['Last Exception Backtrace:', '(0x1000 0x2000)', '0x3000'],
      { last: ['0x1000 0x2000'], sections: [other('0x3000')] },
    ],
    [
      'over lines',
      ['Last Exception Backtrace:', '(0x1000', '0x2000', '0x3000)', '(0x4)'],
      { last: ['0x1000 0x2000 0x3000'], sections: [other('(0x4)')] },
    ],
    [
      'up to a blank line',
      ['Last Exception Backtrace:', '(0x1000', '', '0x2000'],
      { last: ['0x1000'], sections: [other('0x2000')] },
    ],
    [
      'up to a head',
      ['Last Exception Backtrace:', '(0x1000', 'Thread 1:', row(0, 'a')],
      { last: ['0x1000'], threads: ['1 a'] },
    ],
    [
      'behind a row',
      ['Last Exception Backtrace:', row(0, 'a'), '(0x1000)'],
      { last: ['a'], sections: [other('(0x1000)')] },
    ],
    ['below a thread', ['Thread 1:', '(0x1000)'], { threads: ['1'], sections: [other('(0x1000)')] }],
    [
      'a backtrace',
      ['Application Specific Backtrace 1:', row(0, 'a')],
      { stacks: ['Application Specific Backtrace 1: a'] },
    ],
    ['that an export wrote', ['Backtrace: Till', row(0, 'a')], { stacks: ['Till: a'] }],
    ['rows alone', [row(0, 'a'), row(1, 'b')], { stacks: [`${titles.stack}: a b`] }],
    ['images', ['Binary Images:', IMAGE, '', IMAGE.replaceAll('Till', 'Shop')], { images: ['Till', 'Shop'] }],
    ['an image alone', [IMAGE, '0x100 words'], { images: ['Till'], sections: [other('0x100 words')] }],
    [
      'a damaged image',
      ['Binary Images:', '0x10000 words', 'words'],
      { sections: [other('0x10000 words', 'words')], problems: ['unreadable-row 2'] },
    ],
    ['a tree', ['Call Tree (ms): Main', '  5 a (in Till) + 1 [0x1000]'], { trees: ['Main (ms): 1'] }],
    [
      'samples before a kill',
      [' Microstackshots: 3 ', '  5 a (in Till) + 1 [0x1000]'],
      { trees: ['Microstackshots: 3 (samples): 1'] },
    ],
    [
      'the computer',
      ['Binary Images:', IMAGE, 'Model: Mac1,2, x', 'more'],
      { images: ['Till'], sections: [['System', 'Model: Mac1,2, x\nmore']] },
    ],
    [
      'the computer below a thread',
      ['Thread 1:', 'Model: Mac1,2'],
      { threads: ['1'], sections: [['System', 'Model: Mac1,2']] },
    ],
    ['a model in the header', ['Model: Mac1,2'], { fields: ['Model=Mac1,2'] }],
    ['bytes', ['Thread 1 instruction stream:', ' 00 01'], { sections: [['Thread 1 instruction stream', ' 00 01']] }],
  ])
})

describe('sections', () => {
  const INFO = 'Application Specific Information:'
  table([
    ['of words', ['Kernel Triage:', 'a', '', 'b'], { sections: [['Kernel Triage', 'a\n\nb']] }],
    ['with words in the heading', ['Kernel Triage: a', 'b'], { sections: [['Kernel Triage', 'a\nb']] }],
    ['of the program', [INFO, 'abort() called'], { info: ['abort() called'] }],
    ['with any heading', ['Trial Info:', 'a'], { sections: [['Trial Info', 'a']] }],
    [
      'with a heading in the words',
      ['Trial Info:', 'a', 'More Info:', 'b'],
      { sections: [['Trial Info', 'a\nMore Info:\nb']] },
    ],
    [
      'behind a blank line',
      ['Trial Info:', 'a', '', 'More Info:', 'b'],
      {
        sections: [
          ['Trial Info', 'a'],
          ['More Info', 'b'],
        ],
      },
    ],
    ['a known field', ['Process:', 'Role:'], { fields: ['Process=', 'Role='] }],
    [
      'then somebody',
      ['Kernel Triage:', 'a', '', 'I saw this'],
      { sections: [['Kernel Triage', 'a'], other('I saw this')] },
    ],
    ['somebody in the words', ['Kernel Triage:', 'I saw', 'b'], { sections: [['Kernel Triage', 'I saw\nb']] }],
    [
      'then a field',
      ['Kernel Triage:', 'a', 'Process: Till', 'Any: x'],
      { fields: ['Process=Till', 'Any=x'], sections: [['Kernel Triage', 'a']] },
    ],
    [
      'a field behind threads',
      ['Thread 1:', '', 'Trial Info:', 'Role: x', 'Any: x'],
      { fields: ['Role=x'], threads: ['1'], sections: [['Trial Info', ''], other('Any: x')] },
    ],
  ])
})

describe('fields', () => {
  const type = 'Exception Type: EXC_CRASH (SIGABRT)'
  table([
    [
      'one by one',
      ['Process: Till [41]', 'Any: x ', 'Path:  /a // where'],
      { fields: ['Process=Till [41]', 'Any=x', 'Path=/a'] },
    ],
    ['over lines', ['Any: x', ' y ', 'z'], { fields: ['Any=x\ny\nz'] }],
    ['ended by a blank line', ['Any: x', '', 'y'], { fields: ['Any=x'], sections: [other('y')] }],
    ['ended by a rule', ['Any: x', '--------', 'y'], { fields: ['Any=x'], sections: [other('y')] }],
    [
      'a process is whole',
      ['Parent Process: a [1]', 'y'],
      { fields: ['Parent Process=a [1]'], sections: [other('y')] },
    ],
    ['a process without a number', ['Process: a', 'y'], { fields: ['Process=a\ny'] }],
    ['a number of something else', ['Any: a [1]', 'y'], { fields: ['Any=a [1]\ny'] }],
    ['a note is whole', ['Exception Note: a', 'y'], { fields: ['Exception Note=a'], sections: [other('y')] }],
    ['an empty note is not', ['Exception Note:', 'y'], { fields: ['Exception Note=y'] }],
    ['a type with its signal is whole', [type, 'y'], { fields: [type.replace(': ', '=')], sections: [other('y')] }],
    ['a type alone is not', ['Exception Type: EXC_CRASH', 'y'], { fields: ['Exception Type=EXC_CRASH\ny'] }],
    ['of another field', ['Any: EXC_CRASH (SIGABRT)', 'y'], { fields: ['Any=EXC_CRASH (SIGABRT)\ny'] }],
    [
      'words of the linker',
      ['Termination Reason: DYLD 1', 'Library not loaded: x', 'Role: y'],
      { fields: ['Termination Reason=DYLD 1\nLibrary not loaded: x', 'Role=y'] },
    ],
    [
      'behind another field',
      ['Any: a', 'Library not loaded: x'],
      { fields: ['Any=a'], sections: [other('Library not loaded: x')] },
    ],
    ['behind a blank line', ['Termination Reason: a', '', 'Any: x'], { fields: ['Termination Reason=a', 'Any=x'] }],
    [
      'a context',
      ['Any: <RBSTerminateContext| a', 'Role: b>', 'Role: c'],
      { fields: ['Any=<RBSTerminateContext| a\nRole: b>', 'Role=c'] },
    ],
    ['a context up to a blank line', ['Any: <RBSx| a', '', 'Role: b'], { fields: ['Any=<RBSx| a', 'Role=b'] }],
    [
      'without its first letters',
      ['rocess: Till [41]', 'rocess: Shop [42]'],
      { fields: ['Process=Till [41]'], sections: [other('rocess: Shop [42]')] },
    ],
    ['of no letters', ['rocess: Till'], { sections: [other('rocess: Till')] }],
    [
      'words of a runtime',
      [type, '', 'fatal a', 'b: c', 'D: e', '', 'F: g'],
      { fields: [type.replace(': ', '='), 'F=g'], info: ['fatal a', 'b: c', 'D: e'] },
    ],
    ['without a type', ['Any: x', '', 'fatal a'], { fields: ['Any=x'], sections: [other('fatal a')] }],
    ['of somebody', [type, '', 'fatal I saw'], { fields: [type.replace(': ', '=')], sections: [other('fatal I saw')] }],
    [
      'a deadlock',
      [type, '', 'Application main thread deadlocked'],
      { fields: [type.replace(': ', '=')], info: ['Application main thread deadlocked'] },
    ],
    ['a row in the header', ['Any: x', row(0, 'a')], { fields: ['Any=x'], stacks: [`${titles.stack}: a`] }],
  ])

  test('words of a runtime are near the head', () => {
    const words = (count: number) => read(type, '', ...new Array<string>(count).fill('x'), 'fatal a').info
    expect([words(63), words(64)]).toStrictEqual([['fatal a'], undefined])
  })
})
