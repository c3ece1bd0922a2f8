/** Stacks of scripts in JSON of many shapes, and as Foundation and consoles print objects. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { timesReference } from '../../support/reference.ts'

/** All frames of all stacks of all reports: name, file, line, column from 0, number of the function. */
function told(text: string, path = 'error.json'): readonly string[] {
  const outcome = parseReport(path, new TextEncoder().encode(text))
  if (!outcome.ok) return outcome.problems.map(({ code }) => code)
  return outcome.value.flatMap(({ threads, lastException, backtraces }) =>
    [...threads, ...(lastException ? [lastException] : []), ...backtraces].flatMap(({ frames }) =>
      frames.map(({ symbol, script, language }) => {
        expect(language).toBe('javascript')
        const place = script && `${script.file ?? ''}:${script.line}:${script.column}`
        return [symbol?.name, place, script?.functionId].filter((part) => part !== undefined).join(' ')
      }),
    ),
  )
}

const V8 =
  'TypeError: no till\n    at load (app:///main.jsbundle:1:38)\n    at apply (native)\n    at app:///main.jsbundle:1:9'
const V8_FRAMES = ['load app:///main.jsbundle:1:37', 'apply', '<anonymous> app:///main.jsbundle:1:8']
const JSC = 'load@12:3456\nforEach@[native code]\nonPress@34:567'
const JSC_FRAMES = ['load :12:3456', 'forEach', 'onPress :34:567']
const PLACED = [
  { methodName: 'load', file: 'main.jsbundle', lineNumber: 1, column: 37 },
  { methodName: 'onPress', file: 'main.jsbundle', lineNumber: 1, column: 8, arguments: [] },
]
const BYTECODE = [
  { CJSModuleOffset: 0, FunctionID: 50, ByteCodeOffset: 58, SourceURL: '/a/main.jsbundle' },
  { CJSModuleOffset: 2, FunctionID: 3, ByteCodeOffset: 4, SourceURL: 'seg-1.js' },
  { NativeCode: true },
]

test.each<[string, unknown, readonly string[]]>([
  ['an error with its stack as text', { name: 'TypeError', message: 'no till', stack: V8 }, V8_FRAMES],
  ['a stack without a place in a bundle', { error: { stack: JSC } }, JSC_FRAMES],
  ['rows as a list of texts', { stack: JSC.split('\n') }, JSC_FRAMES],
  ['a stack deep inside', { a: [{ b: { c: [{ componentStack: 'x', stack: V8 }] } }] }, V8_FRAMES],
  ['the same stack twice', { stack: V8, nativeStackTrace: V8 }, V8_FRAMES],
  [
    'React Native’s objects count columns from 0',
    { message: 'no till', stack: PLACED },
    ['load main.jsbundle:1:37', 'onPress main.jsbundle:1:8'],
  ],
  [
    'rows as texts of a service, without columns',
    {
      name: 'TypeError',
      reason: 'no till',
      frames: [{ trace: 'load () (till.js:42)' }, { trace: 'find@[native code]' }],
    },
    ['load', 'find'],
  ],
  [
    'objects as stacktrace.js makes them count from 1',
    [{ functionName: 'load', fileName: 'https://x.org/app.js', lineNumber: 1, columnNumber: 38 }],
    ['load https://x.org/app.js:1:37'],
  ],
  [
    'objects as Rollbar makes them',
    {
      body: {
        trace: { frames: [{ method: 'load', filename: 'http://reactnativehost/main.jsbundle', lineno: 1, colno: 38 }] },
      },
    },
    ['load http://reactnativehost/main.jsbundle:1:37'],
  ],
  [
    'Hermes’ functions by number',
    { callstack: BYTECODE },
    ['<function 50> /a/main.jsbundle:1:58 50', '<function 3> seg-1.js:3:4 3', '[native code]'],
  ],
  [
    'the same with other names of members',
    { callstack: [{ functionId: 7, byteCodeOffset: 0, sourceURL: 'main.jsbundle' }] },
    ['<function 7> main.jsbundle:1:0 7'],
  ],
  [
    'React Native’s events of Bugsnag',
    {
      events: [
        {
          exceptions: [
            {
              errorClass: 'TypeError',
              type: 'reactnativejs',
              stacktrace: [{ file: 'main.jsbundle', method: 'load', lineNumber: 1, columnNumber: 37 }],
            },
          ],
        },
      ],
    },
    ['load main.jsbundle:1:37'],
  ],
  [
    'browsers’ events of Bugsnag',
    {
      exceptions: [
        {
          errorClass: 'TypeError',
          type: 'browserjs',
          stacktrace: [{ file: 'https://x.org/app', method: 'load', lineNumber: 1, columnNumber: 38 }],
        },
      ],
    },
    ['load https://x.org/app:1:37'],
  ],
])('%s, on one line and on many', (_, value, frames) => {
  expect(told(JSON.stringify(value))).toEqual(frames)
  expect(told(JSON.stringify(value, null, 2))).toEqual(frames)
})

test('what the error says is kept', () => {
  const say = (value: unknown): unknown => {
    const outcome = parseReport('e.json', new TextEncoder().encode(JSON.stringify(value)))
    return outcome.ok ? [outcome.value[0]?.exception?.name, outcome.value[0]?.exception?.reason] : outcome.problems
  }
  expect(say({ name: 'RangeError', message: 'too far', stack: JSC })).toEqual(['RangeError', 'too far'])
  expect(say({ stack: V8 })).toEqual(['TypeError', 'no till'])
})

test('a document a line behind what a log writes', () => {
  const line = `2026-01-02 10:00:00 [error] ${JSON.stringify({ stack: JSC })}`
  expect(told(`started\n${line}\nended\n${line}\n`)).toEqual([...JSC_FRAMES, ...JSC_FRAMES])
})

test.each<[string, unknown]>([
  ['places of a compiler', [{ file: 'till.swift', line: 3, column: 4, name: 'error' }]],
  ['a sentence with a place', { message: 'see load@12:3456' }],
  ['places in other lists', { messages: [{ line: 3, column: 4, message: 'x' }] }],
  ['offsets too large for a script', { callstack: [{ FunctionID: 1e300, ByteCodeOffset: 2 ** 60 }] }],
  ['functions of the engine alone', { stack: 'forEach@[native code]\n[native code]' }],
])('no stack: %s', (_, value) => {
  expect(told(JSON.stringify(value))).toEqual(['unknown-report'])
})

test('a document that was cut off keeps its whole frames', () => {
  const text = JSON.stringify({ stack: PLACED })
  expect(told(text.slice(0, -20))).toEqual(['load main.jsbundle:1:37'])
})

const FOUNDATION = `Exception 'no till' was thrown while invoking report on target Errors with params (
    1,
        (
                {
            arguments =             (
            );
            column = 37;
            file = "http://localhost:8081/index.bundle?platform=ios";
            lineNumber = 12;
            methodName = load;
        },
                {
            column = 8;
            file = "main.jsbundle";
            lineNumber = 1;
            methodName = "<unknown>";
        }
    )
)
`

test('objects as Foundation prints them', () => {
  const frames = ['load http://localhost:8081/index.bundle?platform=ios:12:37', '<unknown> main.jsbundle:1:8']
  expect(told(FOUNDATION)).toEqual(frames)
  const outcome = parseReport('x.txt', new TextEncoder().encode(FOUNDATION))
  expect(outcome.ok && outcome.value[0]?.exception?.reason).toBe('no till')
})

test('objects as a console prints them', () => {
  const text = `Error {\n  { methodName: 'load', file: 'main.jsbundle', lineNumber: 12, column: 37 },\n  { methodName: 'a\\'b', lineNumber: 1, column: 8 }\n}\n`
  expect(told(text)).toEqual(['load main.jsbundle:12:37', "a'b :1:8"])
})

test('long lines without an end take time by their length', () => {
  const all = timesReference(() => {
    told(`{"stack":"${'at load (a.js:1:2'.repeat(40_000)}"`)
    told(`{ methodName lineNumber ${'{ a = "'.repeat(40_000)}`)
    told(`{ methodName lineNumber ${'a=1 '.repeat(40_000)}`)
  })
  expect(all).toBeLessThan(60)
})

test.each<[string, string, readonly string[]]>([
  [
    'an error',
    `{ name: 'TypeError', message: 'no till', stack: ${JSON.stringify(V8).replace(/^"|"$/g, "'")} }`,
    V8_FRAMES,
  ],
  [
    'a text that goes on behind a plus',
    `Possible Unhandled Promise Rejection (id: 0):\n{\n  message: "it's shut",\n  code: undefined,\n  stack: 'TypeError: no till\\n' +\n    '    at load (app:///main.jsbundle:1:38)\\n' +\n    '    at apply (native)\\n' +\n    '    at app:///main.jsbundle:1:9',\n  retry: [Function: retry]\n}\n`,
    V8_FRAMES,
  ],
  [
    'a list of frames',
    `{ stack: [ { methodName: 'load', file: 'main.jsbundle', lineNumber: 1, column: 37 } ] }`,
    ['load main.jsbundle:1:37'],
  ],
])('as a console prints it: %s', (_, text, frames) => {
  expect(told(text)).toEqual(frames)
})

const sentry = (quote: string, end: string): string => {
  const key = (name: string): string => (quote === '' ? name : `"${name}"`)
  const text = (value: string): string => (quote === '' ? `'${value}'` : `"${value}"`)
  const frame = (name: string, line: number): string =>
    `{ ${key('filename')}: ${text('app:///main.jsbundle')}, ${key('lineno')}: ${line}, ${key('colno')}: 5, ${key('function')}: ${text(name)}, ${key('in_app')}: true }`
  return `log: event={ ${key('exception')}: { ${key('values')}: [ { ${key('type')}: ${text('TypeError')}, ${key('value')}: ${text('no till')}, ${key('stacktrace')}: { ${key('frames')}: [ ${frame('run', 1)}, ${frame('press', 2)}, ${frame('load', 3)}${end}`
}

test.each([
  ['printed, whole', '', ' ] } } ] } }'],
  ['printed, cut off', '', ','],
  ['JSON behind a log, cut off', '"', ', {"filename": "app'],
])('Sentry lists the outermost call first, and the error around: %s', (_, quote, end) => {
  const text = sentry(quote, end)
  expect(told(text)).toEqual([
    'load app:///main.jsbundle:3:4',
    'press app:///main.jsbundle:2:4',
    'run app:///main.jsbundle:1:4',
  ])
  const outcome = parseReport('said.txt', new TextEncoder().encode(text))
  expect(outcome.ok && outcome.value[0]?.exception).toMatchObject({ name: 'TypeError', reason: 'no till' })
})

test('a printed object of any length is read in a time that grows with it', () => {
  const make = (size: number): string => `{ stack: 'a', x: ${'{ y: [Function: z], '.repeat(size)}`
  expect(timesReference(() => told(make(4000)))).toBeLessThan(60)
})
