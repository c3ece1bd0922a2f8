/** Types and variables as DWARF has them, for `dwarf-builder.ts`: what each is says its name. */
import * as D from '../../src/core/dwarf/constants.ts'
import { AT, attribute, entry, FORM, TAG, type Attribute, type Entry } from './dwarf-builder.ts'

export const name = (text: string): Attribute => attribute(AT.name, FORM.string, text)
const size = (bytes: number): Attribute => attribute(D.AT_BYTE_SIZE, FORM.data2, bytes)
export const type = (label: string): Attribute => attribute(D.AT_TYPE, FORM.ref4, label)
const at = (bytes: number): Attribute => attribute(D.AT_DATA_MEMBER_LOCATION, FORM.udata, bytes)
const located = (...bytes: readonly (number | string)[]): Attribute => attribute(AT.location, FORM.exprloc, bytes)

export const base = (label: string, encoding: number, bytes: number): Entry =>
  entry(D.TAG_BASE_TYPE, [name(label), size(bytes), attribute(D.AT_ENCODING, FORM.data1, encoding)], undefined, label)
export const pointer = (label: string, to: string, own?: string): Entry =>
  entry(D.TAG_POINTER_TYPE, [...(own === undefined ? [] : [name(own)]), type(to), size(8)], undefined, label)
export const member = (of: string, to: string, where = 0): Entry => entry(D.TAG_MEMBER, [name(of), type(to), at(where)])
export const struct = (label: string, bytes: number, children: readonly Entry[] = [], own = label): Entry =>
  entry(TAG.structure, [name(own), size(bytes)], children, label)
export const swift = (mangled: string, bytes: number): Entry =>
  entry(TAG.structure, [attribute(AT.linkage, FORM.string, mangled), size(bytes)], [], mangled)
/** `value` is nothing for the default variant, a list of bytes for `DW_AT_discr_list`. */
export const variant = (of: string, to: string, value?: bigint | readonly number[], where = 0): Entry =>
  entry(
    D.TAG_VARIANT,
    value === undefined
      ? []
      : [
          typeof value === 'bigint'
            ? attribute(D.AT_DISCR_VALUE, FORM.data8, value)
            : attribute(D.AT_DISCR_LIST, FORM.block, value),
        ],
    [member(of, to, where)],
  )
export const part = (discriminant: string, where: number, ...variants: readonly Entry[]): Entry =>
  entry(
    D.TAG_VARIANT_PART,
    [attribute(D.AT_DISCR, FORM.ref4, `discriminant of ${discriminant} at ${where}`)],
    [
      entry(D.TAG_MEMBER, [type(discriminant), at(where)], undefined, `discriminant of ${discriminant} at ${where}`),
      ...variants,
    ],
  )
export const local = (of: string, to: string, ...where: readonly (number | string)[]): Entry =>
  entry(TAG.variable, [name(of), type(to), located(...where)], undefined, of)
/** At the start of the memory that the process has: DW_OP_breg31. */
export const IN_MEMORY = [0x8f, 0]
