/** Lists and tables give no frames, whether they are short or long. */
import { expect, test } from 'vitest'
import { eachFrame } from '../../../../src/core/model/each-frame.ts'
import { lookAlikes } from './look-alikes.ts'
import { read } from './reading.ts'
import { furtherPrefixes, prefixes } from './wrappings.ts'

/** The addresses of all frames. A stack of JavaScript has frames without any. */
function addressesIn(text: string): bigint[] {
  return read(text).reports.flatMap((report) => [...eachFrame(report)].flatMap(({ address }) => address ?? []))
}

/** Three names with addresses and nothing else may be a stack that was cut off. */
const SHORT = 'classes of the runtime'

test.each(Object.entries(lookAlikes))('%s', (name, make) => {
  for (const count of name === SHORT ? [12, 60] : [3, 12, 60]) {
    expect([count, addressesIn(make(count))]).toEqual([count, []])
  }
})

test.each(Object.entries({ ...prefixes, ...furtherPrefixes }))('the same behind the prefix of %s', (_, wrap) => {
  for (const [what, make] of Object.entries(lookAlikes)) {
    expect([what, addressesIn(wrap(make(12)))]).toEqual([what, []])
  }
})
