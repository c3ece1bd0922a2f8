/** Reads a link map: sections, and the symbols in them with their addresses. */
import type { Budget } from '../bytes/budget.ts'
import { problem } from '../messages/problems.ts'
import { UNKNOWN_ARCH } from '../model/architecture.ts'
import { failure, type Outcome } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import type { DebugImage } from './source.ts'
import { listedImage, type ListedRange, type ListedSymbol, type SymbolList } from './symbol-list.ts'
import { readLines } from './text-lines.ts'

const PATH = /^# Path: (.+)$/m
const SECTION = /^0x([0-9A-Fa-f]{1,16})\t0x([0-9A-Fa-f]{1,16})\t(\S+)\t(\S+)$/
/** Dropped symbols have `<<dead>>` for an address and do not match. */
const SYMBOL = /^0x([0-9A-Fa-f]{1,16})\t0x([0-9A-Fa-f]{1,16})\t\[ *\d+\] (.+)$/

/** Sections of code by their names; the map has no flags. */
const CODE =
  /^__(text|stubs|stub_helper|auth_stubs|objc_stubs|symbol_stub\d?|picsymbolstub\d?|delay_stubs|delay_helper|thunk\w*)/

type ListedSection = NonNullable<SymbolList['sections']>[number]

export async function openLinkMap(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  let [arch, path]: (string | undefined)[] = []
  let first: ListedSection | undefined
  await readLines(file.blob, (line) => {
    path ??= PATH.exec(line)?.[1]
    arch ??= /^# Arch: (\S+)$/.exec(line)?.[1]
    first ??= sectionOf(line)
    return first === undefined && !line.startsWith('# Symbols:')
  })
  if (!first) return failure(problem('bad-symbol-list', {}, { file: file.path }))
  const name = (path ?? file.path).replace(/^.*\//, '')
  const read = async (budget: Budget): Promise<SymbolList> => readMap(file, budget)
  return listedImage({ file, content: file.blob, name, arch: arch ?? UNKNOWN_ARCH, someAddress: first.address, read })
}

function sectionOf(line: string): ListedSection | undefined {
  const [, address = '', size = '', segment = '', name = ''] = SECTION.exec(line) ?? []
  return address === '' ? undefined : { address: BigInt(`0x${address}`), size: Number(`0x${size}`), segment, name }
}

async function readMap(file: InputFile, budget: Budget): Promise<SymbolList> {
  const sections: ListedSection[] = []
  const code: ListedRange[] = []
  const symbols: ListedSymbol[] = []
  let part = ''
  await readLines(file.blob, (line) => {
    budget.spend('steps', 1)
    if (line.startsWith('# ')) {
      // Lines of headings of columns are no parts.
      if (/^# (Object files|Sections|Symbols|Dead Stripped Symbols):/.test(line)) part = line.slice(2, 5)
      return part !== 'Dea'
    }
    if (part === 'Sec') {
      const section = sectionOf(line)
      if (section) sections.push(section)
      if (section && CODE.test(section.name)) code.push(section)
    } else if (part === 'Sym') {
      const [, address = '', , name = ''] = SYMBOL.exec(line) ?? []
      const at = address === '' ? undefined : BigInt(`0x${address}`)
      budget.spend('steps', code.length)
      if (at === undefined || !code.some((range) => at >= range.address && at < range.address + BigInt(range.size)))
        return
      budget.spend('text', name.length)
      symbols.push({ address: at, name })
    }
    return
  })
  return { sections, code, symbols }
}
