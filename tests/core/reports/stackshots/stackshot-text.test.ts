/** The marks by which a text is a stackshot, and of which kind: each mark alone, in all its forms, and forms that are none. */
import { describe, expect, test } from 'vitest'
import { microstackshotsFormat } from '../../../../src/core/reports/stackshots/microstackshots.ts'
import { spindumpFormat } from '../../../../src/core/reports/stackshots/spindump.ts'
import { blanks, formsOf, maybeBlanks, type Forms, type Part } from '../../../support/text-forms.ts'
import { claims } from '../../../support/claims.ts'

const kindsOf = (text: string): readonly string[] =>
  [spindumpFormat, microstackshotsFormat].filter((format) => claims(format, text)).map(({ id }) => id)

/** Ends of lines between two lines. */
const lines: Part = { right: ['\n', '\r\n', '\n\n'], wrong: [' ', 'x\n'] }
const number: Part = { right: ['12', '7', '12345'], wrong: ['', 'x'] }
const uuid: Part = {
  right: ['0A1B2C3D-4E5F-6a7b-8c9d-0e1f2a3b4c5d', '0A1B2C3D4E5F6a7b8c9d0e1f2a3b4c5d'],
  wrong: ['0A1B2C3D4E5F6a7b8c9d0e1f2a3b4c5', 'x', '0g1B2C3D4E5F6a7b8c9d0e1f2a3b4c5d'],
}

describe.each<[kind: string, mark: string, forms: Forms]>([
  [
    'microstackshots',
    'a source of microstackshots',
    formsOf(
      { right: ['', ' ', '\t `'], wrong: ['x'] },
      'Data Source:',
      blanks,
      { right: ['Microstackshots', 'microstackshots'], wrong: ['Microstackshots2', 'Other'] },
      { right: ['', ' (sampled)'] },
    ),
  ],
  [
    'spindump',
    'a source of stackshots',
    formsOf({ right: ['', '\t`'], wrong: ['x'] }, 'Data Source:', blanks, {
      right: ['Stackshots', 'stackshots', 'STACKSHOTS'],
      wrong: ['Stackshot', 'Stackshots_'],
    }),
  ],
  [
    'spindump',
    'a process with its UUID',
    formsOf(
      maybeBlanks,
      'Process:',
      blanks,
      { right: ['Till ', '', 'Till of Shop '], wrong: ['Till\n'] },
      '[',
      number,
      ']',
      { right: ['', ' [unique pid 7]'] },
      { ...lines, wrong: [' ', '\nx\n'] },
      maybeBlanks,
      'UUID:',
      blanks,
      uuid,
    ),
  ],
  ['spindump', 'a number of samples', formsOf(maybeBlanks, 'Num samples:', blanks, number)],
  [
    'spindump',
    'an old stack',
    formsOf(
      { right: ['', ' ', '\t \t'], wrong: ['x'] },
      { right: ['User', 'Kernel'], wrong: ['Other'] },
      ' stack:',
      maybeBlanks,
      lines,
      maybeBlanks,
      number,
      blanks,
      { right: ['start', 's'], wrong: ['', '\n'] },
    ),
  ],
  [
    'spindump',
    'the head of a hang',
    formsOf(maybeBlanks, 'Event:', blanks, 'hang', maybeBlanks, lines, maybeBlanks, 'Duration:', blanks, {
      right: ['1.20s', '7', '12s'],
      wrong: ['x', '', '.5s'],
    }),
  ],
  [
    'microstackshots',
    'the head of a limit',
    formsOf(
      maybeBlanks,
      'Event:',
      blanks,
      { right: ['cpu usage', 'wakeups', 'disk writes'], wrong: ['hang', 'cpu'] },
      maybeBlanks,
      lines,
      maybeBlanks,
      { right: ['Action taken', 'CPU', 'Wakeups', 'Writes'], wrong: ['Action'] },
      ':',
      { right: [' ', '\t'], wrong: ['', 'x'] },
      'none',
    ),
  ],
  ['microstackshots', 'a power report', formsOf(maybeBlanks, 'Powerstats for:', ' Till [12]')],
  [
    'spindump',
    'a row below its thread',
    formsOf(
      maybeBlanks,
      'Thread 0x',
      { right: ['1a2B', '1', 'F00'], wrong: ['', 'g'] },
      { right: [' ', '\t', '  \t'], wrong: ['', 'x'] },
      { right: ['', 'DispatchQueue 1  ', '-'], wrong: ['re'] },
      { right: ['samples', 'sample'], wrong: ['samplers', 'samplesx'] },
      { right: ['', ' (1-12)'] },
      '\n',
      maybeBlanks,
      { right: ['', '*'], wrong: ['**', '-'] },
      number,
      blanks,
      { right: ['till (Till + 12)', '?', '??? (Till in Shop)'], wrong: [''] },
      { right: [' ', '\t', '  '], wrong: ['', '('] },
      '[0x',
      { right: ['1a2B3c', '1'], wrong: ['', 'g', '12 '] },
      ']',
    ),
  ],
  [
    'spindump',
    'a row below the heaviest stack',
    formsOf(maybeBlanks, 'Heaviest stack ', { right: ['for Till:', '7'] }, '\n12 till [0x1a]'),
  ],
])('%s: %s', (kind, _, { right, wrong }) => {
  test.each(right.flatMap((pieces) => [pieces.join(''), `junk\n${pieces.join('')}\n`]))('%j', (text) => {
    expect(kindsOf(text)).toEqual([kind])
  })
  test.each(wrong)('not %j', (text) => {
    expect(kindsOf(text)).toEqual([])
  })
})

test.each<[string, readonly string[]]>([
  ['12 till [0x1a]', []],
  ['Thread 0x1a 12 samples', []],
  ['Heaviest stack for Till:', []],
  ['Data Source: Stackshots\nPowerstats for: Till', ['microstackshots']],
  ['Data Source: Microstackshots\nNum samples: 7', ['microstackshots']],
  ['Num samples: 7\nData Source: Other', ['spindump']],
  // JSON is of other formats, unless it is the first line of an `.ips`.
  ['{"a":1}\nNum samples: 7', []],
  ['[1]\nNum samples: 7', []],
  [' \n {"a":1}\nNum samples: 7', []],
  ['{"bug_type":"145"}\nNum samples: 7', ['spindump']],
  [' \n{"os_version":"macOS 15.1"}\nNum samples: 7', ['spindump']],
  ['{"bug_type":"145"}\n \t{"Num samples": 7}\nNum samples: 7', []],
  ['{"bug_type":"145"}\n[7]\nNum samples: 7', []],
  ['{"bug_type":"145"\nNum samples: 7', []],
  ['{"bug_type":"145"}\rNum samples: 7', ['spindump']],
])('%j is of %j', (text, kinds) => {
  expect(kindsOf(text)).toEqual(kinds)
})

describe('fields of the line of JSON', () => {
  const read = (text: string) => {
    const outcome = spindumpFormat.parse({ path: 'till.ips', bytes: new Uint8Array(0), text })
    const [report] = outcome.ok ? outcome.value : []
    return {
      fields: report?.header.fields,
      problems: report?.problems.map(({ line }) => line),
      same: outcome.problems === report?.problems,
      ids: [report?.format, report?.label, report?.file, report?.text],
    }
  }
  const row = '12 nobody knows'
  test.each<[text: string, fields: readonly (readonly [string, string])[], line: number]>([
    [
      `{"bug_type":"145","n":7}\nNum samples: 7\n${row}`,
      [
        ['bug_type', '145'],
        ['n', '7'],
        ['Num samples', '7'],
      ],
      3,
    ],
    [
      `\n \n{"os_version":"9"}\nNum samples: 7\n${row}`,
      [
        ['os_version', '9'],
        ['Num samples', '7'],
      ],
      5,
    ],
    [
      `{"os_version":"9"}\rNum samples: 7\r${row}`,
      [
        ['os_version', '9'],
        ['Num samples', '7'],
      ],
      3,
    ],
    [
      `\r{"os_version":"9"}\rNum samples: 7\r${row}`,
      [
        ['os_version', '9'],
        ['Num samples', '7'],
      ],
      4,
    ],
    [`Num samples: 7\n${row}`, [['Num samples', '7']], 2],
  ])('%j', (text, fields, line) => {
    expect(read(text)).toEqual({
      same: true,
      fields,
      problems: [line],
      ids: ['spindump', spindumpFormat.label, 'till.ips', text],
    })
  })
})
