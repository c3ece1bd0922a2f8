/**
 * Files of a line table. A file in use becomes three string ids (DW_AT_comp_dir, directory, name) in a list that the
 * whole instance shares. Unused files cost nothing.
 */
import * as L from '../layout'
import { alloc } from '../memory/heap'
import { intern, markString } from '../memory/strings'
import { newVec, Vec } from '../memory/vec'

/** All files in use: compilation directory, directory, name. A file's number is its position + 1. */
export const files: Vec = newVec()
const FILE_BYTES: u32 = L.FILE_BYTES
let index: usize = 0
let indexMask: u32 = 0

/**
 * Entry of a line table's file list: name id (or address and length of an inline name), directory, number in `files`
 * once in use. The block encoder adds the last block that used the file, and its position there.
 */
const ENTRY: u32 = 28

@unmanaged
export class FileTable {
  version: u32
  compDir: u32
  directories: Vec
  entries: Vec

  addDirectory(name: u32): void {
    this.directories.push32(name)
  }

  addFile(name: u32, directory: u32): void {
    this.add(name, directory, 0, 0)
  }

  /** A name stored inline in the line table. Interned on first use. */
  addInlineFile(text: usize, length: u32, directory: u32): void {
    this.add(0, directory, u32(text), length)
  }

  private add(name: u32, directory: u32, text: u32, length: u32): void {
    const p = this.entries.take(ENTRY)
    memory.fill(p, 0, ENTRY)
    store<u32>(p, name)
    store<u32>(p, directory, 4)
    store<u32>(p, text, 12)
    store<u32>(p, length, 16)
  }

  /** The entry for a file number of the line program or DW_AT_call_file; 0 if there is none. */
  entryOf(number: u32): usize {
    if (this.version < 5) number--
    return number < this.entries.length / ENTRY ? this.entries.data + usize(number * ENTRY) : 0
  }

  /** Number in `files` (from 1) of an entry's file. */
  use(entry: usize): u32 {
    const known = load<u32>(entry, 8)
    if (known != 0) return known
    let name = load<u32>(entry)
    if (name == 0) name = intern(load<u32>(entry, 12), load<u32>(entry, 16))
    const found = this.place(name, load<u32>(entry, 4))
    store<u32>(entry, found, 8)
    return found
  }

  /** DWARF 5 counts directories from 0, which is the compilation directory; before, from 1. */
  private place(name: u32, directory: u32): u32 {
    const count = this.directories.length >> 2
    let dir: u32 = 0
    let comp = this.compDir
    if (this.version >= 5) {
      if (directory < count) dir = this.directories.at32(directory)
      if (directory == 0) comp = 0
    } else if (directory > 0 && directory <= count) dir = this.directories.at32(directory - 1)
    return internFile(comp, dir, name)
  }
}

let table: usize = 0

/** The last block that used an entry's file; see `setBlock`. */
export function blockOf(entry: usize): u32 {
  return load<u32>(entry, 20)
}

/** Position of the entry's file in that block. */
export function positionOf(entry: usize): u32 {
  return load<u32>(entry, 24)
}

/** Records the position of an entry's file in a block. */
export function setBlock(entry: usize, block: u32, position: u32): void {
  store<u32>(entry, block, 20)
  store<u32>(entry, position, 24)
}

/** The files of the line table being read. */
export function fileTable(): FileTable {
  if (table == 0) {
    table = alloc(16)
    const fresh = changetype<FileTable>(table)
    fresh.directories = newVec()
    fresh.entries = newVec()
  }
  return changetype<FileTable>(table)
}

export function resetFiles(compDir: u32, version: u32): void {
  const files = fileTable()
  files.version = version
  files.compDir = compDir
  files.directories.length = 0
  files.entries.length = 0
}

/** Forgets all files in use. */
export function restartFiles(): void {
  files.length = 0
  if (index != 0) memory.fill(index, 0, usize(indexMask + 1) << 2)
  // Entries of the last unit remember their numbers.
  resetFiles(0, 0)
}

function hashOf(comp: u32, dir: u32, name: u32): u32 {
  const hash: u32 = ((comp * 31 + dir) * 31 + name) * 2654435761
  return hash ^ (hash >> 15)
}

function internFile(comp: u32, dir: u32, name: u32): u32 {
  if ((files.length / FILE_BYTES) * 2 >= indexMask) growIndex()
  let slot = hashOf(comp, dir, name) & indexMask
  // eslint-disable-next-line unslide/bounded-loops -- half of the slots are free
  for (;;) {
    const number = load<u32>(index + (usize(slot) << 2))
    if (number == 0) break
    const p = files.data + usize((number - 1) * FILE_BYTES)
    if (load<u32>(p) == comp && load<u32>(p, 4) == dir && load<u32>(p, 8) == name) return number
    slot = (slot + 1) & indexMask
  }
  markString(comp)
  markString(dir)
  markString(name)
  files.push32(comp)
  files.push32(dir)
  files.push32(name)
  const number = files.length / FILE_BYTES
  store<u32>(index + (usize(slot) << 2), number)
  return number
}

function growIndex(): void {
  const size = max<u32>(1024, (indexMask + 1) * 2)
  index = alloc(usize(size) << 2)
  memory.fill(index, 0, usize(size) << 2)
  indexMask = size - 1
  for (let n: u32 = 0; n < files.length / FILE_BYTES; n++) {
    const p = files.data + usize(n * FILE_BYTES)
    let slot = hashOf(load<u32>(p), load<u32>(p, 4), load<u32>(p, 8)) & indexMask
    // eslint-disable-next-line unslide/bounded-loops -- half of the slots are free
    while (load<u32>(index + (usize(slot) << 2)) != 0) slot = (slot + 1) & indexMask
    store<u32>(index + (usize(slot) << 2), n + 1)
  }
}
