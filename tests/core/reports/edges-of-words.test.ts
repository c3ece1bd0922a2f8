/** What logs, consoles and people write around rows, each reader alone: heads of lines, encodings, quotes, labels, lists of images. */
import { describe, expect, test } from 'vitest'
import { asLine } from '../../../src/core/reports/base/lines.ts'
import { ThreadLocks, lockWaits } from '../../../src/core/reports/free-text/lock-waits.ts'
import { withoutQuoteMarks } from '../../../src/core/reports/repair/quote-marks.ts'
import { withoutLogs, withoutPrefix } from '../../../src/core/reports/text/android-log.ts'
import {
  COMPONENTS_HEADING,
  isPlacedComponent,
  partedAtStack,
  readComponentRow,
} from '../../../src/core/reports/text/component-rows.ts'
import {
  decodeBase64,
  decodeBase64Text,
  decodeBytes,
  decodeHexText,
} from '../../../src/core/reports/text/encoded-text.ts'
import { unescapeEntities } from '../../../src/core/reports/text/entities.ts'
import { readLabelledFacts } from '../../../src/core/reports/text/labelled-facts.ts'
import { ImageBlocks, parseListedImage } from '../../../src/core/reports/text/listed-images.ts'
import { readLogLines } from '../../../src/core/reports/text/log-lines.ts'
import { jsonOfPrinted, PRINTED_OBJECT } from '../../../src/core/reports/text/printed-objects.ts'
import { unquoted, withoutMarks } from '../../../src/core/reports/text/quotation.ts'
import { readLinesOfOthers, readSaidLines } from '../../../src/core/reports/text/said-lines.ts'
import { scriptPlace } from '../../../src/core/reports/text/script-place.ts'
import { formatThrown, readCutName, readThrownText } from '../../../src/core/reports/text/thrown-text.ts'

describe('heads of lines', () => {
  test.each([
    ['> quoted', 'quoted'],
    ['> > twice', 'twice'],
    ['- [x] a task', 'a task'],
    ['web-1  | said', 'said'],
    ['[pod/web-1/app] said', 'said'],
    ['2026-01-02T03:04:05.678Z stdout F said', 'said'],
    ['2026-01-02T03:04:05+01:00 app[web.1]: said', 'said'],
    ['Jan  2 03:04:05 host app[12]: said', 'said'],
    ['2026-01-02 03:04:05.678+0100 Till[12:1f03] said', 'said'],
    ['[Error  : Unity Log] said', 'said'],
    ['03:04:05 [ERROR] - said', 'said'],
    ['ERROR: said', 'said'],
    ['01-02 03:04:05.678  1234  5678 E Till: said', 'said'],
    ['E/Till (1234): said', 'said'],
    ['2026-01-02 03:04:05.678 1234-5678/com.till E/Till: said', 'said'],
    ['2026-01-02 03:04:05.678  1234-5678  Till  com.till  E  said', 'said'],
    // One within another.
    ['> web-1  | ERROR: said', 'said'],
    ['said', 'said'],
    ['X/Till (1234): said', 'X/Till (1234): said'],
    ['Jan 2 host: said', 'Jan 2 host: said'],
  ])('%j', (text, behind) => {
    const line = withoutPrefix(asLine(text))
    expect(line.text).toBe(behind)
    expect(line.start).toBe(text.length - behind.length)
    expect(withoutLogs(`${text}\n${text}`)).toBe(`${behind}\n${behind}`)
  })

  test('marks of quotes', () => {
    expect(withoutQuoteMarks('> a\n> > b\n  >c\nd > e\n')).toBe('a\nb\nc\nd > e\n')
  })

  test('dated lines of a console and of the system', () => {
    const text = `2024-01-02 03:04:05.678+0100 Till[12:34] first
2024-01-02 03:04:06 Other[13:34] second
2024-01-02 03:04:07 Till[12:34] *** Terminating app due to x
2024-01-02 03:04:08 Till[12:34] terminating with x
2022-01-21 18:14:25.8861 +0200 default 0x203e78 0x0 app[12225] (sender): said
2022-01-21 18:14:26.8861 +0200 Fault 0x203e78 0x0 app[12225]: bad
`
    expect(readLogLines(text)).toEqual([
      { time: '2024-01-02 03:04:05.678+0100', kind: 'log', text: 'first' },
      { time: '2024-01-02 03:04:06', kind: 'log', text: 'second' },
      { time: '2022-01-21 18:14:25.8861 +0200', kind: 'log', text: 'said', detail: 'app' },
      { time: '2022-01-21 18:14:26.8861 +0200', kind: 'error', text: 'bad', detail: 'app', level: 'fault' },
    ])
    expect(readLogLines(text, 13).map((event) => event.text)).toEqual(['second', 'said', 'bad'])
  })
})

describe('encodings', () => {
  test.each([
    ['48c3a9', 'Hé'],
    ['48C3', 'H\ufffd'],
    ['48c', '48c'],
    ['zz', 'zz'],
    ['', ''],
    [undefined, undefined],
  ])('hexadecimal %s', (text, decoded) => {
    expect(decodeHexText(text)).toBe(decoded)
  })
  test.each([
    ['SGk=', 'Hi'],
    ['SGkh', 'Hi!'],
    ['SA==', 'H'],
    ['', ''],
    ['S G', 'S G'],
    ['SGk===', 'SGk==='],
    [undefined, undefined],
  ])('base64 %s', (text, decoded) => {
    expect(decodeBase64Text(text)).toBe(decoded)
  })
  test('bytes and characters', () => {
    expect(decodeBase64('AP8QgA==')).toEqual(Uint8Array.of(0, 255, 16, 128))
    expect(decodeBytes('a=C3=A9=3D b', '=')).toBe('aé= b')
    expect(decodeBytes('a%C3%A9 100% b', '%')).toBe('aé 100% b')
    expect(unescapeEntities('&lt;a&gt; &amp;&quot;&apos;&nbsp;&#60;&#x3C;&#X3c; &odd; &#9999999; &#x110000;')).toBe(
      '<a> &"\' <<< &odd; &#9999999; &#x110000;',
    )
  })
  test.each([
    [{ file: 'a', line: 3, column: 4 }, true, { file: 'a', line: 3, column: 3 }],
    [{ line: 3, column: 4 }, false, { line: 3, column: 4 }],
    [{ line: 3, column: 0 }, true, { line: 3, column: 0 }],
    [{ line: 0, column: 4 }, true, undefined],
    [{ line: 3 }, true, undefined],
  ])('the place %j, from one: %s', (printed, fromOne, place) => {
    expect(scriptPlace(printed, fromOne)).toEqual(place)
  })
})

describe('components of React', () => {
  test.each<[string, object | undefined, boolean]>([
    ['    in View (at App.js:3)', { name: 'View', file: 'App.js', line: 3 }, true],
    ['in View (created by App)', { name: 'View' }, true],
    ['in View (at **)', { name: 'View' }, true],
    ['in RCTView', { name: 'RCTView' }, false],
    ['in Context.Consumer (created by Till(App))', { name: 'Context.Consumer' }, true],
    ['in App, js engine: hermes', { name: 'App' }, false],
    ['in the end', undefined, false],
    ['within View', undefined, false],
  ])('%j', (text, symbol, isPlaced) => {
    expect(readComponentRow(asLine(text))?.symbol).toEqual(symbol)
    expect(isPlacedComponent(asLine(text))).toBe(isPlaced)
  })
  test('the head of the stack behind the last one', () => {
    expect(
      partedAtStack(asLine('  in App, js engine: hermes, stack:')).map(({ text, start }) => [text, start]),
    ).toEqual([
      ['  in App', 0],
      ['js engine: hermes, stack:', 10],
    ])
    expect(partedAtStack(asLine('in App, stack'))).toHaveLength(1)
    expect(COMPONENTS_HEADING.test('x\nThis error is located at:\n')).toBe(true)
    expect(COMPONENTS_HEADING.test('This error is located at: x')).toBe(false)
  })
})

describe('words of the end', () => {
  test.each([
    [
      "*** Terminating app due to uncaught exception 'E', reason: 'why'\n*** First throw call stack:\n(",
      { type: 'NSException', name: 'E', reason: 'why' },
    ],
    [
      "x Terminating app due to uncaught exception 'E', reason: 'it's (1) odd'\nmore",
      { type: 'NSException', name: 'E', reason: "it's (1) odd" },
    ],
    [
      "Terminating app due\nto uncaught exception 'A\n B', reason: 'two\nlines'\nFirst throw call stack:",
      { type: 'NSException', name: 'A B', reason: 'two\nlines' },
    ],
    [
      "Terminating app due to uncaught exception 'E', reason: '\\*\\*\\* -\\[NSArray x\\]'",
      { type: 'NSException', name: 'E', reason: '*** -[NSArray x]' },
    ],
    [
      "会报Terminating app due to uncaught exception 'E', reason: 'why'",
      { type: 'NSException', name: 'E', reason: 'why' },
    ],
    [
      "App quits:Terminating app due to uncaught exception 'E', reason: 'why'",
      { type: 'NSException', name: 'E', reason: 'why' },
    ],
    ["isTerminating app due to uncaught exception 'E', reason: 'why'", undefined],
    ["Terminating app due to uncaught exception 'E'", undefined],
    ['nothing', undefined],
  ])('thrown, case %#', (text, exception) => {
    expect(readThrownText(text)).toEqual(exception)
  })
  test('a name that was cut off, and the line that announces', () => {
    expect(readCutName("*** Terminating app due to uncaught exception 'RCTFatal: no till'\nx")).toEqual({
      exception: { type: 'NSException', name: 'RCTFatal', reason: 'no till' },
      info: "*** Terminating app due to uncaught exception 'RCTFatal: no till'",
    })
    expect(readCutName("*** Terminating app due to uncaught exception 'NSRange")).toMatchObject({
      exception: { name: 'NSRange' },
    })
    expect(readCutName('nothing')).toBeUndefined()
    expect(formatThrown({ name: 'E', reason: 'why' })).toBe(
      "*** Terminating app due to uncaught exception 'E', reason: 'why'",
    )
    expect(formatThrown({})).toBe("*** Terminating app due to uncaught exception '', reason: ''")
  })
  test('lines that runtimes and others write, each once, 12 at most', () => {
    const said = [
      '*** Assertion failure in -[Till open], Till.m:3',
      'Till(12,0x1f) malloc: *** error for object',
      'libc++abi: terminating due to x',
      'Could not allocate 99 bytes',
      'Got a SIGSEGV while executing native code',
      'Abort trap: 6',
    ]
    expect(readSaidLines(said.map((one) => `12:00 ${one}`).join('\n'))).toEqual(said)
    expect(readSaidLines('Abort trap: 6\nAbort trap: 6\nxAbort trap: 6')).toEqual(['Abort trap: 6'])
    expect(
      readSaidLines(Array.from({ length: 20 }, (_, at) => `Could not allocate ${at} bytes`).join('\n')),
    ).toHaveLength(12)
    const others = [
      'Process finished with exit code 134',
      'zsh: abort      ./till',
      'ExitCode: -6',
      'Process till [12] killed by jetsam reason highwater',
      'An uncaught exception was raised',
      "address 0x10, cause 'memory not mapped'",
    ]
    expect(readLinesOfOthers(others.map((one) => `x ${one}`).join('\n'))).toEqual(others)
    expect(readLinesOfOthers('An uncaught exception was raised, they say')).toEqual([])
  })
  test.each([
    ['why', 'why'],
    ['why"', 'why'],
    ['"why"', '"why"'],
    ['say “why”', 'say “why”'],
    ['why” more', 'why'],
    ['why`.', 'why'],
    ['"', undefined],
    ['', undefined],
  ])('%j without the marks of who quotes it', (text, words) => {
    expect(unquoted(text)).toBe(words)
  })
  test('each part of what was said', () => {
    const said = {
      info: 'a”',
      exception: { reason: 'b”', message: 'c' },
      termination: { indicator: 'd”', reasons: ['e”', '”'] },
    }
    expect(withoutMarks(said)).toEqual({
      info: 'a',
      exception: { reason: 'b', message: 'c' },
      termination: { indicator: 'd', reasons: ['e'] },
    })
    expect(withoutMarks({})).toEqual({})
  })
})

test.each<[string, unknown]>([
  ["{ name: 'a', line: 3, bad: undefined, ok: true }", { name: 'a', line: 3, bad: null, ok: true }],
  ["{ text: 'it\\'s' + ' long', f: [Function: save] }", { text: "it's long", f: null }],
  ['{ [TypeError: no till] code: 5 }', { name: 'TypeError', message: 'no till', code: 5 }],
  ['{ list: [ 1, -2.5e3, null ], o: { p: "q" } }', { list: [1, -2500, null], o: { p: 'q' } }],
  ['{ a: `x\\ny` }', { a: 'x\ny' }],
])('the object %j as JSON', (text, value) => {
  expect(PRINTED_OBJECT.test(text)).toBe(true)
  const { json, end } = jsonOfPrinted(`${text} behind`, 0)
  expect(JSON.parse(json)).toEqual(value)
  expect(end).toBe(text.length)
})

describe('labels in Chinese', () => {
  test.each<[readonly string[], object | undefined]>([
    [
      ['异常名称：NSRangeException', '异常原因：越界'],
      { header: {}, exception: { type: 'NSException', name: 'NSRangeException', reason: '越界' } },
    ],
    [['崩溃类型: SIGSEGV(SEGV_ACCERR)'], { header: {}, exception: { signal: 'SIGSEGV', codes: 'SEGV_ACCERR' } }],
    [
      ['系统版本：17.1', '设备型号: iPhone', '版本号:4.2', '崩溃时间：昨天', '进程名：Till'],
      { header: { os: '17.1', device: 'iPhone', version: '4.2', date: '昨天', process: 'Till' } },
    ],
    [['名称：NSRangeException'], undefined],
    [
      ['异常名称：', '', 'NSRangeException'],
      { header: {}, exception: { type: 'NSException', name: 'NSRangeException' } },
    ],
    [['异常名称：', '系统版本：17'], { header: { os: '17' } }],
    [['异常名称：一个'], undefined],
    [
      ['Name:', 'NSRangeException', 'Reason:', 'why'],
      { header: {}, exception: { type: 'NSException', name: 'NSRangeException', reason: 'why' } },
    ],
    [['Name: NSRangeException'], undefined],
    [[], undefined],
  ])('case %#', (lines, facts) => {
    expect(readLabelledFacts(lines)).toEqual(facts)
  })
})

describe('lists of images', () => {
  const uuid = 'AAAAAAAA-0000-1111-2222-333333333333'
  test.each<[string, object | undefined]>([
    [
      `[ 0] ${uuid} 0x0000000104cc8000 /Applications/Till.app/Till`,
      { name: 'Till', path: '/Applications/Till.app/Till', uuid, loadAddress: 0x104cc8000n, origin: 'app' },
    ],
    [
      `Till arm64 0x104cc8000 0x104ccc000 <${uuid.replaceAll('-', '').toLowerCase()}>`,
      { name: 'Till', arch: 'arm64', uuid, loadAddress: 0x104cc8000n, size: 0x4000 },
    ],
    [`Till 104cc8000 ${uuid}`, { name: 'Till', loadAddress: 0x104cc8000n }],
    [
      `Till base=0x104cc8000 slide=0x4cc8000 uuid=${uuid}`,
      { name: 'Till', uuid, loadAddress: 0x104cc8000n, textVmaddr: 0x100000000n },
    ],
    ['"name": "Till", "base": 4375478272, "size": 16384', { name: 'Till', loadAddress: 0x104cc8000n, size: 16_384 }],
    ['name: Till, slide: 0x4cc8000', { name: 'Till', slide: 0x4cc8000n }],
    [`${uuid} 0x104cc8010 /Applications/Till`, undefined],
    [`${uuid} /Applications/Till`, undefined],
    ['base=0x104cc8000', undefined],
    ['nothing here', undefined],
  ])('%j', (text, image) => {
    const found = parseListedImage(text)
    if (image) expect(found).toMatchObject(image)
    else expect(found).toBeUndefined()
  })

  test('a part in each line: ended by a blank line, a brace, or a part that is told again', () => {
    const blocks = new ImageBlocks()
    const add = (...texts: readonly string[]) => texts.flatMap((text) => blocks.add(text)).map(({ name }) => name)
    expect(add('name: A', 'base: 0x1000', '')).toEqual(['A'])
    expect(add('name: A', 'base: 0x1000', 'name: B', 'base: 0x2000')).toEqual(['A'])
    expect(blocks.end().map(({ name }) => name)).toEqual(['B'])
    expect(add('{ name: C, base: 0x3000 }, { name: D, base: 0x4000 }')).toEqual(['C', 'D'])
    expect(add('name: E', 'words between', 'base: 0x5000')).toEqual([])
    expect(blocks.end()).toEqual([])
  })
})

test('locks of threads: who waits for whom, by number, by name, by who holds it', () => {
  const thread = (id: number, number: number | undefined, name: string | undefined, ...texts: readonly string[]) => {
    const locks = new ThreadLocks()
    for (const text of texts) locks.read(text, true)
    return { id, number, name, locks }
  }
  const waits = lockWaits([
    thread(0, 1, 'main', '  - waiting to lock <0x0d4f> (a java.lang.Object) held by thread 5'),
    thread(1, 5, 'Loader', '  - locked <0x0d4f>', '  - waiting to lock <0x0aaa> held by "Third"'),
    thread(2, 9, 'Third', '  - waiting to lock <0x0bbb>', '- locked <0x0aaa>'),
    thread(3, 10, 'Fourth', '  - locked <0x0bbb>', '  - waiting on <0x0bbb>'),
    thread(4, undefined, 'Fifth', '  - locked <0x0bbb>'),
    thread(5, 11, 'Sixth', 'x lock 0x04bbbb9b (java.lang.Object), which is held by thread 44.'),
    thread(6, 12, 'Seventh', '  - waiting to lock <0x0ccc>'),
  ])
  expect(waits.map(({ id, on, thread: at }) => [id, at, on?.id])).toEqual([
    [0, 0, 1],
    [1, 1, 2],
    [2, 2, 4],
    [5, 5, 44],
    [6, 6, undefined],
  ])
})
