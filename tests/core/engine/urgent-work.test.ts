/** Whole indexes wait while a report is named, and go on after it, however it ends. */
import { expect, test } from 'vitest'
import { UrgentWork } from '../../../src/core/engine/urgent-work.ts'
import { createEngine } from '../../../src/core/engine.ts'
import type { BuildOptions, IndexBuilder } from '../../../src/core/ports.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { largeDsym } from '../../support/large-dsym.ts'
import { testPorts } from '../../support/test-builder.ts'

/** A promise that is ended from outside. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('a turn comes at once where nothing is urgent, and after all that is', async () => {
  const urgent = new UrgentWork()
  await urgent.turn()
  const [first, second] = [gate(), gate()]
  const done = [urgent.run(() => first.passed), urgent.run(() => second.passed)]
  let isMyTurn = false
  const turn = urgent.turn().then(() => (isMyTurn = true))
  first.open()
  await soon()
  expect(isMyTurn).toBe(false)
  const third = gate()
  done.push(urgent.run(() => third.passed))
  second.open()
  await soon()
  expect(isMyTurn).toBe(false)
  third.open()
  await turn
  await Promise.all(done)
})

test('a turn waits for the next step of what has one, and not for ever', async () => {
  const urgent = new UrgentWork()
  const order: string[] = []
  await urgent.run(
    async () => order.push('read'),
    () => true,
  )
  const turn = urgent.turn().then(() => order.push('turn'))
  await soon()
  const naming = gate()
  const named = urgent.run(() => naming.passed).then(() => order.push('named'))
  await soon()
  naming.open()
  await Promise.all([turn, named])
  expect(order).toEqual(['read', 'named', 'turn'])
  // No step comes.
  await urgent.run(
    async () => order.push('read'),
    () => true,
  )
  await urgent.turn()
})

test('work that fails holds nothing up', async () => {
  const urgent = new UrgentWork()
  await expect(urgent.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await urgent.turn()
})

const UUID = '11111111222233334444555555555555'
const report = `Process:             Shelf [612]
Path:                /private/var/containers/Bundle/Application/X/Shelf.app/Shelf
Code Type:           ARM-64
Report Version:      104

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Triggered by Thread:  0

Thread 0 Crashed:
0\tShelf\t0x0000000104001004 0x104000000 + 4100

Binary Images:
0x104000000 - 0x10400ffff Shelf arm64  <${UUID}> /private/var/containers/Bundle/Application/X/Shelf.app/Shelf
`

test('names of a report come while the index of its image stands still', async () => {
  const { builder, reader } = await testPorts()
  const order: string[] = []
  const [begun, asked] = [gate(), gate()]
  /** A whole build that has much to do before its jobs, and says when it may do the next. */
  const build = async (input: Parameters<IndexBuilder['build']>[0], options: BuildOptions = {}) => {
    if (options.only) {
      order.push('names asked')
      asked.open()
      await soon()
      // The whole build has asked for its turn and must not have got it.
      const built = await builder.build(input, options)
      order.push('names there')
      return built
    }
    begun.open()
    await asked.passed
    await options.turn?.()
    order.push('index goes on')
    return builder.build(input, options)
  }
  const engine = createEngine({ indexes: createMemoryStore(), builder: { ...builder, build }, reader })
  const dsym = await largeDsym(UUID, 1)
  await engine.add([{ path: 'Shelf.dSYM', blob: new Blob([new Uint8Array(dsym)]) }])
  const [image] = await engine.images()
  if (!image) throw new Error('the dSYM has no image')
  const indexing = engine.index([{ uuid: image.uuid, arch: image.arch }])
  await begun.passed
  const named = await engine.symbolicate({ path: 'shelf.crash', blob: new Blob([report]) })
  const [resolution] = named.ok ? (named.value[0]?.resolutions ?? []) : []
  expect(resolution).toMatchObject({ kind: 'resolved' })
  const [indexed] = await indexing
  expect(indexed?.ok).toBe(true)
  expect(order).toEqual(['names asked', 'names there', 'index goes on'])
})

test('an index whose host fails keeps no other from being built', async () => {
  const { builder, reader } = await testPorts()
  const engine = createEngine({ indexes: createMemoryStore(), builder, reader })
  const dsym = await largeDsym(UUID, 1)
  await engine.add([{ path: 'Shelf.dSYM', blob: new Blob([new Uint8Array(dsym)]) }])
  const [image] = await engine.images()
  if (!image) throw new Error('the dSYM has no image')
  const key = { uuid: image.uuid, arch: image.arch }
  const gone = (): never => {
    throw new Error('nobody listens')
  }
  await expect(engine.index([{ ...key, arch: 'x86_64' }], gone)).rejects.toThrow('nobody listens')
  const [indexed] = await engine.index([key])
  expect(indexed?.ok).toBe(true)
})
