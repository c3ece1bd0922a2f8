/** Answers as UTF-8: the same bytes as the whole text would give, however it is split. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnswerBytes } from '../../src/cli/pipeline/answer-bytes.ts'
import { toAnswer } from '../../src/cli/pipeline/report-line.ts'
import { visibleText } from '../../src/core/model/visible-text.ts'
import type { StreamLine } from '../../src/cli/documents/reports.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const whole = (value: unknown): string => visibleText(JSON.stringify(value))

test('any JSON is written as the language writes it, with escapes for letters that a terminal obeys', () => {
  const bytes = new AnswerBytes()
  const text = fc.string({ unit: 'binary' })
  const special = fc.constantFrom('…', '\u007f', '\u0085', '\u2028', 'é', '\ud800', '😀', '"\\', '\u{e0041}')
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      special,
      fc.integer(),
      fc.constantFrom(null, true, undefined),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(text, special), tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 4 }), (object) => {
      bytes.addJson(object)
      expect(decoder.decode(bytes.take())).toBe(whole(object))
      bytes.addMembers(object)
      const members = whole(object).slice(1)
      expect(decoder.decode(bytes.take())).toBe(members === '}' ? '}' : `,${members}`)
    }),
  )
})

test.each([0, 1, 8, 9, 16, 17, 100])('a list of %d items in a report is written in pieces as in one', (count) => {
  const list = Array.from({ length: count }, (_, at) => [{ at, name: `é ${at}` }, undefined, 'x', [at]][at % 4])
  const answer = { reports: [{ threads: list, images: list.slice(1) }] }
  const bytes = new AnswerBytes()
  bytes.addJson(answer)
  expect(decoder.decode(bytes.take())).toBe(whole(answer))
})

test('an answer that outgrows the memory of those before it is whole', () => {
  const bytes = new AnswerBytes()
  for (const size of [10, 100_000, 400_000, 5]) {
    const value = { a: 'x'.repeat(size), b: ['é'.repeat(size)], c: '…'.repeat(size) }
    bytes.addJson(value)
    const taken = bytes.take()
    expect(Buffer.compare(taken, encoder.encode(JSON.stringify(value)))).toBe(0)
    // The memory is the reader's own.
    bytes.addJson('other')
    expect(taken.at(0)).toBe(0x7b)
    bytes.take()
  }
})

test('an answer begins with its number and the id as the line spells it', () => {
  const rest = { problems: [] } satisfies Partial<StreamLine>
  expect(decoder.decode(toAnswer(3, '1.50', rest))).toBe('{"line":3,"id":1.50,"problems":[]}\n')
  expect(decoder.decode(toAnswer(4, undefined, {}))).toBe('{"line":4}\n')
})
