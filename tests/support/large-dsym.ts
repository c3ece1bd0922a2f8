/** A dSYM that is large enough to be indexed by several workers: one unit of DWARF, many times over. */
import { buildMachO, codeSection } from './macho-builder.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from './dwarf-builder.ts'

const TEXT = 0x100000000n
const FUNCTIONS = 2000

/** The bytes of the Mach-O file, with at least so many bytes of `.debug_info`. Every function is called `shelf_N`. */
export async function largeDsym(uuid: string, infoBytes: number): Promise<Buffer> {
  const functions = Array.from({ length: FUNCTIONS }, (_, n) =>
    entry(TAG.function, [
      attribute(AT.name, FORM.strp, `shelf_${n}`),
      attribute(AT.low, FORM.address, TEXT + BigInt(0x1000 + 16 * n)),
      attribute(AT.high, FORM.data4, 16),
    ]),
  )
  const root = entry(
    TAG.unit,
    [attribute(AT.directory, FORM.strp, '/src'), attribute(AT.low, FORM.address, TEXT)],
    functions,
  )
  const { dwarf } = dwarfInput({ units: [{ root }] })
  const sections = await Promise.all(
    dwarf.map(async ({ name, bytes }) => ({
      name: `__${name}`.slice(0, 16),
      segment: '__DWARF',
      bytes: repeated(new Uint8Array(await bytes.arrayBuffer()), name === 'debug_info' ? infoBytes : 1),
    })),
  )
  return Buffer.from(
    buildMachO({
      fileType: 10,
      uuid,
      textAddress: TEXT,
      sections: [codeSection(0x1000 + 16 * FUNCTIONS), ...sections],
    }),
  )
}

/** Whole copies, one behind the other, of at least so many bytes. */
function repeated(bytes: Uint8Array<ArrayBuffer>, atLeast: number): Uint8Array<ArrayBuffer> {
  if (bytes.length === 0) return bytes
  const all = new Uint8Array(bytes.length * Math.ceil(atLeast / bytes.length))
  for (let at = 0; at < all.length; at += bytes.length) all.set(bytes, at)
  return all
}
