/** The rule that finds lists spread into calls finds them, and lets others be. */
import { RuleTester } from 'eslint'
import ts from 'typescript-eslint'
import { describe, it } from 'vitest'
import { smallSpreads } from './small-spreads.mjs'

RuleTester.describe = describe
RuleTester.it = it

const tester = new RuleTester({ languageOptions: { parser: ts.parser } })
const errors = [{ messageId: 'spread' }]

tester.run('small-spreads', smallSpreads, {
  valid: [
    'const all = [...list, ...others]',
    'visit({ ...one })',
    'const pass = (...given) => visit(...given)',
    'visit(...[1, 2])',
    'visit(...KEYS)',
    'list.push(...(one ? [one] : []))',
    'append(list, others)',
    'visit.apply(undefined, [1])',
  ],
  invalid: [
    { code: 'list.push(...others)', errors },
    { code: 'Math.max(...sizes)', errors },
    { code: 'Math.max(0, ...sizes)', errors },
    { code: 'String.fromCharCode(...bytes.subarray(0, 4))', errors },
    { code: 'String.fromCharCode.apply(null, bytes)', errors },
    { code: 'list.splice(0, 1, ...others)', errors },
    { code: 'new Part(...others)', errors },
    { code: 'list.push(...[...others])', errors },
    { code: 'const f = (list) => visit(...list)', errors },
    { code: 'const f = (...given) => { const list = given.flat(); visit(...list) }', errors },
    { code: 'list.push(...(one ? others : []))', errors },
  ],
})
