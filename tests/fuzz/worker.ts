/**
 * The thread that runs the rounds. It says in shared memory which round it is at, so that whoever started it sees it hang, and can
 * end it: nothing in this thread could.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { faultOf, makeInput } from './rounds.ts'
import { openTargets } from './targets/registry.ts'
import type { Places } from './seeds.ts'

export interface Order {
  readonly kind: 'list' | 'run' | 'make' | 'try'
  readonly target: string
  readonly from: number
  readonly to: number
  readonly input?: Uint8Array
}

/** Processor time of one round, in milliseconds, that no input of a megabyte may need. */
const SLOW = 1500

const { places, progress } = workerData as { readonly places: Places; readonly progress: Int32Array }
const targets = await openTargets(places)

/**
 * Runs an input, and runs a slow one again, because other work on the machine makes any input slow once. Reading the processor time takes
 * as long as a round of the fastest targets, so the first run reads only a clock.
 */
async function judge(target: (typeof targets)[number], input: Uint8Array): Promise<string | undefined> {
  const began = performance.now()
  const fault = await faultOf(target, input)
  if (fault !== undefined || performance.now() - began < SLOW) return fault
  for (let attempt = 0; ; attempt++) {
    const before = process.cpuUsage()
    const again = await faultOf(target, input)
    if (again !== undefined) return again
    const { user, system } = process.cpuUsage(before)
    const milliseconds = (user + system) / 1000
    if (milliseconds < SLOW) return undefined
    if (attempt === 1) return `slow: ${Math.round(milliseconds)} ms for ${input.length} bytes`
  }
}

parentPort?.on('message', (order: Order) => void obey(order))

async function obey({ kind, target: name, from, to, input }: Order): Promise<void> {
  const post = (message: object): void => parentPort?.postMessage(message)
  const target = targets.find((candidate) => candidate.name === name)
  if (kind === 'list') post({ kind, names: targets.map((each) => each.name) })
  else if (!target) post({ kind: 'unknown' })
  else if (kind === 'make') post({ kind, ...makeInput(target, from) })
  else if (kind === 'try') post({ kind, fault: await judge(target, input ?? new Uint8Array()) })
  else {
    for (let round = from; round < to; round++) {
      Atomics.store(progress, 0, round)
      const { bytes, ours } = makeInput(target, round)
      const fault = await judge(target, bytes)
      if (fault !== undefined) post({ kind: 'find', round, fault, bytes, ours })
    }
    post({ kind: 'done' })
  }
}

parentPort?.postMessage({ kind: 'ready' })
