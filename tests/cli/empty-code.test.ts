/** An object file without a byte of code: no address in it has a name. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { buildMachO, codeSection } from '../support/macho-builder.ts'

const path = join(testFolder(), 'empty.o')

test.each(['0x0', '0x20', '0x40'])(
  '%s is in no function, though a label of the empty section lies below',
  (address) => {
    writeFileSync(
      path,
      buildMachO({
        fileType: 1,
        textAddress: 0n,
        sections: [
          codeSection(0, 0n),
          { name: '__debug_abbrev', segment: '__DWARF', address: 0n, bytes: new Uint8Array(64) },
        ],
        symbols: [{ name: 'ltmp0', address: 0n }],
      }),
    )
    const { out, status } = unslide(['lookup', '--symbols', path, address])
    expect(out).not.toContain('ltmp0')
    expect(status).toBe(1)
  },
)
