/** An export of `xctrace` with any number of samples, as real ones are: each value by `ref` from its second time on. */
import { closeSync, openSync, writeSync } from 'node:fs'

const BATCH = 2000
const columns = [
  ['time', 'sample-time'],
  ['thread', 'thread'],
  ['process', 'process'],
  ['core', 'core'],
  ['thread-state', 'thread-state'],
  ['weight', 'weight'],
  ['stack', 'tagged-backtrace'],
]

/** Writes `rows` samples of four threads and of `stacks` different stacks, each of 12 to 40 calls; a stack belongs to one thread. */
export function makeXctrace(path, rows, stacks = 5000) {
  const file = openSync(path, 'w')
  let id = 0
  let seed = 1
  const random = (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % below
  }
  const schema = columns
    .map(
      ([name, type]) =>
        `<col><mnemonic>${name}</mnemonic><name>${name}</name><engineering-type>${type}</engineering-type></col>`,
    )
    .join('')
  writeSync(
    file,
    `<?xml version="1.0"?>\n<trace-query-result>\n<node xpath='//trace-toc[1]/run[1]/data[1]/table[11]'><schema name="time-profile">${schema}</schema>`,
  )
  const known = new Map()
  /** An element at its first place, and a reference at each later one. */
  const once = (key, name, write) => {
    const at = known.get(key)
    if (at !== undefined) return `<${name} ref="${at}"/>`
    known.set(key, ++id)
    return write(id)
  }
  const binary = (at) =>
    once(
      `b${at}`,
      'binary',
      (own) =>
        `<binary id="${own}" name="Library${at}" UUID="5D2A4C10-7B3E-3F61-9A0C-6E8F1B2D4A${String(at).padStart(2, '0')}" arch="arm64e" load-addr="0x${(0x1_8000_0000 + at * 0x100_0000).toString(16)}" path="/usr/lib/Library${at}"/>`,
    )
  const frame = (at) =>
    once(
      `f${at}`,
      'frame',
      (own) =>
        `<frame id="${own}" name="function${at}" addr="0x${(0x1_8000_0000 + (at % 40) * 0x100_0000 + at * 64).toString(16)}">${binary(at % 40)}</frame>`,
    )
  const stack = (at) =>
    once(`s${at}`, 'tagged-backtrace', (own) => {
      id++
      // Neighbours share their outer calls: each call from outside inwards halves those that share it.
      const depth = 12 + (at % 29)
      let frames = ''
      for (let call = 0; call < depth; call++)
        frames += frame(((at >> Math.max(0, 10 - (depth - call))) * 31 + depth - call) % 5000)
      return `<tagged-backtrace id="${own}"><backtrace id="${own + 1}">${frames}</backtrace></tagged-backtrace>`
    })
  const process = () =>
    once(
      'p',
      'process',
      (own) => `<process id="${own}" fmt="Shop (501)"><pid id="${++id}" fmt="501">501</pid></process>`,
    )
  const thread = (at) =>
    once(
      `t${at}`,
      'thread',
      (own) =>
        `<thread id="${own}" fmt="Thread ${at} (0x${at}a) (Shop, pid: 501)"><tid id="${++id}" fmt="0x${at}a">${at}</tid>${process()}</thread>`,
    )
  let text = ''
  for (let row = 0; row < rows; row++) {
    const sampled = random(stacks)
    text += `<row><sample-time id="${++id}" fmt="00:00.000.000">${row * 1_000_000}</sample-time>${thread(sampled % 4)}${process()}`
    text += once(`c${row % 8}`, 'core', (own) => `<core id="${own}" fmt="CPU ${row % 8}">${row % 8}</core>`)
    text += once('r', 'thread-state', (own) => `<thread-state id="${own}" fmt="Running">Running</thread-state>`)
    text += once('w', 'weight', (own) => `<weight id="${own}" fmt="1.00 ms">1000000</weight>`)
    text += `${stack(sampled)}</row>\n`
    if (row % BATCH === BATCH - 1) {
      writeSync(file, text)
      text = ''
    }
  }
  writeSync(file, `${text}</node></trace-query-result>\n`)
  closeSync(file)
}
