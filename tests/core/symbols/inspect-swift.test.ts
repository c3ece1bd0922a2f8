/** Swift types in the output of `inspect`. */
import { expect, test } from 'vitest'
import { inspectMachO } from '../../../src/core/symbols/inspect.ts'
import { buildSwiftImage } from '../../support/swift-builder.ts'

const inspect = async (...given: Parameters<typeof buildSwiftImage>) =>
  inspectMachO({ path: 'App', blob: new Blob([buildSwiftImage(...given)]) })

test('types with their kind and their fields', async () => {
  const described = await inspect()
  if (!described.ok) throw new Error('not opened')
  expect(described.problems).toEqual([])
  expect(described.value[0]?.swiftTypes).toEqual([
    { name: 'App.Cart', kind: 'class', fields: ['count', 'owner'] },
    { name: 'App.Sub', kind: 'class', fields: [] },
    { name: 'App.Cart.Point', kind: 'struct', fields: [] },
  ])
})

test('damaged metadata is told as a note, and the rest stays', async () => {
  const described = await inspect({ parent: 'Cart' })
  if (!described.ok) throw new Error('not opened')
  expect(described.problems.map(({ code, severity }) => [code, severity])).toContainEqual([
    'bad-swift-metadata',
    'note',
  ])
  expect(described.value[0]?.swiftTypes?.map(({ name }) => name)).toContain('App.Sub')
})
