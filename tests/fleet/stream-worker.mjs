/** One process of `unslide symbolicate --stream`, which is given chunk after chunk: it compiles its code once. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export class StreamWorker {
  #child
  #waiting = []
  #ended
  /** The end of standard error. */
  said = ''

  /** `command`: the program and its arguments. */
  constructor([program, ...args]) {
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.said = (this.said + text).slice(-10_000)))
    // The end of the process reports a broken pipe.
    this.#child.stdin.on('error', () => {})
    createInterface({ input: this.#child.stdout, crlfDelay: Infinity }).on('line', (line) =>
      this.#waiting[0]?.take(line),
    )
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', resolve)
      this.#child.on('close', (code, signal) => {
        for (const { refuse } of this.#waiting.splice(0)) refuse(new Error(`the stream ended: ${signal ?? code}`))
        resolve()
      })
    })
  }

  get pid() {
    return this.#child.pid
  }

  get isOver() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** The answers to lines, in their order, each as `answerOf` makes it of its text. Rejects if the process ends before the last. */
  name(lines, answerOf) {
    return new Promise((resolve, reject) => {
      const answers = []
      const take = (text) => {
        try {
          answers.push(answerOf(JSON.parse(text), answers.length))
        } catch (error) {
          // Half a line is what a killed process leaves.
          reject(error)
        }
        if (answers.length < lines.length) return
        this.#waiting.shift()
        resolve(answers)
      }
      this.#waiting.push({ take, refuse: reject })
      if (this.isOver) reject(new Error('the stream has ended'))
      this.#child.stdin.write(Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])))
    })
  }

  /** Waits until the process has ended by itself. */
  async end() {
    this.#child.stdin.end()
    await this.#ended
  }
}
