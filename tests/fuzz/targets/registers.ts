/** Registers and memory maps as anybody may write them: readings end, are few, have words, and hold their value. */
import { valueFacts } from '../../../src/core/messages/en/registers.ts'
import { textOf } from '../../../src/core/messages/message.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Report, Thread } from '../../../src/core/model/report.ts'
import { registerReadings, valueContext } from '../../../src/core/reading/values.ts'
import { vmMap } from '../../support/vm-map.ts'
import { made } from '../seeds.ts'
import { breakBytes, type Target } from '../target.ts'

const arches = ['arm64', 'arm64e', 'x86_64', 'i386', 'armv7', 'other']
const systems = ['iOS 17.0', 'Mac OS X 10.13.6', '']
const names = ['x0', 'pc', 'sp', 'fp', 'lr', 'rsp', 'd0', 's1', 'cpsr']
/** Bytes before the map: two of choices, then eight a register. */
const HEAD = 2 + 8 * names.length

function read(input: Uint8Array): void {
  if (input.length < HEAD) return
  const view = new DataView(input.buffer, input.byteOffset, input.length)
  const registers = names.map((name, at) => ({ name, value: view.getBigUint64(2 + 8 * at, true) }))
  const thread: Thread = { id: 0, crashed: true, frames: [], registers }
  const text = new TextDecoder('latin1').decode(input.subarray(HEAD))
  const report: Report = {
    format: '',
    label: '',
    file: '',
    text: '',
    textKind: 'rows',
    header: {
      arch: arches[view.getUint8(0) % arches.length] ?? '',
      os: systems[view.getUint8(1) % systems.length] ?? '',
      fields: [],
    },
    applicationInfo: [],
    threads: [thread],
    backtraces: [],
    callTrees: [],
    images: [
      { index: 0, name: 'libobjc', loadAddress: runtimeAddress(0x104000000n), size: 0x8000 },
      { index: 1, name: '', loadAddress: runtimeAddress((1n << 64n) - 16n), size: Number.MAX_SAFE_INTEGER },
    ],
    sections: [{ kind: 'text', title: 'VM Region Info', text }],
    frameCount: 0,
    problems: [],
  }
  const context = valueContext(report, thread)
  for (const { start, end } of [...context.map.regions, ...context.map.gaps])
    if (start >= end) throw new Error('a range ends before it begins')
  for (const { name, value } of registers) {
    const readings = registerReadings(name, value, context)
    if (readings.length > 8) throw new Error('too many readings')
    for (const { code, params } of readings) {
      const said = textOf(valueFacts, code, params)
      if (said === undefined || said.length > 400) throw new Error(`words of ${code}`)
      if (code === 'number' && BigInt.asUintN(64, BigInt(String(params['number']).replace('−', '-'))) !== value) {
        if (BigInt.asUintN(32, BigInt(String(params['number']).replace('−', '-'))) !== value)
          throw new Error('another number')
      }
    }
  }
}

export function registerTargets(): readonly Target[] {
  const seed = (name: string, values: readonly bigint[]) => {
    const head = new Uint8Array(HEAD)
    const view = new DataView(head.buffer)
    values.forEach((value, at) => view.setBigUint64(2 + 8 * at, value, true))
    return made(name, new Uint8Array([...head, ...new TextEncoder().encode(vmMap)]))
  }
  return [
    {
      name: 'registers',
      seeds: [
        seed('pointers', [0x104000010n, 0x104001000n, 0x16b800010n, 0x16b800100n, 0x12338104001000n]),
        seed('numbers', [0n, 0x8badf00d12345678n, (1n << 64n) - 5n, 0x6c6c6548n, 0x5555555555555575n]),
      ],
      mutate: breakBytes,
      run: read,
    },
  ]
}
