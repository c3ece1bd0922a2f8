/** The tasks of a newcomer, each really made: a copy of the program gets the files and lines that CONTRIBUTING.md names. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Behind which text of a file, found once in it, which text comes. */
type Insertion = readonly [behind: string, text: string]

export interface Task {
  /** Its row in CONTRIBUTING.md. */
  readonly name: string
  /** Files beside texts and tests that it may touch; a language's folder counts as one. */
  readonly most: number
  /** By path in `src/`: a new file, or what is inserted. */
  readonly changes: Readonly<Record<string, string | readonly Insertion[]>>
  /** Texts in English and Chinese, where it takes some. */
  readonly texts?: Readonly<Record<string, readonly Insertion[]>>
}

const reportText = `/** Stacks with a headline of paint. */
import { success } from '../../model/problem.ts'
import type { Thread } from '../../model/report.ts'
import type { ReportFormat } from '../base/format.ts'
import { eachLine } from '../base/lines.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import { readIndexedRow } from '../text/text-rows.ts'
import { collectStacks } from '../text/text-stacks.ts'

const HEAD = /^PAINTED STACK$/m

export const paintedFormat: ReportFormat = {
  id: 'painted',
  label: 'Painted stack',
  sniff: ({ text }) => HEAD.test(text),
  parse: (input) => {
    const builder = new ReportBuilder(input.path)
    const { stacks } = collectStacks(eachLine(input.text), [readIndexedRow], (text) => HEAD.test(text))
    const images = new TextImages(builder, [])
    const threads = stacks.map((stack, id): Thread => {
      images.learn(stack.rows)
      return { id, crashed: false, frames: addTextStack(builder, images, stack.rows, 'thread'), span: stack.span }
    })
    return success([finishTextReport(paintedFormat, input, builder, { threads })])
  },
}
`

const sourceText = `/** Lists of functions: PAINTED, the architecture and the name; then rows of an address and a name. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import type { SymbolSource } from './source.ts'
import { listedImage } from './symbol-list.ts'

const HEAD = /^PAINTED (\\w+) (\\w+)\\n/
const ROW = /^0x([0-9a-f]{1,16}) (\\S+)$/gm

export const paintedSource: SymbolSource = {
  id: 'painted',
  get label() {
    return fileKinds.painted
  },
  sniff: (head) => HEAD.test(decodeUtf8(head.subarray(0, 256))),
  open: async (file) => {
    const text = await file.blob.text()
    const [, arch = '', name = ''] = HEAD.exec(text) ?? []
    const symbols = [...text.matchAll(ROW)].map(([, at = '', symbol = '']) => ({ address: BigInt('0x' + at), name: symbol }))
    const read = async () => ({ symbols })
    return listedImage({ arch, name, file, content: file.blob, someAddress: symbols[0]?.address ?? 0n, read })
  },
}
`

const exporterText = `/** The names of threads and images, one a line. */
import { exportFormats } from '../messages/export-formats.ts'
import type { Exporter } from './exporter.ts'

export const paintedExporter: Exporter = {
  id: 'painted',
  get label() {
    return exportFormats.painted
  },
  extension: 'painted',
  mediaType: 'text/plain',
  write: (reports) => reports.flatMap(({ report }) => report.images.map(({ name }) => 'painted ' + name + '\\n')).join(''),
}
`

const processorText = `/** A processor with one instruction. */
import type { Decoder } from './decoded.ts'

export const readPaint: Decoder = (code, at) => ({
  size: Math.min(2, code.length - at),
  spelled: code[at] === 0x2a ? 'paint' : undefined,
})
`

const tabText = `<script lang="ts">
  const { images }: { readonly images: number } = $props()
</script>

<p>painted {images}</p>
`

const settingText = `    <label>
      <span>{words.paint}</span>
      <input bind:value={settings.values.paint} />
    </label>
`

const flagText = `
    if (values.first === true) reports.splice(1)`

const ruleText = `
  {
    code: 'painted',
    kind: 'said',
    requires: [says('info', /^PAINTED: (.{1,80})/, 'PAINTED: wet', ({ input }) => ({ evidence: [quoted(input)] }))],
  },`

const descriptorText = `
/** Made for a test. */
const painted: Architecture = {
  ...arm64,
  family: 'painted',
  spelling: /^painted/,
  aliases: [],
  instructionSet: 'painted',
  cpu: { type: 0x7a, name: 'painted', subtypes: {} },
  minidump: undefined,
}
`

const EN = 'core/messages/en'
const ZH = 'messages/zh-Hans'
const same = (paths: readonly string[], ...insertions: readonly Insertion[]): NonNullable<Task['texts']> =>
  Object.fromEntries(paths.map((path) => [path, insertions]))

export const tasks: readonly Task[] = [
  {
    name: 'a report format',
    most: 3,
    changes: {
      'core/reports/free-text/painted.ts': reportText,
      'core/reports/registry.ts': [
        [
          "import { panicStackFormat } from './free-text/panic-stack.ts'\n",
          "import { paintedFormat } from './free-text/painted.ts'\n",
        ],
        ['const ranked: readonly (ReportFormat | DumpFormat)[] = [\n', '  paintedFormat,\n'],
      ],
    },
  },
  {
    name: 'a source of symbols',
    most: 2,
    changes: {
      'core/symbols/painted.ts': sourceText,
      'core/symbols/registry.ts': [
        ["import { nmSource } from './nm.ts'\n", "import { paintedSource } from './painted.ts'\n"],
        ['export const symbolSources: readonly SymbolSource[] = [\n', '  paintedSource,\n'],
      ],
    },
    texts: same([`${EN}/files.ts`, `${ZH}/core/files.ts`], ["  dsym: 'dSYM',\n", "  painted: 'painted list',\n"]),
  },
  {
    name: 'an exporter',
    most: 2,
    changes: {
      'core/export/painted.ts': exporterText,
      'core/export/registry.ts': [
        ["import { originalExporter } from './original.ts'\n", "import { paintedExporter } from './painted.ts'\n"],
        ['  htmlExporter,\n', '  paintedExporter,\n'],
      ],
    },
    texts: {
      ...same(
        [`${EN}/export-formats.ts`, `${ZH}/core/export-formats.ts`],
        ["  json: 'JSON',\n", "  painted: 'Painted',\n"],
      ),
      'app/messages/en/share.ts': [
        ["    html: 'HTML',\n", "    painted: 'painted',\n"],
        ["    html: 'HTML page',\n", "    painted: 'Painted',\n"],
      ],
      [`${ZH}/app/share.ts`]: [
        ["    html: 'HTML',\n", "    painted: 'painted',\n"],
        ["    html: 'HTML 页面',\n", "    painted: 'Painted',\n"],
      ],
    },
  },
  {
    name: 'a rule that explains a crash',
    most: 2,
    changes: { 'core/explain/rules-ends.ts': [['const said: readonly Rule[] = [', ruleText]] },
    texts: same(
      [`${EN}/explain/ends.ts`, `${ZH}/core/explain/ends.ts`],
      [
        'export const ends = {\n',
        "  painted: () => ({ title: 'The paint was wet', meaning: 'It says so.', checks: [] }),\n",
      ],
    ),
  },
  {
    name: 'an architecture',
    most: 4,
    changes: {
      'core/model/architecture.ts': [
        ["export type ArchFamily = 'arm64' |", " 'painted' |"],
        ["export type InstructionSet = 'arm64' |", " 'painted' |"],
        ['  minidump: { processors: [12, 0x8003], registers: inOrder(arm64Names, 8, 8) },\n}\n', descriptorText],
        ['export const architectures: readonly Architecture[] = [', 'painted, '],
      ],
      'core/instructions/painted.ts': processorText,
      'core/instructions/sets.ts': [
        ["import { thumbReader } from './thumb/index.ts'\n", "import { readPaint } from './painted.ts'\n"],
        [
          '= {\n  arm64: { decoder: () => arm64, meaning: arm64Meaning },\n',
          '  painted: { decoder: () => readPaint, meaning: arm64Meaning },\n',
        ],
      ],
      'core/memory/instruction-set.ts': [
        [
          'const readers: Readonly<Record<InstructionSet, InstructionReader>> = {\n',
          '  painted: {\n    callEndingAt: () => undefined,\n    longestCall: 0,\n    hasJump: () => false,\n    readPrologue: () => undefined,\n    unwindRule: () => undefined,\n  },\n',
        ],
      ],
    },
  },
  {
    name: 'a language',
    most: 1,
    changes: {
      'messages/eo/cli.ts': `import type { CliCatalogues } from '../../cli/messages/catalogues.ts'
import type { PartOf } from '../../core/messages/translate.ts'

export const texts: PartOf<CliCatalogues> = { overview: { overview: { commands: 'Ordonoj:' } } }
`,
    },
  },
  {
    name: 'an option of a command',
    most: 2,
    changes: {
      'cli/options/commands.ts': [["options: { format: { value: 'FORMAT', choices: ['json'] }", ', first: {}']],
      'cli/commands/parse.ts': [
        ['async run(args) {\n    const {', ' values,'],
        ['        writeError(thrown.message)\n        unreadable++\n      }\n    }', flagText],
      ],
    },
    texts: {
      'cli/messages/en/help-reports.ts': [
        ["options: { format: 'json, the only one'", ", first: 'prints the first report alone'"],
      ],
      [`${ZH}/cli/help-reports.ts`]: [["options: { format: 'json，唯一可用的格式'", ", first: '只输出第一份报告'"]],
    },
  },
  {
    name: 'an option of the library',
    most: 2,
    changes: {
      'core/engine-types.ts': [
        [
          'export interface SymbolicateOptions {\n',
          '  /** So many reports of a file at most. */\n  readonly most?: number\n',
        ],
      ],
      'core/engine/names/reports.ts': [['success(withNames(reports, named.value)', '.slice(0, options?.most)']],
    },
  },
  {
    name: "a part of a report's page",
    most: 2,
    changes: {
      'app/views/report/PaintedTab.svelte': tabText,
      'app/views/report/tabs.ts': [
        ["export type Tab =\n  'overview' |", " 'painted' |"],
        [
          'const parts: Readonly<Record<Tab, Part>> = {\n',
          `  painted: {
    isIn: ({ report }) => report.images.length > 0,
    label: () => words.painted,
    view: viewOf(
      () => import('./PaintedTab.svelte'),
      ({ symbolicated }) => ({ images: symbolicated.report.images.length }),
    ),
  },
`,
        ],
      ],
    },
    texts: {
      'app/messages/en/report.ts': [["  note: 'Note',\n", "  painted: 'Paint',\n"]],
      [`${ZH}/app/report.ts`]: [["  note: '备注',\n", "  painted: '颜色',\n"]],
    },
  },
  {
    name: 'a setting',
    most: 2,
    changes: {
      'app/state/settings.svelte.ts': [
        ['interface Stored {\n', '  paint: string\n'],
        ['const defaults: Stored = {\n', "  paint: 'green',\n"],
      ],
      'app/views/SettingsDialog.svelte': [['    <LanguageChoice {settings} {onspoken} />\n', settingText]],
    },
    texts: {
      'app/messages/en/page.ts': [["  settings: 'Settings',\n", "  paint: 'Paint',\n"]],
      [`${ZH}/app/page.ts`]: [["  settings: '设置',\n", "  paint: '颜色',\n"]],
    },
  },
]

/** Inputs of the build, without tests and documents. */
const COPIED = ['src', 'wasm/build', 'wasm/assembly', 'public', 'package.json', 'tsconfig.json', 'svelte.config.js']

/** A copy of the program below `.cache`, with all tasks made. Throws where a text to insert behind is not there once. */
export function copyWithTasks(name: string): string {
  const copy = join(root, '.cache', name)
  rmSync(copy, { recursive: true, force: true })
  for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const { changes, texts = {} } of tasks)
    for (const [path, change] of Object.entries({ ...changes, ...texts })) {
      const file = join(copy, 'src', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, typeof change === 'string' ? change : inserted(path, readFileSync(file, 'utf8'), change))
    }
  return copy
}

function inserted(path: string, text: string, insertions: readonly Insertion[]): string {
  return insertions.reduce((changed, [behind, more]) => {
    const parts = changed.split(behind)
    if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} of ${behind}`)
    return parts.join(behind + more)
  }, text)
}
