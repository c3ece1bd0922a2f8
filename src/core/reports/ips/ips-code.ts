/** Bytes of instructions in `.ips` crash reports: `instructionByteStream`, and those of threads. */
import { runtimeAddress } from '../../model/address.ts'
import type { Thread } from '../../model/report.ts'
import { asArray, asBigint, asNumber, asObject, asString, type JsonObject } from '../json/json.ts'
import { decodeBase64 } from '../text/encoded-text.ts'

/** Reports carry 40 bytes on each side; more than this is none of theirs. */
const mostBytes = 4096

/** Code around the program counter: the report's own stream is of the crashed thread, some threads have one of theirs. */
export function codeOf(entry: JsonObject, crashed: boolean, body: JsonObject): Pick<Thread, 'code'> {
  const state = asObject(entry['threadState'])
  const pc = ['pc', 'rip', 'eip']
    .map((name) => asBigint(asObject(state[name])['value']))
    .find((one) => one !== undefined)
  if (pc === undefined) return {}
  const stream = crashed ? asObject(body['instructionByteStream']) : {}
  const before = decodeBase64(asString(stream['beforePC'])) ?? new Uint8Array()
  const from = decodeBase64(asString(stream['atPC']))
  if (from && from.length > 0 && before.length + from.length <= mostBytes)
    return codeAround(pc, [...before, ...from], before.length)
  const own = asObject(asObject(entry['instructionState'])['instructionStream'])
  const bytes = asArray(own['bytes'])
    .slice(0, mostBytes)
    .flatMap((byte) => asNumber(byte) ?? [])
  const at = asNumber(own['offset'])
  return at !== undefined && Number.isInteger(at) && at >= 0 && at < bytes.length ? codeAround(pc, bytes, at) : {}
}

function codeAround(pc: bigint, bytes: readonly number[], at: number): Pick<Thread, 'code'> {
  return { code: { start: runtimeAddress(pc - BigInt(at)), bytes: Uint8Array.from(bytes), from: 'report' } }
}
