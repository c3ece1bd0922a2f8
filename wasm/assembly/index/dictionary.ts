/** The distinct numbers of one block. Each gets a small position, in order of first use. */
import { POOL_BASE } from '../layout'
import { alloc, release } from '../memory/heap'
import { newVec, Vec } from '../memory/vec'

const scratch: Vec = newVec()

@unmanaged
export class Dictionary {
  /** Distinct keys by position. */
  keys: Vec
  /** Slots of key u32, round u32, position u32. */
  table: usize
  mask: u32
  round: u32

  reset(): void {
    this.keys.length = 0
    this.round++
  }

  private slotOf(key: u32): usize {
    let slot: u32 = key * 2654435761
    slot = (slot ^ (slot >> 15)) & this.mask
    let p = this.table + usize(slot * 12)
    while (load<u32>(p, 4) == this.round && load<u32>(p) != key) {
      slot = (slot + 1) & this.mask
      p = this.table + usize(slot * 12)
    }
    return p
  }

  /** The key's position; a new key gets the next one. */
  positionOf(key: u32): u32 {
    const p = this.slotOf(key)
    if (load<u32>(p, 4) == this.round) return load<u32>(p, 8)
    const position = this.keys.length >> 2
    store<u32>(p, key)
    store<u32>(p, this.round, 4)
    store<u32>(p, position, 8)
    this.keys.push32(key)
    if (this.keys.length > this.mask * 2) this.grow()
    return position
  }

  /**
   * Writes the byte length of the list, then the keys as differences. Ids of string sections and other ids (pools,
   * cross-unit names) lie far apart, so each kind has its own previous key. A difference of 0 never occurs and switches
   * the kind. A key may be 0 (a call without a name), so the first key of its kind is counted from -1.
   */
  write(out: Vec): void {
    const count = this.keys.length >> 2
    scratch.length = 0
    let last: u32 = u32.MAX_VALUE
    let other: u32 = 0
    let far = false
    for (let i: u32 = 0; i < count; i++) {
      const key = this.keys.at32(i)
      if (key >= u32(POOL_BASE) != far) {
        far = !far
        scratch.push8(0)
        const swap = last
        last = other
        other = swap
      }
      scratch.pushZigzag(i32(key - last))
      last = key
    }
    out.pushUleb(scratch.length)
    out.append(scratch.data, scratch.length)
  }

  private grow(): void {
    const old = this.mask + 1
    release(this.table, usize(old * 12))
    this.allocate(old * 2)
    const count = this.keys.length >> 2
    for (let i: u32 = 0; i < count; i++) {
      const key = this.keys.at32(i)
      const p = this.slotOf(key)
      store<u32>(p, key)
      store<u32>(p, this.round, 4)
      store<u32>(p, i, 8)
    }
  }

  allocate(slots: u32): void {
    this.mask = slots - 1
    this.table = alloc(usize(slots * 12))
    this.round = 1
    memory.fill(this.table, 0, usize(slots * 12))
  }
}

export function newDictionary(): Dictionary {
  const dictionary = changetype<Dictionary>(alloc(32))
  dictionary.keys = newVec()
  dictionary.allocate(1024)
  return dictionary
}
