/** Images with hidden names and their maps, through the built command line: every name, file and line of the unhidden build. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { linesOf, unslide, type JsonCall, type JsonFrame } from '../support/cli.ts'
import { corpus } from './corpus.ts'

interface Frame {
  readonly function?: string
  readonly name?: string
  readonly file?: string
  readonly line?: number
}

interface Row {
  readonly addr: string
  readonly frames: readonly Frame[]
}

function rowsOf(path: string): readonly Row[] {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Row)
  return rows.filter(({ frames: [inner] }) => inner !== undefined && inner.function !== '_mh_execute_header')
}

function answers(addresses: readonly string[], ...symbols: readonly string[]): readonly (readonly JsonCall[])[] {
  const paths = symbols.flatMap((path) => ['--symbols', path])
  const told: JsonFrame[] = []
  for (let at = 0; at < addresses.length; at += 2000) {
    const { status, out, err } = unslide(['lookup', ...paths, '--format', 'json', ...addresses.slice(at, at + 2000)])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    told.push(...linesOf<JsonFrame>(out))
  }
  return told.map(({ calls = [] }) => calls)
}

const folder = corpus ? mkdtempSync(join(tmpdir(), 'unslide-')) : ''
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true })
})

/** The oracle joined two hidden paths before it knew that the second is absolute. */
const fileOf = ({ file = '' }: Frame): string => file.slice(file.lastIndexOf('//') + 1)

test.runIf(corpus)('the map of a dSYM from App Store Connect, found by its property list', () => {
  const root = `${corpus ?? ''}binaries/symbolic-bcsymbolmap/`
  const rows = rowsOf(`${corpus ?? ''}debugmap/bcsymbolmap-sentry/expected.oracle.jsonl.gz`)
  const lines = readFileSync(`${root}c8374b6d-6e96-34d8-ae38-efaa5fec424f.bcsymbolmap`, 'utf8').split('\n').slice(1)
  // Of a function the oracle knows DWARF's name and the hidden name of its symbol.
  const namesOf = ({ name, function: printed = '' }: Frame): readonly (string | undefined)[] => {
    const number = /^_?_hidden#(\d+)_$/.exec(printed)?.[1]
    return [name, number === undefined ? printed : lines[Number(number)]?.replace(/^_/, '')]
  }
  const isSame = (call: JsonCall | undefined, frame: Frame): boolean =>
    call !== undefined &&
    namesOf(frame).some((name) => name === call.function || name === call.mangled) &&
    (call.file ?? '') === fileOf(frame) &&
    (call.line ?? 0) === (frame.line ?? 0)
  const told = answers(
    rows.map(({ addr }) => addr),
    root,
  )
  const differing = rows.flatMap(({ addr, frames }, at) => {
    const calls = told[at] ?? []
    const isEqual = calls.length === frames.length && frames.every((frame, depth) => isSame(calls[depth], frame))
    return isEqual ? [] : [`${addr} ${JSON.stringify(calls)} | ${JSON.stringify(frames)}`]
  })
  console.log(`${rows.length} addresses, ${differing.length} differ`)
  expect(rows.length).toBeGreaterThan(19_000)
  expect(differing.slice(0, 20)).toEqual([])
  expect(told.flat().filter((call) => /hidden#/.test(`${call.mangled} ${call.file}`))).toEqual([])
})

test.runIf(corpus)('a map made from a build, against the dSYM of that build', () => {
  const root = `${corpus ?? ''}debugmap/`
  const addresses = rowsOf(`${root}bcsymbolmap-made/expected.oracle.jsonl.gz`).map(({ addr }) => addr)
  const name = '4C4C4402-5555-3144-A1F8-BC0BDA972C6D.bcsymbolmap'
  // From another folder.
  const map = join(folder, name)
  symlinkSync(`${root}bcsymbolmap-made/${name}`, map)
  const told = answers(addresses, map, `${root}bcsymbolmap-made/macos-arm64-d4-Os.dSYM`)
  const wanted = answers(addresses, `${root}macos-arm64-d4-Os/oracle.dSYM`)
  expect(addresses.length).toBeGreaterThan(1000)
  expect(told).toEqual(wanted)
})
