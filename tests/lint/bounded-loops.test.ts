/** The rule that finds loops without a bound finds them, and lets others be. */
import { RuleTester } from 'eslint'
import ts from 'typescript-eslint'
import { describe, it } from 'vitest'
import { boundedLoops } from './bounded-loops.mjs'

RuleTester.describe = describe
RuleTester.it = it

const tester = new RuleTester({ languageOptions: { parser: ts.parser } })
const endless = [{ messageId: 'endless' }]
const unbounded = [{ messageId: 'unbounded' }]
const readBy = [{ readBy: '^(?:uleb|load)$' }]

tester.run('bounded-loops', boundedLoops, {
  valid: [
    'for (let i = 0; i < list.length; i++) visit(list[i])',
    'for (let at = 0; at + 16 <= bytes.byteLength; at += 16) visit(at)',
    'for (const one of list) visit(one)',
    'const end = Math.min(header.end, bytes.length); for (let at = 0; at < end; at++) visit(at)',
    'for (let i = 0; i < Math.min(header.count, MOST); i++) visit(i)',
    'for (let i = 0; i < header.count && i < MOST_ROWS; i++) visit(i)',
    'for (let i = 0; i < cursor.readU32(); i++) visit(cursor.readU8())',
    'for (let i = 0; i < count; i++) { budget.spend("steps", 1); visit(i) }',
    'const visit = () => budget.spend("steps", 1); for (let i = 0; i < count; i++) visit()',
    'for (;;) { if (cursor.readU8() < 128) break }',
    'while (!cursor.done) visit(cursor)',
    'while (low < high) { const middle = (low + high) >>> 1; if (isBelow(middle)) low = middle + 1; else high = middle }',
    'for (let one = open.pop(); one; one = open.pop()) visit(one)',
    'for (let match = pattern.exec(text); match; match = pattern.exec(text)) visit(match)',
    'let left = list.length; while (left > 0) left--',
    { code: 'while (true) if (!m.eat(65)) break', options: [{ takes: '^eat$' }] },
    { code: 'function f(count) { for (let i = 0; i < count; i++) visit(i) }', options: readBy },
    { code: 'const count = load<u8>(p); for (let i = 0; i < count; i++) visit(i)', options: readBy },
  ],
  invalid: [
    { code: 'for (;;) visit()', errors: endless },
    { code: 'while (true) visit()', errors: endless },
    { code: 'do visit(); while (1)', errors: endless },
    { code: 'for (let at = 0; ; at += step) visit(at)', errors: endless },
    // Code that runs later does not end the loop.
    { code: 'for (;;) later(() => budget.spend("steps", 1))', errors: endless },
    { code: 'for (let i = 0; i < header.count; i++) visit(i)', errors: unbounded },
    { code: 'function f(count) { for (let i = 0; i < count; i++) visit(i) }', errors: unbounded },
    { code: 'const count = cursor.readU32(); for (let i = 0; i < count; i++) visit(i)', errors: unbounded },
    {
      code: 'const end = Math.max(header.end, bytes.length); for (let at = 0; at < end; at++) visit(at)',
      errors: unbounded,
    },
    { code: 'let end = 4; end = header.end; for (let at = 0; at < end; at++) visit(at)', errors: unbounded },
    { code: 'const [end] = ends(); for (let at = 0; at < end; at++) visit(at)', errors: unbounded },
    // Steps back never come to what bounds steps forward.
    { code: 'for (let left = header.count; left > 0; left--) visit(left)', errors: unbounded },
    { code: 'while (header.at !== 5) visit()', errors: unbounded },
    { code: 'for (let one = open.pop(); one; one = open.pop()) open.push(...one.children)', errors: unbounded },
    { code: 'for (let part = node; part; part = part.above) visit(part)', errors: unbounded },
    { code: 'while (!ended) visit()', errors: unbounded },
    { code: 'let count = uleb(p); for (let i = 0; i < count; i++) visit(i)', options: readBy, errors: unbounded },
    { code: 'for (let n = load<u32>(p); n > 0; n--) visit(n)', options: readBy, errors: unbounded },
    { code: 'while (true) visit()', options: readBy, errors: endless },
  ],
})
