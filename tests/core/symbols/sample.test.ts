/** The sample that the app offers: report and dSYM belong together, and its addresses lie in the program's functions. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { walk } from '../../../src/core/containers/walk.ts'
import { parseUuid } from '../../../src/core/model/image.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import { isInCode } from '../../../src/core/macho/code.ts'

const sample = (name: string): Buffer<ArrayBuffer> =>
  readFileSync(new URL(`../../../public/sample/${name}`, import.meta.url))

interface SampleReport {
  readonly usedImages: readonly { uuid: string; name: string }[]
  readonly threads: readonly { frames: readonly { imageIndex: number; imageOffset: number }[] }[]
}

test('the zipped dSYM is the one that the report names, and holds code at its frames', async () => {
  const text = sample('Trailmap.ips').toString()
  const report = JSON.parse(text.slice(text.indexOf('\n'))) as SampleReport
  const blob = new Blob([sample('Trailmap.dSYM.zip')])
  const images = []
  for await (const item of walk([{ path: 'Trailmap.dSYM.zip', blob }])) {
    if (item.kind !== 'leaf') continue
    const outcome = await machoSource.open(item.file)
    if (outcome.ok) images.push(...outcome.value)
  }
  expect(images).toHaveLength(1)
  const [image] = images
  expect(image).toMatchObject({ kind: 'dsym', arch: 'arm64', detail: 'dwarf', textVmaddr: 0x1_0000_0000n })
  expect(image?.uuid).toBe(parseUuid(report.usedImages[0]?.uuid ?? ''))
  const input = await image?.prepare()
  const code = input?.ok ? input.value.code : []
  const offsets = report.threads.flatMap(({ frames }) => frames.filter((frame) => frame.imageIndex === 0))
  expect(offsets.length).toBeGreaterThan(9)
  expect(offsets.filter(({ imageOffset }) => !isInCode(code, imageOffset))).toEqual([])
})
