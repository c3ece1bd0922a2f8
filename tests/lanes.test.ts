import { expect, test } from 'vitest'
import { runInLanes } from './support/lanes.mjs'

interface Step {
  readonly name: string
  readonly after?: readonly string[]
  /** How many turns of the event loop it takes. */
  readonly turns: number
}

/** Runs the steps; returns when each started and ended, in order. */
async function logOf(steps: readonly Step[], lanes: number): Promise<readonly string[]> {
  const log: string[] = []
  await runInLanes(steps, lanes, async ({ name, turns }) => {
    log.push(`+${name}`)
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    log.push(`-${name}`)
  })
  return log
}

test('no more steps run at once than there are lanes', async () => {
  const steps = Array.from({ length: 9 }, (_, at) => ({ name: `${at}`, turns: (at * 5) % 7 }))
  for (const lanes of [1, 2, 3]) {
    let running = 0
    let most = 0
    for (const entry of await logOf(steps, lanes)) {
      running += entry.startsWith('+') ? 1 : -1
      most = Math.max(most, running)
    }
    expect(most).toBe(lanes)
  }
})

test('a step starts after those that it names, and the next that may start fills the lane', async () => {
  const steps = [
    { name: 'build', turns: 2 },
    { name: 'browser', after: ['build'], turns: 1 },
    { name: 'lint', turns: 9 },
  ]
  expect(await logOf(steps, 2)).toEqual(['+build', '+lint', '-build', '+browser', '-browser', '-lint'])
})

test('a name that is no step of the list is not waited for', async () => {
  expect(await logOf([{ name: 'unit', after: ['build'], turns: 0 }], 2)).toEqual(['+unit', '-unit'])
})

test('steps that wait for each other are an error', async () => {
  const steps = [
    { name: 'a', after: ['b'], turns: 0 },
    { name: 'b', after: ['a'], turns: 0 },
  ]
  await expect(logOf(steps, 2)).rejects.toThrow('a, b')
})
