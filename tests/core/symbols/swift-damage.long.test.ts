/** Swift's metadata, cut and damaged at each of its bytes. */
import { expect, test } from 'vitest'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import { buildSwiftImage } from '../../support/swift-builder.ts'

test('every cut and every flipped byte of metadata ends in names or problems', async () => {
  const bytes = buildSwiftImage()
  const start = bytes.length - 700
  let named = 0
  for (let at = start; at < bytes.length; at++) {
    const flipped = Uint8Array.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 0x81
    for (const blob of [new Blob([flipped]), new Blob([bytes.subarray(0, at)])]) {
      const opened = await machoSource.open({ path: 'App', blob })
      const input = opened.ok ? await opened.value[0]?.prepare() : undefined
      if (input?.ok && input.value.symbols.length > 0) named++
    }
  }
  // Undamaged entries keep their names.
  expect(named).toBeGreaterThan(700)
})
