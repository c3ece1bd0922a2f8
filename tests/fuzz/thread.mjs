/** A thread that fuzzes, watched from outside: it is ended when one input takes too long or too much memory. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** An input that takes more processor time hangs; so does one that waits for so many times as long. */
const HANGS_MS = 30_000
const WAITS = 10
/** JavaScript's heap of the thread, and all memory of the process. */
const HEAP_MB = 700
const MEMORY_MB = 2000
const LOOK_MS = 200

export class FuzzThread {
  #module
  #places
  #worker
  #progress

  constructor(module, places) {
    this.#module = module
    this.#places = places
  }

  async #started() {
    if (this.#worker) return this.#worker
    this.#progress = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(this.#module, {
      workerData: { places: this.#places, progress: this.#progress },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    await once(worker, 'message')
    return (this.#worker = worker)
  }

  async end() {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  /**
   * Gives an order and all answers to `onAnswer`, until one of kind `last`. Resolves to undefined, or to what was wrong when the
   * thread had to be ended, and in which round.
   */
  async order(order, last, onAnswer = () => {}, longest = HANGS_MS) {
    const worker = await this.#started()
    const fault = await new Promise((resolve) => {
      let [since, spent] = [performance.now(), process.cpuUsage()]
      let round = -1
      const look = setInterval(() => {
        const now = Atomics.load(this.#progress, 0)
        if (now !== round) [round, since, spent] = [now, performance.now(), process.cpuUsage()]
        // A busy machine gives a thread little time, so a clock alone would call any long round a hang.
        const { user, system } = process.cpuUsage(spent)
        const isOver = (user + system) / 1000 > longest || performance.now() - since > WAITS * longest
        if (isOver) end(`hangs: no end after ${longest} ms`)
        const megabytes = process.memoryUsage.rss() / 2 ** 20
        if (megabytes > MEMORY_MB) end(`memory: ${Math.round(megabytes)} MB`)
      }, LOOK_MS)
      const end = (text) => {
        clearInterval(look)
        for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener)
        resolve(text && { text, round: Atomics.load(this.#progress, 0) })
      }
      const listeners = {
        message: (message) => {
          onAnswer(message)
          if (message.kind === last) end(undefined)
        },
        error: (error) => end(`the thread ended: ${error.message}`),
        exit: () => end('the thread ended'),
      }
      for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener)
      worker.postMessage({ target: '', from: 0, to: 0, ...order })
    })
    if (fault) await this.end()
    return fault
  }
}
