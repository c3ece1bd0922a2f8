/** GSYM files through the built command line, against llvm-gsymutil's own look-ups in the same files. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { linesOf, unslide, type JsonFrame } from '../support/cli.ts'
import { corpus } from './corpus.ts'
import { gsymutil, parseAnswers, type GsymAnswer } from './gsym-answers.ts'

/** A path as it is shown: without the steps that lead back and forth. */
function plain(call: string): string {
  const [, name = '', path = '', line = ''] = /^(.*) (\S*):(\d+)$/.exec(call) ?? []
  return `${name} ${path.startsWith('/') ? join(path) : path}:${line}`
}

function ours(file: string, addresses: readonly string[]): readonly (readonly string[])[] {
  const found: JsonFrame[] = []
  for (let at = 0; at < addresses.length; at += 4000) {
    const { out } = unslide(['lookup', '--symbols', file, '--format', 'json', ...addresses.slice(at, at + 4000)])
    found.push(...linesOf<JsonFrame>(out))
  }
  return found.map(({ calls = [] }) => calls.map((call) => `${call.mangled} ${call.file ?? ''}:${call.line ?? 0}`))
}

function differing(file: string, answers: readonly GsymAnswer[]): readonly string[] {
  const got = ours(
    file,
    answers.map(({ address }) => address),
  )
  return answers.flatMap(({ address, calls }, at) => {
    const [mine, theirs] = [(got[at] ?? []).map(plain), calls.map(plain)]
    return mine.join(' | ') === theirs.join(' | ') ? [] : [`${address} ${mine.join(' | ')} ≠ ${theirs.join(' | ')}`]
  })
}

const root = `${corpus ?? ''}debugmap/`
const names = corpus ? readdirSync(root).filter((name) => existsSync(`${root}${name}/${name}.gsym`)) : []

test.each(names)('%s: every answer of gsymutil', (name) => {
  const answers = parseAnswers(gunzipSync(readFileSync(`${root}${name}/${name}.gsym.answers.txt.gz`)).toString())
  expect(answers.filter(({ calls }) => calls.length > 1).length).toBeGreaterThan(50)
  expect(differing(`${root}${name}/${name}.gsym`, answers)).toEqual([])
})

const folder = corpus && gsymutil ? mkdtempSync(join(tmpdir(), 'unslide-')) : ''
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true })
})

const converted: readonly (readonly [path: string, arch: string])[] = [
  ['alamofire-tvos-arm64/tvos-arm64/dSYMs/Alamofire.framework.dSYM/Contents/Resources/DWARF/Alamofire', 'arm64'],
  ['crashprobe-release-armv7/D32AFFCD-C36D-3133-AACB-CFB3E4E110DC.dSYM/Contents/Resources/DWARF/KSCrash', 'armv7'],
  ['symbolic-bcsymbolmap/2d10c42f-591d-3265-b147-78ba0868073f.dwarf-hidden', 'arm64'],
]

test.runIf(folder !== '').each(converted)(
  '%s, made a GSYM file: its answers over the whole of its code',
  (path, arch) => {
    const file = join(folder, `${path.slice(path.lastIndexOf('/') + 1)}.gsym`)
    const made = spawnSync(gsymutil ?? '', [
      `--convert=${corpus ?? ''}binaries/${path}`,
      `--arch=${arch}`,
      '--out-file',
      file,
    ])
    expect(made.status).toBe(0)
    const dump = spawnSync(gsymutil ?? '', [file], { encoding: 'utf8', maxBuffer: 1 << 30 }).stdout
    const ranges = [...dump.matchAll(/^FunctionInfo @ \w+: \[(0x\w+) - (0x\w+)\)/gm)]
    const addresses = ranges.flatMap(([, start = '', end = '']) => {
      const [from, to] = [Number(start), Number(end)]
      return Array.from(
        { length: Math.max(1, Math.ceil((to - from) / 4)) },
        (_, at) => `0x${(from + at * 4).toString(16)}`,
      )
    })
    const input = addresses.map((address) => `${address} ${file}\n`).join('')
    const { stdout } = spawnSync(gsymutil ?? '', ['--addresses-from-stdin'], {
      encoding: 'utf8',
      input,
      maxBuffer: 1 << 30,
    })
    const answers = parseAnswers(stdout)
    console.log(`${path}: ${answers.length} addresses of ${ranges.length} functions`)
    expect(answers.length).toBe(addresses.length)
    expect(differing(file, answers).slice(0, 20)).toEqual([])
  },
)
