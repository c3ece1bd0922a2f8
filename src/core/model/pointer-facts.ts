/** What a register's value looks like: an address in an image, the stack, a small number, text, a known pattern. */
import { formatHex, offsetInImage, runtimeAddress, type ImageOffset } from './address.ts'
import type { Report, Thread } from './report.ts'
import { pointerFacts } from '../messages/en/names.ts'

export interface PointerFact {
  /** `other`: a number that says nothing by itself, as most heap pointers. */
  readonly kind: 'null' | 'pattern' | 'image' | 'stack' | 'small' | 'text' | 'other'
  readonly text: string
  /** Position in `Report.images` and offset, where a function may stand. */
  readonly place?: { readonly image: number; readonly offset: ImageOffset }
}

/** Values that allocators and debuggers leave on purpose. */
const patterns: readonly (readonly [value: bigint, fact: 'freed' | 'fresh' | 'freedBlock' | 'minusOne'])[] = [
  [0x5555555555555555n, 'freed'],
  [0xaaaaaaaaaaaaaaaan, 'fresh'],
  [0xbaddc0dedeadbeadn, 'freedBlock'],
  [0xffffffffffffffffn, 'minusOne'],
]

/** User-space addresses of arm64 have at most 47 bits; what stands above is a signature or a tag. */
const ADDRESS_BITS = (1n << 47n) - 1n

export function pointerFact(value: bigint, report: Report, thread: Thread | undefined): PointerFact {
  if (value === 0n) return { kind: 'null', text: pointerFacts.null }
  const pattern = patterns.find(([known]) => known === value)
  if (pattern) return { kind: 'pattern', text: pointerFacts[pattern[1]] }
  const plain = inImage(value, report)
  if (plain) return plain
  const stripped = value & ADDRESS_BITS
  const signed = stripped !== value && stripped > 0x1_0000n ? inImage(stripped, report) : undefined
  if (signed) return { ...signed, text: pointerFacts.signed({ place: signed.text, address: formatHex(stripped) }) }
  const stack = thread?.registers?.find(({ name }) => name === 'sp' || name === 'rsp' || name === 'esp')?.value
  if (stack !== undefined && value >= stack - 0x1000n && value < stack + 0x80000n) {
    const distance = value - stack
    return {
      kind: 'stack',
      text:
        distance === 0n
          ? pointerFacts.stackPointer
          : pointerFacts.onStack({ before: distance < 0n, distance: String(distance < 0n ? -distance : distance) }),
    }
  }
  if (value < 0x4000n) return { kind: 'small', text: pointerFacts.small({ value: String(value) }) }
  const text = asText(value)
  return text === undefined ? { kind: 'other', text: '' } : { kind: 'text', text: pointerFacts.text({ text }) }
}

function inImage(value: bigint, report: Report): PointerFact | undefined {
  for (const image of report.images) {
    if (image.loadAddress === undefined || image.size === undefined) continue
    if (value < image.loadAddress || value >= image.loadAddress + BigInt(image.size)) continue
    const offset = offsetInImage(runtimeAddress(value), image.loadAddress)
    if (offset !== undefined)
      return {
        kind: 'image',
        text: pointerFacts.inImage({ image: image.name, offset }),
        place: { image: image.index, offset },
      }
  }
  return undefined
}

/** Bytes of the word as text when all of them are printable, as when a string was taken for a pointer. */
function asText(value: bigint): string | undefined {
  let text = ''
  for (let rest = value; rest > 0n; rest >>= 8n) {
    const byte = Number(rest & 0xffn)
    if (byte < 0x20 || byte > 0x7e) return undefined
    text += String.fromCharCode(byte)
  }
  return text.length >= 5 ? text : undefined
}
