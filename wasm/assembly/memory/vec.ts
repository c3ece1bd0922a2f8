/** A growable byte buffer. */
import { alloc, release } from './heap'

@unmanaged
export class Vec {
  data: usize
  /** Bytes in use. */
  length: u32
  capacity: u32

  /** Appends `bytes` uninitialized bytes and returns their address. */
  take(bytes: u32): usize {
    const at = this.length
    if (at + bytes > this.capacity) this.reserve(at + bytes)
    this.length = at + bytes
    return this.data + at
  }

  /** Grows the capacity to at least `bytes`. */
  reserve(bytes: u32): void {
    if (bytes <= this.capacity) return
    let capacity: u32 = max<u32>(256, this.capacity)
    while (capacity < bytes) capacity = capacity + (capacity >> 1) + 256
    this.reserveExactly(capacity)
  }

  /** Grows the capacity to exactly `bytes`. */
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

  /** Signed: zigzag, then ULEB128. */
  pushZigzag(value: i32): void {
    this.pushUleb((u32(value) << 1) ^ u32(value >> 31))
  }

  /** Address for up to `bytes` more; the caller adds what it wrote to `length`. */
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

// Writers return the address after the value. The caller has reserved room (`reserveTail`): up to 5 bytes a number.

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

/** Signed: zigzag, then ULEB128. */
export function putZigzag(p: usize, value: i32): usize {
  return putUleb(p, (u32(value) << 1) ^ u32(value >> 31))
}

/** An empty buffer. Lives as long as the module. */
export function newVec(): Vec {
  const vec = changetype<Vec>(alloc(16))
  vec.data = 0
  vec.length = 0
  vec.capacity = 0
  return vec
}
