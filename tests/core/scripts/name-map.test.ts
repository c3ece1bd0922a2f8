/** Dart's obfuscation maps: which files are some, what they hold, and how far they are believed. */
import { expect, test } from 'vitest'
import { openNameMap } from '../../../src/core/scripts/name-map.ts'
import { symbolSources } from '../../../src/core/symbols/registry.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const file = (text: string) => ({ path: 'obfuscation.json', blob: new Blob([text]) })
const claimant = (text: string) => symbolSources.find((source) => source.sniff(bytes(text)))?.id

const MAP = '["TillException","aB","Till","cD","count","eF","Shop","gH","main","main"]'

test('pairs of a name and the one in its place are claimed, other lists are not', () => {
  expect(claimant(MAP)).toBe('name-map')
  expect(claimant(MAP.replaceAll(',', ' ,\n  '))).toBe('name-map')
  expect(claimant('["==","a","package:shop/till.dart","b","Till","c"]')).toBe('name-map')
  for (const other of [
    '["0   Shop   0x0000000104ccc074 main + 12","1   Shop   0x104ccd000 start + 4","a","b","c","d"]',
    '["0x104ccc074","0x104ccd000","0x104ccc074","0x104ccd000","0x104ccc074","0x104ccd000"]',
    '["main","main","run","run","open","open"]',
    '["Till","cD"]',
    '["a sentence of words","b","another one","c","Till","d"]',
    '{"Till":"cD"}',
    '[]',
  ])
    expect(claimant(other)).not.toBe('name-map')
})

test('a name leads to that of the source; one of two sources leads nowhere', async () => {
  const map = await openNameMap(file('["Till","cD","main","main","Shop","x","Cart","x"]'))
  expect(map.renamed).toBe(3 - 1)
  expect(['cD', 'main', 'x', 'none'].map((name) => map.originalOf(name))).toEqual([
    'Till',
    'main',
    undefined,
    undefined,
  ])
  // Names that objects inherit are no names of the map.
  expect(map.originalOf('constructor')).toBeUndefined()
})

test('what is cut, odd or no text is refused', async () => {
  for (const bad of ['["Till","cD","Shop"]', '["Till","cD"', '["Till",1]', '{}', ''])
    await expect(openNameMap(file(bad))).rejects.toThrow(/pairs of names/)
})
