/** Builds static libraries. */

interface Member {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Seconds since 1970. */
  readonly modified?: number
}

/** A library whose members have all one name. */
export function buildArchive(name: string, members: readonly Member[]): Blob {
  const parts = members.flatMap(({ bytes, modified = 0 }) => {
    const size = `${name.length + bytes.length}`.padEnd(10)
    const header = `#1/${name.length}`.padEnd(16) + `${modified}`.padEnd(12) + '0     0     100644  ' + size + '`\n'
    const isOdd = (name.length + bytes.length) % 2 === 1
    return [header, name, bytes, isOdd ? '\n' : '']
  })
  return new Blob(['!<arch>\n', ...parts])
}
