/** Somebody who puts a link in the place of a file or a folder, and takes it away again, as fast as a program of its own can. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Swaps until SIGTERM and prints how often. Others see only renames at the place. */
const script = `
const fs = require('fs')
const [place, target, pause] = process.argv.slice(1)
const [own, link] = [place + '.own', place + '.link']
let swaps = 0
let isOver = false
process.on('SIGTERM', () => { isOver = true })
const quietly = (work) => { try { work() } catch {} }
const isFolder = (path) => { try { return fs.lstatSync(path).isDirectory() } catch { return false } }
const rest = () => { for (const end = performance.now() + Math.random() * Number(pause); performance.now() < end;); }
function swap() {
  for (let round = 0; round < 50; round++) {
    quietly(() => fs.symlinkSync(target, link))
    // The folder or file comes back with the same inode.
    if (isFolder(place)) quietly(() => fs.renameSync(place, own))
    else if (!fs.existsSync(own)) quietly(() => fs.linkSync(place, own))
    quietly(() => { fs.renameSync(link, place); swaps++ })
    rest()
    if (isFolder(own)) { quietly(() => fs.unlinkSync(place)); quietly(() => fs.renameSync(own, place)) }
    else { quietly(() => fs.linkSync(own, own + '2')); quietly(() => fs.renameSync(own + '2', place)) }
    rest()
  }
  if (isOver) { process.stdout.write(String(swaps)); process.exit(0) }
  setImmediate(swap)
}
process.stdout.write('ready\\n')
swap()
`

export class Swapper {
  readonly #child: ChildProcess
  #said = ''

  private constructor(place: string, target: string, pause: number) {
    this.#child = spawn(process.execPath, ['-e', script, place, target, String(pause)])
    this.#child.stdout?.on('data', (text: Buffer) => (this.#said += text.toString()))
  }

  /** `place` is a link to `target` half of the time. `pause`: the longest time between two swaps, in milliseconds. */
  static async start(place: string, target: string, pause = 1): Promise<Swapper> {
    const swapper = new Swapper(place, target, pause)
    while (!swapper.#said.includes('ready')) await once(swapper.#child.stdout ?? swapper.#child, 'data')
    return swapper
  }

  /** How often the link stood there. */
  async stop(): Promise<number> {
    const ended = once(this.#child, 'close')
    this.#child.kill('SIGTERM')
    await ended
    return Number(this.#said.replace('ready\n', ''))
  }
}
