/**
 * Every command with what it takes. The program reads this at each start, so it holds no text; the texts are in
 * `messages/en/help-*.ts`, under the same keys.
 */
import { exportFormats, type ExportFormat } from '../../core/messages/export-formats.ts'
import type { CommandData, Option, Options } from './types.ts'

const symbols = { value: 'PATH', kind: 'path', repeated: true } as const satisfies Option
const spreadSymbols = { ...symbols, spread: true } as const
const cache = { value: 'DIR', kind: 'folder' } as const satisfies Option
const similar = { value: 'PATH', kind: 'path', repeated: true } as const satisfies Option
const arch = { value: 'ARCH', kind: 'arch' } as const satisfies Option
const uuid = { value: 'UUID', kind: 'uuid' } as const satisfies Option
const threads = { value: 'N' } as const satisfies Option
const jobs = { value: 'N' } as const satisfies Option
const format = { value: 'FORMAT', choices: ['text', 'json'] } as const satisfies Option
const report = { name: 'REPORT', kind: 'path', repeated: true } as const
const path = { name: 'PATH', kind: 'path', repeated: true } as const
const address = { name: 'ADDR', repeated: true } as const

/** Where commands that name whole reports take symbols from. */
const naming = {
  symbols: spreadSymbols,
  find: {},
  'find-in': { value: 'DIR', kind: 'folder', repeated: true },
  cache,
  similar: { ...similar, spread: true },
  'any-build': {},
} as const satisfies Options

/** Options of all commands. */
export const commonOptions = {
  help: { short: 'h' },
  version: { short: 'V' },
  quiet: { short: 'q' },
  'no-color': {},
  lang: { value: 'TAG' },
} as const satisfies Options

export const commands = {
  symbolicate: {
    builds: true,
    arguments: [report],
    options: {
      ...naming,
      format: {
        value: 'FORMAT',
        choices: Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]],
      },
      output: { short: 'o', value: 'FILE|DIR/', kind: 'path' },
      'in-place': {},
      load: { value: 'NAME=ADDR', repeated: true },
      slide: { value: 'NAME=N', repeated: true, signed: true },
      'share-names': {},
      fault: {},
      evidence: {},
      variables: {},
      source: { value: 'DIR', kind: 'folder', repeated: true },
      redact: {},
      'redact-app': {},
      watch: { value: 'DIR', kind: 'folder' },
      stream: {},
      jobs,
    },
  },
  batch: {
    builds: true,
    arguments: [report],
    options: {
      ...naming,
      jobs,
      format,
      output: { short: 'o', value: 'FILE', kind: 'file' },
    },
  },
  parse: {
    arguments: [report],
    options: { format: { value: 'FORMAT', choices: ['json'] } },
  },
  lookup: {
    builds: true,
    arguments: [address],
    options: {
      symbols,
      cache,
      arch,
      uuid,
      load: { value: 'ADDR' },
      slide: { value: 'N', signed: true },
      offset: {},
      'return-addresses': {},
      similar,
      hints: {},
      'no-inlines': {},
      mangled: {},
      interactive: { short: 'i' },
      format,
    },
  },
  inspect: { arguments: [path], options: { format } },
  disassemble: {
    arguments: [{ name: 'HEX', repeated: true }],
    options: {
      symbols,
      arch,
      uuid,
      'instruction-set': { value: 'SET', choices: ['a32', 'thumb'] },
      address: { value: 'ADDR' },
      count: { value: 'N' },
      report: { value: 'FILE', kind: 'file' },
      thread: { value: 'N' },
      frame: { value: 'N' },
      format,
    },
  },
  variables: {
    arguments: [address],
    options: {
      symbols,
      arch,
      uuid,
      core: { value: 'FILE', kind: 'file' },
      report: { value: 'FILE', kind: 'file' },
      format,
    },
  },
  index: {
    builds: true,
    arguments: [path],
    options: { output: { short: 'o', alias: 'out', value: 'DIR', kind: 'folder' }, threads, format },
  },
  convert: {
    arguments: [path],
    options: {
      to: { value: 'FORMAT', choices: ['breakpad', 'gsym'] },
      output: { short: 'o', value: 'FILE|DIR/', kind: 'path' },
      arch,
      uuid,
      threads,
    },
  },
  table: {
    builds: true,
    arguments: [path],
    options: { output: { short: 'o', alias: 'out', value: 'FILE|DIR/', kind: 'path' }, arch, uuid, threads, format },
  },
  pack: {
    arguments: [path],
    options: { os: { value: 'SYSTEM' }, output: { short: 'o', value: 'FILE', kind: 'file' }, format },
  },
  publish: {
    builds: true,
    arguments: [path],
    options: {
      to: { value: 'DIR', kind: 'folder' },
      app: {},
      'map-name': { value: 'NAME' },
      threads,
      'remove-older': { value: 'DAYS' },
      keep: { value: 'FILE', kind: 'file' },
      'dry-run': {},
      verify: { value: 'DIR', kind: 'folder' },
      repair: { value: 'DIR', kind: 'folder' },
      format,
    },
  },
  demangle: { arguments: [{ name: 'NAME', repeated: true }], options: { simplified: {}, format } },
  serve: {
    arguments: [],
    options: {
      symbols: spreadSymbols,
      source: { value: 'DIR', kind: 'folder', repeated: true },
      cache,
      origin: { value: 'URL' },
      port: { value: 'N' },
      host: { value: 'ADDRESS' },
    },
  },
  mcp: {
    arguments: [],
    options: {
      root: { value: 'DIR', kind: 'folder', repeated: true },
      watch: { value: 'DIR', kind: 'folder' },
      symbols: spreadSymbols,
      cache,
      redact: {},
      'ignore-client-roots': {},
    },
  },
  schema: {
    arguments: [
      {
        name: 'NAME',
        choices: [
          'symbolicate',
          'stream',
          'parse',
          'batch',
          'lookup',
          'inspect',
          'disassemble',
          'variables',
          'index',
          'table',
          'pack',
          'publish',
          'manifest',
          'demangle',
          'serve',
        ],
      },
    ],
    options: {},
  },
  completions: {
    arguments: [{ name: 'SHELL', choices: ['bash', 'zsh', 'fish', 'uuids'] }, path],
    options: {},
  },
} as const satisfies Readonly<Record<string, CommandData>>

export type CommandName = keyof typeof commands

export const commandNames = Object.keys(commands) as readonly CommandName[]

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)
