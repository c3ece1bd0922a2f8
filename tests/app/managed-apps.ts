/** Crashes of apps whose code is not Swift's, each with the file that has its names. */
import { buildElf, dartDebug } from '../support/elf-builder.ts'
import { AT, attribute, dwarfSections, entry, FORM, TAG } from '../support/dwarf-builder.ts'
import { buildGoTable } from '../support/go-builder.ts'
import { buildMachO, codeSection } from '../support/macho-builder.ts'

const TEXT = 0x1_0000_1000n
const UUID = '5A1D0C4B-7E2F-4A60-9B3C-1D2E3F405162'

/** A crash report whose first frame is 8 bytes into the code of `image`. */
export const crash = (
  image: string,
  said: string,
  symbol?: string,
): { readonly name: string; readonly content: string } => ({
  name: `${image}.crash`,
  content: `Incident Identifier: 3E1B2C4D-1111-4000-8000-0000000000AA
Process:             Harbor [4711]
Path:                /private/var/containers/Bundle/Application/8C1E/Harbor.app/Harbor
Identifier:          org.example.harbor
Code Type:           ARM-64
OS Version:          iPhone OS 17.5 (21F79)
Report Version:      104

Exception Type:  EXC_CRASH (SIGABRT)
Exception Codes: 0x0000000000000000, 0x0000000000000000
Triggered by Thread:  0

Application Specific Information:
${said}

Thread 0 Crashed:
0   ${image.padEnd(30)}	0x0000000104001008 ${symbol ?? '0x104000000 + 4104'}

Binary Images:
0x104000000 - 0x104007fff ${image} arm64  <${UUID.replaceAll('-', '').toLowerCase()}> /private/var/containers/Bundle/Application/8C1E/Harbor.app/Frameworks/${image}.framework/${image}
`,
})

/** A program in Go, stripped: only Go's own table has its names. */
export const go = {
  report: crash('Tills', 'panic: no till is open'),
  symbols: {
    name: 'Tills',
    content: Buffer.from(
      buildMachO({
        uuid: UUID,
        sections: [
          codeSection(0x100, TEXT),
          {
            name: '__gopclntab',
            segment: '__TEXT',
            address: 0x1_0000_2000n,
            bytes: buildGoTable({
              version: 20,
              text: TEXT,
              end: 0x80,
              functions: [{ name: 'main.(*Till).Count', start: 0, file: '/src/till.go', lines: [[0, 16]] }],
            }),
          },
        ],
      }),
    ),
  },
}

/** Debug sections as Kotlin/Native writes them: one function, in a file of Kotlin. */
const kotlinDebug = dwarfSections({
  units: [
    {
      version: 4,
      root: entry(
        TAG.unit,
        [
          attribute(AT.name, FORM.string, 'Router.kt'),
          attribute(AT.low, FORM.address, TEXT),
          attribute(AT.high, FORM.address, TEXT + 0x100n),
          attribute(AT.lines, FORM.data4, 0),
        ],
        [
          entry(TAG.function, [
            attribute(AT.name, FORM.string, 'kfun:org.example.Router#open(kotlin.String){}'),
            attribute(AT.low, FORM.address, TEXT),
            attribute(AT.high, FORM.address, TEXT + 0x100n),
          ]),
        ],
      ),
      lines: {
        directories: [],
        files: [{ name: '/src/commonMain/kotlin/Router.kt', directory: 0 }],
        sequences: [
          {
            rows: [
              { address: TEXT, file: 1, line: 21 },
              { address: TEXT + 4n, file: 1, line: 23 },
              { address: TEXT + 0x20n, file: 1, line: 30 },
            ],
            end: TEXT + 0x100n,
          },
        ],
      },
    },
  ],
})

/** The framework is in the app without its names; its dSYM has them. */
export const kotlin = {
  report: crash('shared', 'Uncaught Kotlin exception: kotlin.IllegalStateException: no route to the harbor'),
  symbols: {
    name: 'shared',
    content: Buffer.from(
      buildMachO({
        uuid: UUID,
        fileType: 10,
        sections: [
          codeSection(0x100, TEXT),
          ...Object.entries(kotlinDebug)
            .filter(([, bytes]) => bytes.length > 0)
            .map(([name, bytes]) => ({ name: `__${name}`, segment: '__DWARF', bytes })),
        ],
        symbols: [{ name: '_kfun:org.example.Router#open(kotlin.String){}', address: TEXT }],
      }),
    ),
  },
}

/** The report has the line of C++, the map that of C#. */
export const unity = {
  report: crash(
    'UnityFramework',
    "*** Terminating app due to uncaught exception 'InvalidOperationException', reason: 'the harbor is closed'",
    'Harbor_Enter_m1B2C3D4E5F60718293A4B5C6D7E8F9012345678A + 8 (Assembly-CSharp.cpp:5321)',
  ),
  symbols: {
    name: 'LineNumberMappings.json',
    content: JSON.stringify({
      '/build/il2cppOutput/Assembly-CSharp.cpp': { '/game/Assets/Harbor.cs': { '5320': 42 } },
    }),
  },
}

const MESSAGE = "Unhandled JS Exception: undefined is not an object (evaluating 'till.total')"

/** The report has the script's stack in the reason of its exception. */
export const reactNative = {
  report: crash(
    'Harbor',
    `*** Terminating app due to uncaught exception 'RCTFatalException: ${MESSAGE}', reason: '${MESSAGE}, stack:
a@main.jsbundle:1:50
b@main.jsbundle:1:50
'`,
    'RCTFatal + 568',
  ),
  symbols: {
    name: 'main.jsbundle.map',
    content: JSON.stringify({ version: 3, sources: ['src/Cart.tsx'], names: [], mappings: 'kDAWM' }),
  },
}

const SNAPSHOT = '_kDartIsolateSnapshotInstructions'

/** A trace of ahead-of-time code, and the debug file that --split-debug-info wrote. */
export const flutter = {
  report: {
    name: 'trace.txt',
    content: `Unhandled exception:
Bad state: no till is open
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
pid: 1, tid: 2, name io.flutter.1.ui
os: ios arch: arm64 comp: no sim: no
isolate_dso_base: 104000000, vm_dso_base: 104000000
    #00 abs 0000000104007110 virt 0000000000007110 ${SNAPSHOT}+0x110
    #01 abs 0000000104007170 virt 0000000000007170 ${SNAPSHOT}+0x170
`,
  },
  symbols: {
    name: 'app.ios-arm64.symbols',
    content: Buffer.from(
      buildElf({
        exports: [{ name: SNAPSHOT, address: 0x4000, type: 1 }],
        symbols: [{ name: SNAPSHOT, address: 0x4000, type: 1 }],
        debug: dartDebug(0x4100),
      }),
    ),
  },
}
