/** PLCrashReporter reports for tests, field by field, with the protobuf library's writer. */
import { BinaryWriter } from '@bufbuild/protobuf/wire'

type Value = bigint | string | Uint8Array
export type Fields = readonly (readonly [field: number, value: Value])[]

/** A message: bigints as varints, all else length-delimited. */
export function plcrashMessage(fields: Fields): Uint8Array {
  const writer = new BinaryWriter()
  for (const [field, value] of fields) {
    if (typeof value === 'bigint') writer.tag(field, 0).uint64(value)
    else if (typeof value === 'string') writer.tag(field, 2).string(value)
    else writer.tag(field, 2).bytes(value)
  }
  return writer.finish()
}

/** The file: its magic, version 1, the message. */
export function plcrashFile(message: Uint8Array): Uint8Array {
  return Uint8Array.from([...new TextEncoder().encode('plcrash'), 1, ...message])
}

const processor = (type: bigint, subtype: bigint): Uint8Array =>
  plcrashMessage([
    [1, 1n],
    [2, type],
    [3, subtype],
  ])
const row = (pc: bigint, symbol?: readonly [string, bigint]): Uint8Array =>
  plcrashMessage([
    [3, pc],
    ...(symbol
      ? [
          [
            6,
            plcrashMessage([
              [1, symbol[0]],
              [2, symbol[1]],
            ]),
          ] as const,
        ]
      : []),
  ])

/** An uncaught exception in an app of two images and two threads. */
export function thrownPlcrash(): Uint8Array {
  const uuid = Uint8Array.from({ length: 16 }, (_, at) => 0xa0 + at)
  return plcrashFile(
    plcrashMessage([
      [
        1,
        plcrashMessage([
          [1, 1n],
          [2, '17.1'],
          [3, 6n],
          [4, 1_700_000_000n],
          [5, '21B74'],
        ]),
      ],
      [
        2,
        plcrashMessage([
          [1, 'example.kiosk'],
          [2, '77'],
          [3, '2.1'],
        ]),
      ],
      [
        3,
        plcrashMessage([
          [1, 0n],
          [2, row(0x1_8000_0010n, ['abort', 0x1_8000_0000n])],
          [2, row(0x1_0400_412cn)],
          [3, 1n],
          [
            4,
            plcrashMessage([
              [1, 'pc'],
              [2, 0x1_8000_0010n],
            ]),
          ],
          [
            4,
            plcrashMessage([
              [1, 'lr'],
              [2, 0xd000_0001_0400_412cn],
            ]),
          ],
        ]),
      ],
      [
        3,
        plcrashMessage([
          [1, 3n],
          [2, row(0x1_0400_5000n)],
          [3, 0n],
        ]),
      ],
      [
        4,
        plcrashMessage([
          [1, 0x1_0400_0000n],
          [2, 0x10000n],
          [3, '/private/var/containers/Bundle/Application/X/Kiosk.app/Kiosk'],
          [4, uuid],
          [5, processor(16_777_228n, 0n)],
        ]),
      ],
      [
        4,
        plcrashMessage([
          [1, 0x1_8000_0000n],
          [2, 0x10000n],
          [3, '/usr/lib/libsystem_c.dylib'],
          [5, processor(16_777_228n, 0x8000_0002n)],
        ]),
      ],
      [
        5,
        plcrashMessage([
          [1, 'NSRangeException'],
          [2, 'index 9'],
          [3, row(0x1_8000_0200n)],
          [3, row(0x1_0400_4300n)],
        ]),
      ],
      [
        6,
        plcrashMessage([
          [1, 'SIGABRT'],
          [2, '#0'],
          [3, 0x1_8000_0010n],
          [
            4,
            plcrashMessage([
              [1, 10n],
              [2, 0n],
              [2, 5n],
            ]),
          ],
        ]),
      ],
      [
        7,
        plcrashMessage([
          [1, 'Kiosk'],
          [2, 411n],
          [3, '/private/var/containers/Bundle/Application/X/Kiosk.app/Kiosk'],
          [4, 'launchd'],
          [5, 1n],
          [6, 1n],
          [7, 1_699_999_990n],
        ]),
      ],
      [
        8,
        plcrashMessage([
          [1, 'iPhone15,2'],
          [2, processor(16_777_228n, 2n)],
          [3, 6n],
          [4, 6n],
        ]),
      ],
      [
        9,
        plcrashMessage([
          [1, 0n],
          [2, uuid],
        ]),
      ],
      [10, 'till=3'],
    ]),
  )
}
