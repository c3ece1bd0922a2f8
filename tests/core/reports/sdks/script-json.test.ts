/** Errors of scripts in JSON: marks, each field of the report, the error's name and reason, and which texts are stacks. */
import { describe, expect, test } from 'vitest'
import { scriptJsonFormat } from '../../../../src/core/reports/sdks/script-json.ts'
import type { Members } from '../../../support/made-fields.ts'
import { claims } from '../../../support/claims.ts'
import { told, toldJson } from '../../../support/format-told.ts'

const at = (name: string, line = 3): string => `    at ${name} (${name}.js:${line}:5)`
const frame = (id: number, name: string, line = 3) => ({
  ...{ id, index: id, kind: 'exact', language: 'javascript', symbol: { name, file: `${name}.js`, line, column: 5 } },
  script: { file: `${name}.js`, line, column: 4 },
})

describe('marks', () => {
  const traced = (text: string, blank = ''): string => `[{"trace"${blank}:${blank}"${text}"}]`
  test.each([
    ...['"', "'", '`'].map((quote) => `{ stack: ${quote}at load (a.js:3:5)${quote} }`),
    `{ componentStack: 'at load (a.js:3:5)' }`,
    `{ ${'x'.repeat(40)}stack: 'at load (a.js:3:5)' }`,
    ...['', ' ', ' \t\n'].map((blank) => traced('count () (till.js:42)', blank)),
    traced('c (till.js:123456789)'),
    traced(`${'c'.repeat(294)} (till.js:42)`),
    JSON.stringify({ stack: 'at load (a.js:3:5)\r\nat run (a.js:4:5)' }),
    JSON.stringify({ stack: 'load@3:5\nrun@123456:456' }),
    JSON.stringify({ stack: 'load@a.js:3:5\n' }),
    ...['', ' ', ' \n'].map((blank) => `[{"methodName":"a","lineNumber"${blank}:1,"column":2}]`),
    ...['lineno', 'lineNo'].map((key) => `[{"file":"a.js","${key}":1,"column":2}]`),
    ...['FunctionID', 'functionId', 'functionID'].map((key) => `[{"${key}":1,"ByteCodeOffset":2}]`),
    ...['lineNumber', 'lineno', 'lineNo'].map((key) => `{ a: [ { file: 'a.js', ${key}: 1, column: 2 } ] }`),
    `log: {  "stack":"load@3:5\\nrun@4:5"}`,
    `log: [ {  "file":"a.js","lineno":1,"column":2}]`,
    `log: [{\t "file":"a.js","lineno":1,"column":2}]`,
    `${'x'.repeat(990)}{"stack":"load@3:5\\nrun@4:5"}`,
  ])('are in %s', (text) => {
    expect(claims(scriptJsonFormat, text)).toBe(true)
  })
  test.each([
    '{ stack: at load (a.js:3:5) }',
    `{ ${'x'.repeat(41)}stack: 'at load (a.js:3:5)' }`,
    `{ stacks: 'at load (a.js:3:5)' }`,
    `{ a: [ { file: 'a.js', line: 1, column: 2 } ] }`,
    `{ a: [ { file: 'a.js', lineno: b, column: 2 } ] }`,
    `{ a: [ { file: 'a.js', mylineno: 1, column: 2 } ] }`,
    '[{"file":"a.js","line":1,"column":2}]',
    traced('count () (till.swift:42)'),
    traced('count () (till.js:4a)'),
    traced(`${'c'.repeat(295)} (till.js:42)`),
    traced('[native code]'),
    `${'x'.repeat(1000)}{"stack":"load@3:5\\nrun@4:5"}`,
    'log: {stack: 5, "lineno":1}',
    'load@3:5\nrun@4:5',
  ])('are not in %s', (text) => {
    expect(claims(scriptJsonFormat, text)).toBe(false)
  })
})

test('each field of the report', () => {
  const document = {
    ...{ name: 'TypeError', message: 'no till', code: 7, detail: { a: 1 }, list: ['x', 2] },
    stack: ['TypeError: other', at('load'), at('run', 40)].join('\n'),
    inner: { stack: at('save') },
  }
  const span = JSON.stringify(document)
  const thread = { unnumbered: true, name: 'JavaScript stack' }
  const report = {
    ...{ format: 'script-json', label: 'Error of a script (JSON)', textKind: 'json' },
    header: {
      fields: [
        ['name', 'TypeError'],
        ['message', 'no till'],
        ['code', '7'],
        ['stack', document.stack],
      ],
    },
    exception: { type: 'JavaScript error', name: 'TypeError', reason: 'no till' },
    applicationInfo: ['no till'],
    threads: [
      { id: 0, ...thread, crashed: true, frames: [{ ...frame(0, 'load'), span }, { ...frame(1, 'run', 40), span }] },
      { id: 1, ...thread, crashed: false, frames: [{ ...frame(2, 'save'), index: 0, span: JSON.stringify(document.inner) }] },
    ],
    ...{ backtraces: [], callTrees: [], images: [] },
    sections: [
      { kind: 'table', title: 'detail', columns: ['Field', 'Value'], rows: [['a', '1']] },
      { kind: 'text', title: 'list', text: 'x\n2' },
      { kind: 'table', title: 'inner', columns: ['Field', 'Value'], rows: [['stack', at('save')]] },
    ],
    ...{ frameCount: 3, problems: [] },
  }
  expect(told(scriptJsonFormat, span)).toEqual([report])
  expect(told(scriptJsonFormat, ` \n${span}\n \n`)).toEqual([report])
  expect(told(scriptJsonFormat, `log: ${span}\n\nlog: ${span} and more`)).toEqual([report, report])
  const [cut] = told(scriptJsonFormat, span.slice(0, -1))
  expect(cut).toMatchObject({ exception: report.exception, problems: [{ code: 'damaged-json' }] })
}) // prettier-ignore

test('an object that a console printed has no places in the text, and no damage', () => {
  expect(told(scriptJsonFormat, "log { stack: 'at load (load.js:3:5)', code: 5")).toEqual([
    {
      ...{ format: 'script-json', label: 'Error of a script (JSON)', textKind: 'none' },
      header: { fields: [['stack', 'at load (load.js:3:5)']] },
      applicationInfo: [],
      threads: [{ id: 0, unnumbered: true, name: 'JavaScript stack', crashed: false, frames: [frame(0, 'load')] }],
      ...{ backtraces: [], callTrees: [], sections: [], images: [], frameCount: 1, problems: [] },
    },
  ])
  const two = `a { stack: 'at load (load.js:3:5)' } b { myStack: 'at run (run.js:3:5)' } c { d: 1 }`
  expect(told(scriptJsonFormat, two).map(({ threads }) => (threads as unknown[]).length)).toEqual([1, 1])
})

test.each(['', '{}', '{"stack":"none"}', 'log: {"a":1}'])('no event in %j', (text) => {
  expect(told(scriptJsonFormat, text)).toEqual([{ failed: [expect.objectContaining({ code: 'no-event' })] }])
})

describe('the error', () => {
  const stack = `RangeError: too far\n${at('load')}`
  test.each<[object, readonly [string, string?] | undefined]>([
    [{ stack }, ['RangeError', 'too far']],
    [{ stack: `RangeError\n${at('load')}` }, ['RangeError']],
    [{ stack: `Error: no till\n${at('load')}` }, ['Error', 'no till']],
    [{ stack: `Error\n${at('load')}` }, ['Error']],
    [{ stack: `MyException: \n${at('load')}` }, ['MyException', '']],
    [{ stack: `x RangeError: too far\n${at('load')}` }, undefined],
    [{ stack: `rangeError: too far\n${at('load')}` }, undefined],
    [{ stack: `Range: too far\n${at('load')}` }, undefined],
    [{ stack: `R${'a'.repeat(60)}Error: x\n${at('load')}` }, [`R${'a'.repeat(60)}Error`, 'x']],
    [{ stack: `R${'a'.repeat(61)}Error: x\n${at('load')}` }, undefined],
    [{ trace: stack }, ['RangeError', 'too far']],
    [{ name: 'A', errorClass: 'B', type: 'C', stack }, ['A', 'too far']],
    [{ errorClass: 'B', type: 'C', stack }, ['B', 'too far']],
    [{ type: 'C', stack }, ['RangeError', 'too far']],
    [{ type: 'C', stack: at('load') }, ['C']],
    [{ message: 'A', reason: 'B', value: 'C', stack }, ['RangeError', 'A']],
    [{ reason: 'B', value: 'C', stack }, ['RangeError', 'B']],
    [{ value: 'C', stack }, ['RangeError', 'too far']],
    [{ value: 'C', stack: at('load') }, ['Error', 'C']],
    [{ name: 'A', stack: at('load') }, ['A']],
    [{ stack: at('load') }, undefined],
  ])('of %j', (document, expected) => {
    const one = toldJson(scriptJsonFormat, document) as { exception?: Members; threads: Members[] }
    expect(one.exception).toEqual(
      expected && {
        ...{ type: 'JavaScript error', name: expected[0] },
        ...(expected[1] !== undefined && { reason: expected[1] }),
      },
    )
    expect(one.threads.map(({ crashed }) => crashed)).toEqual([expected !== undefined])
  })
})

describe('stacks', () => {
  const names = (document: unknown): unknown =>
    (toldJson(scriptJsonFormat, document) as { threads?: { frames: { symbol: Members }[] }[] }).threads?.map(
      ({ frames }) => frames.map(({ symbol }) => symbol['name']),
    )
  const [one, two, three] = [at('load'), at('run', 4), at('save', 5)]
  const object = (name: string, line: number) => ({ function: name, file: 'a.js', line, column: 5 })
  const sentry = (name: string, line: number) => ({ function: name, filename: 'a.js', lineno: line, colno: 5, in_app: true })
  test.each<[string, unknown, unknown]>([
    ['one row under the name of a stack', { myStack: one }, [['load']]],
    ['one row of a trace', { backTrace: one }, [['load']]],
    ['one row under another name', { text: one }, undefined],
    ['two rows under another name', { text: `${one}\n${two}` }, [['load', 'run']]],
    ['a list of rows', { stack: [one, two] }, [['load', 'run']]],
    ['a list of rows and others', { stack: [one, 7] }, [['load']]],
    ['a list of objects', { a: [object('a', 1), object('b', 2)] }, [['a', 'b']]],
    ['lists in lists', [[[object('a', 1)], [object('b', 2)]]], [['a'], ['b']]],
    ['Sentry’s, outermost first', { a: [sentry('a', 1), sentry('b', 2)] }, [['b', 'a']]],
    ['the same twice', { stack: `${one}\n${two}`, trace: `${one}\n${two}` }, [['load', 'run']]],
    ['the same, and another', { stack: one, trace: `${one}\n${two}`, more: { stack: three } }, [['load'], ['load', 'run'], ['save']]],
    ['places that differ by the column', { a: { stack: one }, b: { stack: one.replace(':5)', ':6)') } }, [['load'], ['load']]],
    ['rows that differ by the line', { a: { stack: one }, b: { stack: one.replace(':3:', ':4:') } }, [['load'], ['load']]],
    ['a text with no place', { stack: 'load' }, undefined],
  ])('%s', (_, document, expected) => {
    expect(names(document)).toEqual(expected)
  }) // prettier-ignore
  test('32 levels deep, and one more; 200, and one more', () => {
    const nested = (levels: number): unknown =>
      Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner }), { stack: one })
    expect(names(nested(31))).toEqual([['load']])
    expect(names(nested(32))).toBeUndefined()
    const many = (length: number) => Array.from({ length }, (_, line) => ({ stack: at('load', line + 1) }))
    expect((names(many(200)) as unknown[]).length).toBe(200)
    expect((names(many(201)) as unknown[]).length).toBe(200)
  })
  test('written on many lines', () => {
    const text = JSON.stringify({ a: { stack: one }, b: [{ stack: `${two}\n${three}` }] }, null, 2)
    expect(told(scriptJsonFormat, `${text}\n`).map(({ threads }) => (threads as unknown[]).length)).toEqual([2])
  })
  test('names of 4,000 letters', () => {
    expect(names([{ file: 'a.js', line: 1, column: 2, name: 'n'.repeat(5000) }])).toEqual([['n'.repeat(4000)]])
  })
  test('the error around frames of Sentry: the last one with a type', () => {
    const values = [{ type: 'TypeError', value: 'no till', stacktrace: { frames: [sentry('a', 1)] } }]
    expect(toldJson(scriptJsonFormat, { type: 5, exception: { values } })['exception']).toEqual({
      ...{ type: 'JavaScript error', name: 'TypeError', reason: 'no till' },
    })
  })
}) // prettier-ignore
