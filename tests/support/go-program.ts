/** Small Go programs: Mach-O files with a table of functions, and with what inlined calls need. */
import { buildGoCalls, buildGoRecord, buildGoTable, type GoSpec } from './go-builder.ts'
import { buildMachO, codeSection } from './macho-builder.ts'

/** Where the code of the programs begins. */
export const goText = 0x1_0000_1000n
const TABLE = 0x1_0000_2000n
const DATA = 0x1_0000_3000n
const RECORD = 0x1_0000_4000n

/** Two functions; the first has three lines. */
export const goSample: GoSpec = {
  version: 20,
  text: goText,
  end: 0x80,
  functions: [
    {
      name: 'main.(*Till).Count',
      start: 0,
      file: '/src/till.go',
      lines: [
        [0, 16],
        [8, 18],
        [0x18, 17],
      ],
    },
    { name: 'main.main', start: 0x40, file: '/src/main.go', lines: [[0, 33]] },
  ],
}

const section = (table: Uint8Array) => ({
  name: '__gopclntab',
  segment: '__TEXT',
  address: TABLE,
  bytes: table,
})

/** A program with this table. */
export const goProgram = (table: Uint8Array): Uint8Array<ArrayBuffer> =>
  buildMachO({ sections: [codeSection(0x100, goText), section(table)] })

/**
 * The sample with two inlined calls, one in the other. Bytes of something else lie before the functions' data, and a word before the
 * record of the program, which `record` may change.
 */
export function inliningGoProgram(
  changes: Partial<GoSpec>,
  record = (made: Uint8Array<ArrayBuffer>) => made,
): Uint8Array<ArrayBuffer> {
  const version = changes.version === 18 ? 18 : 20
  const [first, second] = goSample.functions
  const runs = [
    [0, -1],
    [8, 0],
    [0x10, 1],
    [0x18, -1],
  ] as const
  const own: GoSpec = {
    ...goSample,
    version,
    functions: [{ ...first!, inlined: { runs, list: 16 } }, second!],
    calls: [
      { name: 'main.check', caller: 4, parent: -1 },
      { name: 'main.bad', caller: 8, parent: 0 },
    ],
    ...changes,
  }
  const words = record(buildGoRecord(version, TABLE, DATA + 8n))
  return buildMachO({
    sections: [
      codeSection(0x100, goText),
      section(buildGoTable(own)),
      { name: '__rodata', segment: '__TEXT', address: DATA, bytes: buildGoCalls(own, 24) },
      {
        name: '__data',
        segment: '__DATA',
        address: RECORD,
        bytes: Uint8Array.from([...new Uint8Array(8), ...words]),
      },
    ],
  })
}
