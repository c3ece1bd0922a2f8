/** Threads and their tasks: order, a thread that ends over a task, and one that never starts. */
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { ThreadPool } from '../../src/cli/pipeline/thread-pool.ts'

/** Answers a number by its double; ends over "die", by an error over "throw", never over "spin". */
const PROGRAM = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', (task) => {
  if (task === 'die') process.exit(1)
  if (task === 'spin') for (;;);
  if (task === 'throw') throw new Error('thrown')
  parentPort.postMessage(task * 2)
})
parentPort.postMessage('ready')`

let started = 0
const make = (): Worker => {
  started++
  return new Worker(PROGRAM, { eval: true })
}

let pool: ThreadPool<number | string, number> | undefined
const start = async (count: number): Promise<ThreadPool<number | string, number>> => {
  started = 0
  return (pool = await ThreadPool.start(count, make))
}
afterEach(() => pool?.end())

test('each task has its own answer, more tasks than threads', async () => {
  const threads = await start(2)
  const tasks = Array.from({ length: 100 }, (_, at) => at)
  expect(await Promise.all(tasks.map((task) => threads.run(task)))).toEqual(tasks.map((task) => task * 2))
  expect(started).toBe(2)
})

test.each(['die', 'throw'])('a thread that ends over a task (%s) costs that one alone', async (fatal) => {
  const threads = await start(1)
  const answers = await Promise.all([1, fatal, 2, 3, fatal, 4].map((task) => threads.run(task)))
  expect(answers).toEqual([2, undefined, 4, 6, undefined, 8])
  expect(started).toBe(3)
})

test('a thread that ends before it is ready is an error, at the start and later', async () => {
  const dead = (): Worker => new Worker('process.exit(1)', { eval: true })
  await expect(ThreadPool.start(1, dead)).rejects.toThrow('ended unexpectedly')
  let isFirst = true
  const once = (): Worker => (isFirst ? ((isFirst = false), make()) : dead())
  const threads = (pool = await ThreadPool.start<number | string, number>(1, once))
  const answers = await Promise.allSettled(['die', 1, 2].map((task) => threads.run(task)))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(threads.run(3)).rejects.toThrow('ended unexpectedly')
})

test('a task that nobody waits for ends, with its thread if it runs; tasks beside it are answered', async () => {
  const threads = await start(1)
  const [late, early, over] = [new AbortController(), new AbortController(), new AbortController()]
  const running = threads.run('spin', late.signal)
  const others = [threads.run(1), threads.run(2, early.signal), threads.run(3, AbortSignal.abort()), threads.run(4)]
  early.abort()
  late.abort()
  expect(await running).toBeUndefined()
  expect(await Promise.all(others)).toEqual([2, undefined, undefined, 8])
  expect(started).toBe(2)
  // A signal after the answer changes nothing.
  expect(await threads.run(5, over.signal)).toBe(10)
  over.abort()
  expect(await threads.run(6)).toBe(12)
  expect(started).toBe(2)
})
