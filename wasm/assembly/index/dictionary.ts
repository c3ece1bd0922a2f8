/** The distinct numbers that one block uses: collected, sorted, then each has a small position. */
import { alloc, release } from '../memory/heap'
import { sort32 } from '../memory/sort'
import { newVec, Vec } from '../memory/vec'

@unmanaged
export class Dictionary {
  /** Distinct keys; ascending after `seal`. */
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

  add(key: u32): void {
    const p = this.slotOf(key)
    if (load<u32>(p, 4) == this.round) return
    store<u32>(p, key)
    store<u32>(p, this.round, 4)
    this.keys.push32(key)
    if (this.keys.length > this.mask * 2) this.grow()
  }

  /** Sorts the keys; from here on `indexOf` answers. */
  seal(): void {
    const count = this.keys.length >> 2
    sort32(this.keys.data, count)
    for (let i: u32 = 0; i < count; i++) store<u32>(this.slotOf(this.keys.at32(i)), i, 8)
  }

  indexOf(key: u32): u32 {
    return load<u32>(this.slotOf(key), 8)
  }

  /** Writes count, then the first key and the differences. */
  write(out: Vec): void {
    const count = this.keys.length >> 2
    out.pushUleb(count)
    let last: u32 = 0
    for (let i: u32 = 0; i < count; i++) {
      const key = this.keys.at32(i)
      out.pushUleb(key - last)
      last = key
    }
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
