/** llvm-gsymutil's answers for addresses. */
import { spawnSync } from 'node:child_process'

/** The name of the tool, if it is on this machine. */
export const gsymutil = ['llvm-gsymutil-19', 'llvm-gsymutil'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

/** An address as gsymutil answers it. */
export interface GsymAnswer {
  readonly address: string
  /** Innermost first: name, path, line. */
  readonly calls: readonly string[]
}

const CALL = /^(.*?)(?: \+ \d+)?(?: @ (.*):(\d+))?(?: \[inlined\])?$/

/** gsymutil's output: a block an address, the first line with the address. An address without a line is an error to it. */
export function parseAnswers(text: string): readonly GsymAnswer[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('0x'))
    .map((block) => {
      const [, address = '', rest = ''] = /^(0x[0-9a-f]+): ([^]*)$/.exec(block.trimEnd()) ?? []
      const lines = rest.split('\n').map((line) => line.replace(/^ {20}/, ''))
      const calls = rest.startsWith('error:') ? [] : lines.map((line) => told(CALL.exec(line) ?? []))
      return { address: `0x${BigInt(address).toString(16)}`, calls }
    })
}

const told = ([, name = '', path = '', line = '0']: readonly (string | undefined)[]): string =>
  `${name} ${path}:${line}`
