/** Documents of JSON between words, whole and cut: where each begins and ends, and what the words around it are. */
import { describe, expect, test } from 'vitest'
import { findEmbeddedJson } from '../../../src/core/reports/embedded-json.ts'
import { formsOf, type Part } from '../../support/text-forms.ts'

const found = (text: string) => [...findEmbeddedJson(text)]
const documents = (text: string) => found(text).map(({ document }) => document)
const object = `{"process":"Till","threads":[{"id":7,"frames":[1,2,3]}],"reason":"${'no drawer '.repeat(4)}"}`
const joined = (all: readonly (readonly string[])[]): readonly string[] => all.map((pieces) => pieces.join(''))

describe('a whole document', () => {
  const opening = formsOf({
    right: ['', '  ', '> ', `${' '.repeat(40)}`, 'log: ', 'event=', 'a\t'],
    wrong: ['log', '"'],
  })
  test.each(joined(opening.right))('behind %j', (before) => {
    const text = `said\n${before}${object}\nmore\n`
    const [first] = found(text)
    expect(first).toEqual({ before: `said\n${before}`, own: object, after: '\nmore\n', document: object })
  })
  test.each(opening.wrong)('not behind %j', (before) => {
    expect(documents(`said\n${before}${object}\nmore\n`)).not.toContain(object)
  })
  test.each<[string, boolean]>([
    ['said', true],
    ['', false],
    [' \n', false],
    ['\ufeff', false],
  ])('a text that begins with JSON has none: %j', (before, has) => {
    expect(documents(`${before}\n${object}`)).toEqual(has ? [object] : [])
    expect(documents(`${before}\n[${object}]`)).toEqual(has ? [`[${object}]`] : [])
  })
  test.each<[string, string, boolean]>([
    ['79 characters', `{"a":"${'x'.repeat(71)}"}`, false],
    ['80 characters', `{"a":"${'x'.repeat(72)}"}`, true],
    ['an array of objects', `[{"a":"${'x'.repeat(80)}"}]`, true],
    ['an array of numbers', `[1,2,"${'x'.repeat(80)}"]`, false],
    ['blanks inside', `{ \n\t"a":"${'x'.repeat(80)}"}`, true],
  ])('%s', (_, document, is) => {
    expect(documents(`said\n${document}\n`).slice(0, 1)).toEqual(is ? [document] : [])
  })
  test('two in a row are one, other words part them', () => {
    const two = `${object}\n${object}`
    expect(found(`said\n${two}\nmore`)[0]).toEqual({ before: 'said\n', own: two, after: '\nmore', document: two })
    expect(documents(`said\n${object}\nand\n${object}\n`)).toEqual([object, object])
    expect(documents(`said\n${object} and ${object}\n`)).toEqual([object, object])
  })
  test('the first line of an `.ips` alone is none', () => {
    const head = `{"app_name":"Till","bug_type":"309","name":"${'x'.repeat(60)}"}`
    expect(documents(`said\n${head}\nProcess: Till`)).toEqual([])
    const behind = `{"app":"Till"}\n${head}`
    expect(documents(`said\n${behind}\nProcess: Till`)).toContain(behind)
  })
  test('in a quote it stands without the marks', () => {
    const pretty = JSON.stringify(JSON.parse(object), undefined, 2)
    const quoted = pretty.replace(/^/gm, '> ')
    const [first] = found(`said\n${quoted}\nmore`)
    expect(first).toEqual({ before: 'said\n> ', own: quoted.slice(2), after: '\nmore', document: pretty })
  })
  test('eight places are tried', () => {
    const small = 'log: {"a":1} x\n'
    expect(documents(`said\n${small.repeat(7)}${object}\n`)).toEqual([object])
    expect(documents(`said\n${small.repeat(8)}${object}\n`)).toEqual([])
  })
})

describe('a piece that begins at a member', () => {
  const rest = `"Till",\n"reason":"${'no drawer '.repeat(8)}"\n}`
  const member = formsOf(
    { right: ['', '  ', '> \t', ' '.repeat(400)], wrong: ['x', `${' '.repeat(400)} `] },
    '"',
    { right: ['process', 'p', 'p'.repeat(80)], wrong: ['', 'a-b', 'p'.repeat(81)] },
    '"',
    { right: ['', ' ', '\t  ', ' '.repeat(8)], wrong: ['x', ' '.repeat(9)] },
    ':',
  )
  test.each(joined(member.right))('%j', (text) => {
    const prefix = /^[ \t>]*/.exec(text)?.[0] ?? ''
    const [first] = found(`said\n${text}${rest}\nmore words\n`)
    expect(first?.before).toBe('said\n')
    expect(first?.document.trimStart()).toBe(`${text.slice(prefix.length)}${rest}`)
    expect(first?.after).toBe('\nmore words\n')
    expect(first?.own).toBe(`${text}${rest}`)
  })
  test.each(member.wrong)('not %j', (text) => {
    // The next member is its beginning.
    expect(found(`said\n${text}${rest}\nmore words\n`).map(({ before }) => before)).toEqual([`said\n${text}"Till",\n`])
  })
  test.each<[string, boolean]>([
    ['}', true],
    [']', true],
    ['  "x"', true],
    ['7', true],
    ['true,', true],
    ['false}', true],
    ['null ]', false],
    ['null', false],
    ['> }, \t\r', true],
    ['x}', false],
    ['"x" and', false],
    ['"x"}', true],
    [`${' '.repeat(401)}}`, false],
  ])('%j is its last line: %j', (line, isLast) => {
    const piece = `"reason":"${'no drawer '.repeat(8)}",`
    const [first] = found(`said\n${piece}\n${line}\nmore words\n`)
    expect(first?.document).toBe(isLast ? `${piece}\n${line}` : piece)
  })
})

describe('a piece that was cut out of the middle', () => {
  const rest = `"reason":"${'no drawer '.repeat(8)}",\n"last":[1]`
  const gap: Part = { right: ['', ' ', '\t  ', ' '.repeat(8)], wrong: ['x', ' '.repeat(9)] }
  const name: Part = { right: ['process', 'p', 'p'.repeat(80)], wrong: ['', 'a-b', 'p'.repeat(81)] }
  const closing: readonly (string | Part)[] = [
    { right: ['', ' 7', '  ', 'x'.repeat(80)], wrong: ['"', '{', 'x'.repeat(81)] },
    { right: ['}', ']', '}]}', ']}'.repeat(4), '}'.repeat(9)], wrong: ['', '}'.repeat(90), '} ]'] },
    ',',
    gap,
  ]
  const member = formsOf(...closing, '"', name, '"', gap, ':')
  const object = formsOf(...closing, '{', gap, '"')
  const comma = formsOf(
    { right: ['', ' ', '\t  ', ' '.repeat(40)], wrong: ['x', ' '.repeat(41)] },
    ',',
    gap,
    '"',
    name,
    '"',
    gap,
    ':',
  )
  const all = [
    ...[...member.right, ...comma.right].map((pieces) => `${pieces.join('')}7,\n${rest}`),
    ...joined(object.right).map((text) => `${text}a":7,\n${rest}`),
  ]
  test.each(all)('%j', (piece) => {
    const [first] = found(`said\n${piece}\nmore words`)
    expect(first).toEqual({ before: 'said\n', own: piece, after: '\nmore words', document: piece })
  })
  test.each(
    [...member.wrong.filter((text) => text !== '} ],"process":' && !text.startsWith(',')), ...comma.wrong].map(
      (text) => `${text}7,\n${rest}`,
    ),
  )('not %j', (piece) => {
    expect(found(`said\n${piece}\nmore words`).filter(({ before }) => before === 'said\n')).toEqual([])
  })
  const head = `}],"process":7,\n"reason":"${'no drawer '.repeat(8)}",\n`
  test.each<[string, boolean]>([
    ['"process":', true],
    ['"p" \t:x', true],
    ['"":', false],
    ['"a-b":', false],
    ['}', true],
    ['  ]},{[ \r', true],
    [`${']'.repeat(81)}x`, false],
    ['"proc', true],
    ['"', true],
    ['  "p\t ', true],
    ['x "p', false],
    ['"a-b', false],
    ['"p"', true],
    ['x', false],
    ['said ]', false],
  ])('goes on with %j: %j', (line, goesOn) => {
    const [first] = found(`said\n${head}${line}`)
    expect(first?.document).toBe(goesOn ? `${head}${line}` : head.trimEnd())
  })
  test('has no document above it, and is long enough', () => {
    expect(documents(`said\n[1]\n${head}}`)).not.toContain(`${head}}`)
    expect(documents(`said\n  {\n${head}}`)).not.toContain(`${head}}`)
    expect(documents(`said {\n${head}}`)).toContain(`${head}}`)
    const short = (length: number) => `}],"process":"${'x'.repeat(length - 15)}"`
    expect(documents(`said\n${short(79)}`)).toEqual([])
    expect(documents(`said\n${short(80)}`)).toEqual([short(80)])
  })
})
