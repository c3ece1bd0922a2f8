/** Counts how texts that were wrapped by chance are read. */
import { eachFrame } from '../../../../src/core/model/each-frame.ts'
import { wrapByChance } from './random-wrappings.ts'
import { read } from './reading.ts'

export interface RandomAccount {
  readonly texts: number
  /** Texts whose rows were all read. */
  readonly right: number
  /** For each kind of fault the texts that have it: their seeds and changes. */
  readonly faults: Readonly<Record<Fault, readonly string[]>>
}

/**
 * `invented`: an address that no row has. `twice`: a row that is two frames. `silent`: a row is missing, and no problem says so.
 * `fewer`: more rows are missing than the problems count.
 */
export type Fault = 'invented' | 'twice' | 'silent' | 'fewer'

/** Reads the texts of so many seeds from `first` on. */
export function accountFor(first: number, texts: number, most?: number): RandomAccount {
  const faults: Record<Fault, string[]> = { invented: [], twice: [], silent: [], fewer: [] }
  let right = 0
  for (let seed = first; seed < first + texts; seed++) {
    const { text, how, whole, all } = wrapByChance(seed, most)
    const { reports, told, lost } = read(text)
    const found = reports.flatMap((report) =>
      [...eachFrame(report)].flatMap(({ address, inlined }) => (address === undefined || inlined ? [] : [address])),
    )
    const missing = whole.filter((address) => !found.some((one) => one === address)).length
    const name = `${seed}: ${how.join(', ')}`
    const known = new Set<bigint>(all)
    if (found.some((address) => !known.has(address))) faults.invented.push(name)
    if (new Set(found).size < found.length) faults.twice.push(name)
    if (missing > 0 && told.length === 0) faults.silent.push(name)
    if (missing > lost && told.includes('lost-rows')) faults.fewer.push(name)
    if (missing === 0) right++
  }
  return { texts, right, faults }
}
