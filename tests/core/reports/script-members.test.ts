/** Frames of scripts as objects of JSON: each name that writers give a member, and what is no frame. */
import { describe, expect, test } from 'vitest'
import { asArray, parseJson } from '../../../src/core/reports/json/json.ts'
import { isOutermostFirst, readScriptObjects } from '../../../src/core/reports/sdks/script-objects.ts'

function read(list: readonly unknown[] | string) {
  const document = parseJson(typeof list === 'string' ? list : JSON.stringify(list))
  if (!document) throw new Error('no JSON')
  return readScriptObjects(asArray(document.value), document)
}

const NAMED = { line: 'lineNumber', column: 'columnNumber', file: 'fileName', name: 'functionName' }
const placed = (keys: typeof NAMED) => ({ [keys.name]: 'load', [keys.file]: 'a.js', [keys.line]: 3, [keys.column]: 5 })
const PLACED = {
  symbol: { name: 'load', file: 'a.js', line: 3, column: 5 },
  script: { file: 'a.js', line: 3, column: 4 },
  language: 'javascript',
}

describe('a frame with a line and a column', () => {
  test.each(['lineNumber', 'lineno', 'lineNo', 'line'])('line: %s', (line) => {
    expect(read([placed({ ...NAMED, line })])).toMatchObject([PLACED])
  })
  test.each(['columnNumber', 'column', 'colno', 'colNo', 'col'])('column: %s', (column) => {
    expect(read([placed({ ...NAMED, column })])).toMatchObject([PLACED])
  })
  test.each(['file', 'fileName', 'filename', 'abs_path', 'url', 'SourceURL', 'sourceURL', 'scriptName'])(
    'file: %s',
    (file) => {
      expect(read([placed({ ...NAMED, file })])).toMatchObject([PLACED])
    },
  )
  test.each(['functionName', 'function', 'method', 'func', 'name'])('function: %s', (name) => {
    expect(read([placed({ ...NAMED, name })])).toMatchObject([PLACED])
  })
  test('React Native counts columns from 0', () => {
    expect(read([placed({ ...NAMED, name: 'methodName' })])).toMatchObject([
      { ...PLACED, script: { file: 'a.js', line: 3, column: 5 } },
    ])
    expect(read([{ methodName: 'load', lineNumber: 3, column: 0 }])).toMatchObject([
      { symbol: { name: 'load', line: 3 }, script: { line: 3, column: 0 } },
    ])
  })
  test('without a name', () => {
    expect(read([{ file: 'a.js', line: 3, column: 5 }])[0]?.symbol?.name).toBe('<anonymous>')
  })
  test.each(['a.js', 'a.jsx', 'a.mjs', 'a.cjs', 'a.ts', 'a.tsx', 'main.bundle', 'main.jsbundle', 'a.hbc', 'a.js?v=2', 'a.js#x', 'https://x.org/a', 'app:///a', 'webpack-internal://a'])(
    'a script: %s',
    (file) => {
      expect(read([{ file, line: 3, column: 5 }])).toHaveLength(1)
    },
  ) // prettier-ignore
  test.each(['a.swift', 'a.json', 'a.jsc', 'a.c', 'js', '//a', 'HTTPS'])('no script: %s', (file) => {
    expect(read([{ file, line: 3, column: 5 }])).toEqual([])
  })
  test.each([
    { file: 'a.js', line: 0, column: 5 },
    { file: 'a.js', line: 3 },
    { file: 'a.js', column: 5 },
    { file: 'a.js', line: -3, column: 5 },
    { file: 'a.js', line: 3.5, column: 5 },
    { file: 'a.js', line: 2 ** 31, column: 5 },
    { line: 3, column: 5 },
    'a.js:3:5',
    7,
  ])('no frame: %j', (frame) => {
    expect(read([frame])).toEqual([])
    // One that is none makes the list another one.
    expect(read([placed(NAMED), frame])).toEqual([])
  })
})

describe('a frame of Hermes', () => {
  test.each(['FunctionID', 'functionId', 'functionID'])('function: %s', (key) => {
    expect(read([{ [key]: 7, ByteCodeOffset: 12, SourceURL: 'a.hbc', name: 'load' }])).toMatchObject([
      { symbol: { name: 'load', file: 'a.hbc' }, script: { file: 'a.hbc', line: 1, column: 12, functionId: 7 } },
    ])
  })
  test.each(['ByteCodeOffset', 'byteCodeOffset', 'bytecodeOffset', 'virtualOffset'])('offset: %s', (key) => {
    expect(read([{ functionId: 7, [key]: 0 }])).toMatchObject([
      { symbol: { name: '<function 7>' }, script: { line: 1, column: 0, functionId: 7 } },
    ])
  })
  test.each(['CJSModuleOffset', 'cjsModuleOffset'])('module: %s', (key) => {
    expect(read([{ functionId: 0, virtualOffset: 12, [key]: 4 }])).toMatchObject([{ script: { line: 5, column: 12 } }])
  })
  test('without an offset', () => {
    expect(read([{ functionId: 7, SourceURL: 'a.hbc' }])).toEqual([])
  })
})

describe('functions of the engine, beside a frame that has a place', () => {
  const namesOf = (frame: object) => read([frame, placed(NAMED)]).map(({ symbol }) => symbol?.name)
  test.each<readonly [object, string]>([
    [{ NativeCode: true }, '[native code]'],
    [{ nativeCode: true, name: 'map' }, 'map'],
    [{ isNative: true, name: 'map' }, 'map'],
    [{ file: '[native code]', name: 'map' }, 'map'],
    [{ methodName: 'map', file: 'x' }, 'map'],
    [{ functionName: 'map', file: 'x' }, 'map'],
  ])('%j', (frame, name) => {
    expect(namesOf(frame)).toEqual([name, 'load'])
    // Alone they have no place, and are no stack.
    expect(read([frame])).toEqual([])
  })
  test.each([
    { isNative: false, name: 'map' },
    { isNative: 1, name: 'map' },
    { name: 'map', file: 'x' },
    { method: 'map', file: 'x' },
    { methodName: 'map' },
  ])('none: %j', (frame) => {
    expect(namesOf(frame)).toEqual([])
  })
})

describe('rows of a service', () => {
  test.each([
    ['count () (till.js:42)', { name: 'count', file: 'till.js', line: 42 }],
    ['count (till.tsx:1)', { name: 'count', file: 'till.tsx', line: 1 }],
    ['a b () (main.jsbundle:9)', { name: 'a b', file: 'main.jsbundle', line: 9 }],
  ])('%s', (trace, symbol) => {
    expect(read([{ trace }])).toMatchObject([{ symbol, language: 'javascript' }])
  })
  test('rows of consoles', () => {
    expect(read([{ trace: 'at load (a.js:3:5)' }])).toMatchObject([
      { symbol: { name: 'load' }, script: { line: 3, column: 4 } },
    ])
  })
  test.each(['count', 'count (till.swift:42)', 'count () (till.js:)', `${'x'.repeat(1000)}@a.js:3:5`, ''])(
    'none: %s',
    (trace) => {
      expect(read([{ trace }])).toEqual([])
    },
  )
})

test('the last object of a text that is cut is left out', () => {
  const whole = JSON.stringify([placed(NAMED), placed(NAMED)])
  expect(read(whole)).toHaveLength(2)
  expect(read(whole.slice(0, -2))).toHaveLength(1)
})

test('where the frames lie in the text', () => {
  const text = `[${JSON.stringify(placed(NAMED))}]`
  expect(read(text)[0]?.span).toEqual({ start: 1, end: text.length - 1 })
})

test('only frames of Sentry say that the outermost call is first', () => {
  expect(isOutermostFirst([{ in_app: true, lineno: 3 }])).toBe(true)
  expect(isOutermostFirst([{ in_app: false, colno: 3 }, 7])).toBe(true)
  expect(isOutermostFirst([{ lineno: 3, colno: 3 }])).toBe(false)
  expect(isOutermostFirst([{ in_app: true, line: 3 }])).toBe(false)
  expect(isOutermostFirst([])).toBe(false)
  expect(isOutermostFirst(['in_app lineno'])).toBe(false)
})
