/** A growing run of bytes. */
import { alloc, release } from './heap'

@unmanaged
export class Vec {
  data: usize
  /** Bytes in use. */
  length: u32
  capacity: u32

  /** Where `bytes` more may be written; they count as written. */
  take(bytes: u32): usize {
    const at = this.length
    if (at + bytes > this.capacity) this.reserve(at + bytes)
    this.length = at + bytes
    return this.data + at
  }

  /** Makes room for `bytes` in all. */
  reserve(bytes: u32): void {
    if (bytes <= this.capacity) return
    let capacity: u32 = max<u32>(256, this.capacity)
    while (capacity < bytes) capacity = capacity + (capacity >> 1) + 256
    this.reserveExactly(capacity)
  }

  /** Makes room for `bytes` in all, and for no more. */
  reserveExactly(capacity: u32): void {
    if (capacity <= this.capacity) return
    const data = alloc(capacity)
    if (this.length > 0) memory.copy(data, this.data, this.length)
    if (this.capacity > 0) release(this.data, this.capacity)
    this.data = data
    this.capacity = capacity
  }

  free(): void {
    if (this.capacity > 0) release(this.data, this.capacity)
    this.data = 0
    this.length = 0
    this.capacity = 0
  }

  push32(value: u32): void {
    store<u32>(this.take(4), value)
  }

  push8(value: u32): void {
    store<u8>(this.take(1), value)
  }

  /** ULEB128. */
  pushUleb(value: u32): void {
    this.length = u32(putUleb(this.reserveTail(5), value) - this.data)
  }

  /** A signed difference, zigzag then ULEB128. */
  pushZigzag(value: i32): void {
    this.pushUleb((u32(value) << 1) ^ u32(value >> 31))
  }

  /** Where up to `bytes` more may be written; the caller adds to `length` what it wrote. */
  reserveTail(bytes: u32): usize {
    if (this.length + bytes > this.capacity) this.reserve(this.length + bytes)
    return this.data + this.length
  }

  at32(index: u32): u32 {
    return load<u32>(this.data + (usize(index) << 2))
  }

  append(from: usize, bytes: u32): void {
    memory.copy(this.take(bytes), from, bytes)
  }
}

// Writers that give the place behind what they wrote; who calls them has made room (`reserveTail`): up to 5 bytes a number.

export function putByte(p: usize, value: u32): usize {
  store<u8>(p, value)
  return p + 1
}

/** ULEB128. */
export function putUleb(p: usize, value: u32): usize {
  while (value >= 128) {
    store<u8>(p++, value | 128)
    value >>= 7
  }
  store<u8>(p, value)
  return p + 1
}

/** A signed difference, zigzag then ULEB128. */
export function putZigzag(p: usize, value: i32): usize {
  return putUleb(p, (u32(value) << 1) ^ u32(value >> 31))
}

/** An empty run. Lives as long as the module. */
export function newVec(): Vec {
  const vec = changetype<Vec>(alloc(16))
  vec.data = 0
  vec.length = 0
  vec.capacity = 0
  return vec
}
