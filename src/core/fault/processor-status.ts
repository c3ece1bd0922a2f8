/** The processor's own words on a fault: `esr` of arm64 (Arm ARM D24.2.40), the error code of x86 (Intel SDM volume 3, 6.13). */
import { esrTexts, faultFacts, type Touch } from '../messages/fault.ts'
import { say, type Message } from '../messages/message.ts'
import { joined } from '../messages/joins.ts'
import { formatHex } from '../model/address.ts'

export interface ProcessorStatus {
  /** The kind of access, where the register gives it. */
  readonly touch?: Touch
  readonly told: Message
}

type EsrText = keyof typeof esrTexts

const classes: Readonly<Record<number, EsrText>> = {
  0x00: 'unknown', 0x0d: 'branch-target', 0x1c: 'pointer-authentication', 0x20: 'instruction-abort',
  0x21: 'instruction-abort', 0x22: 'pc-alignment', 0x26: 'sp-alignment', 0x3c: 'breakpoint',
} // prettier-ignore

/** Classes of data aborts, of a lower exception level and of the same. */
const dataAborts = new Set([0x24, 0x25])
const codeAborts = new Set([0x20, 0x21])

function statusText(status: number): EsrText | undefined {
  switch (status >> 2) {
    case 0:
      return 'address-size'
    case 1:
      return 'translation'
    case 2:
      return 'access-flag'
    case 3:
      return 'permission'
    default:
      return status === 0x21 ? 'alignment' : status === 0x11 ? 'tag' : undefined
  }
}

/** What an `esr` says; undefined for classes that no program meets. */
export function readEsr(esr: bigint): ProcessorStatus | undefined {
  const kind = Number((esr >> 26n) & 0x3fn)
  const isData = dataAborts.has(kind)
  const touch: Touch | undefined = isData
    ? (esr & 0x40n) === 0n
      ? 'read'
      : 'write'
    : codeAborts.has(kind)
      ? 'execute'
      : undefined
  const main: EsrText | undefined = isData
    ? touch === 'write'
      ? 'data-abort.write'
      : 'data-abort.read'
    : classes[kind]
  if (main === undefined) return undefined
  const detail = touch === undefined ? undefined : statusText(Number(esr & 0x3fn))
  const says = joined.facts([esrTexts[main], ...(detail === undefined ? [] : [esrTexts[detail]])])
  return {
    ...(touch !== undefined && { touch }),
    told: say(faultFacts, 'esr-says', { esr: formatHex(esr), says }).message,
  }
}

/** What the error code of a page fault says; undefined for other exceptions. */
export function readPageFault(trap: bigint, error: bigint): ProcessorStatus | undefined {
  if (trap !== 14n) return undefined
  const touch: Touch = (error & 0x10n) !== 0n ? 'execute' : (error & 2n) !== 0n ? 'write' : 'read'
  const params = { error: formatHex(error), touch, isPresent: (error & 1n) !== 0n }
  return { touch, told: say(faultFacts, 'page-fault', params).message }
}
