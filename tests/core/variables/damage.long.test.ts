/** Variables of a dSYM that is damaged. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variablesOfImage } from '../../../src/core/engine/frames/variables.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'

test('damage anywhere in a dSYM ends with an answer or a problem', async () => {
  const path = new URL(
    '../../fixtures/macho/macos-arm64-dwarf5/Shelf.dSYM/Contents/Resources/DWARF/Shelf',
    import.meta.url,
  )
  const sound = readFileSync(path)
  let damaged = 0
  for (let at = 4096; at < sound.length; at += 97) {
    const bytes = Uint8Array.from(sound)
    bytes[at] = (bytes[at] ?? 0) ^ 0xff
    const opened = await machoSource.open({ path: 'broken', blob: new Blob([bytes]) })
    if (!opened.ok) continue
    const offsets = Array.from({ length: 16 }, (_, index) => imageOffset(0x900 + index * 0x40))
    const outcome = await variablesOfImage(opened.value, offsets)
    if (outcome.ok) expect(outcome.value).toHaveLength(offsets.length)
    else expect(outcome.problems.length).toBeGreaterThan(0)
    expect(outcome.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
    damaged++
  }
  expect(damaged).toBeGreaterThan(50)
})
