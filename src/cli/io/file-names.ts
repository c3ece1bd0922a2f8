/** Names of files that the program makes in a folder, out of names that strangers chose: of reports, and of images in symbols. */

/** The most that file systems allow. While a file is written, the name of the file beside it is shorter. */
const MOST_BYTES = 255
/** Bytes left for the number of a file of the same name. */
const NUMBER_BYTES = 8
/** Letters that part folders, end a name, or move the cursor or the reading direction of a terminal. */
const UNSAFE = /[/\\\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Letters of other file systems: a stream or a drive on Windows, and what its disks refuse. */
const FOREIGN = /[<>:"|?*]/g
/** Names that are devices on Windows, whatever follows the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Distinguishes the files of images: the architecture and the UUID, before the extension. */
const OF_IMAGE = /(?:-\w{1,20})?(?:-[0-9A-F-]{36})?\.[\w-]{1,20}$/i

/** The names that are taken in a folder. Disks of macOS and Windows know no difference of case, nor of composed letters. */
export class FileNames {
  readonly #taken = new Set<string>()

  /** A name that is free, as near as possible to the one wanted, with this ending, such as `.html`. */
  of(wanted: string, ending: string): string {
    const most = MOST_BYTES - new TextEncoder().encode(ending).length
    const stem = cut(safe(wanted), most)
    for (let copy = 1; ; copy++) {
      const name = copy === 1 ? stem + ending : `${cut(stem, most - NUMBER_BYTES)}-${copy}${ending}`
      const key = name.normalize('NFC').toLowerCase()
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return name
    }
  }

  /** The same for the file of an image: `Shop-arm64-UUID.parquet` keeps all but `Shop` when it is cut. */
  ofImage(path: string): string {
    const ending = OF_IMAGE.exec(path.slice(-120))?.[0] ?? ''
    return this.of(path.slice(0, path.length - ending.length), ending)
  }
}

function safe(name: string): string {
  const plain = name.toWellFormed().replace(UNSAFE, '_')
  return (process.platform === 'win32' ? plain.replace(FOREIGN, '_') : plain).replace(DEVICE, '_$&')
}

/** The beginning of a name that has no more bytes of UTF-8; a letter is not parted. */
function cut(name: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(bytes))
  return name.slice(0, read)
}
