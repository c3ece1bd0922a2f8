/** Go's table of functions in stripped programs, against Go's own look-ups in the same program. Runs where Go is installed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openMachO } from '../../src/core/macho/open.ts'
import { linesOf, unslide, type JsonFrame } from '../support/cli.ts'

const hasGo = spawnSync('go', ['version']).status === 0
const folder = hasGo ? mkdtempSync(join(tmpdir(), 'unslide-')) : ''
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true })
})

const PROGRAM = `package main
import ("fmt"; "net/http"; "os"; "sort")
type till struct{ coins []int }
func (t *till) count() (sum int) { for _, coin := range t.coins { sum += coin }; return }
func main() { sort.Ints([]int{3, 2}); fmt.Println((&till{[]int{len(os.Args)}}).count()); _ = http.ListenAndServe }
`
const ADDRESSES = 6000

test.runIf(hasGo).each(['arm64', 'amd64'])('%s: functions and lines over the whole of the code', async (arch) => {
  writeFileSync(join(folder, 'main.go'), PROGRAM)
  writeFileSync(join(folder, 'go.mod'), 'module till\n\ngo 1.18\n')
  const program = join(folder, `till-${arch}`)
  const env = { ...process.env, GOOS: 'darwin', GOARCH: arch, CGO_ENABLED: '0', GOFLAGS: '-mod=mod' }
  const built = spawnSync('go', ['build', '-ldflags=-s -w', '-o', program, '.'], { cwd: folder, env })
  expect(built.status, String(built.stderr)).toBe(0)
  const opened = await openMachO({ path: program, blob: new Blob([readFileSync(program)]) })
  const text = opened.images[0]?.sections.find(({ name }) => name === '__text')
  const step = Math.max(4, Math.floor((text?.size ?? 0) / ADDRESSES / 4) * 4)
  const addresses = Array.from(
    { length: Math.floor((text?.size ?? 0) / step) },
    (_, at) => `0x${(Number(text?.address) + at * step).toString(16)}`,
  )
  const told = spawnSync('go', ['tool', 'addr2line', program], { encoding: 'utf8', input: `${addresses.join('\n')}\n` })
  const rows = told.stdout.trimEnd().split('\n')
  const found: JsonFrame[] = []
  for (let at = 0; at < addresses.length; at += 4000)
    found.push(
      ...linesOf<JsonFrame>(
        unslide(['lookup', '--symbols', program, '--format', 'json', ...addresses.slice(at, at + 4000)]).out,
      ),
    )
  const different = addresses.flatMap((address, at) => {
    // Go's tool names the function of the code, and the line of the innermost call in it.
    const { calls = [] } = found[at] ?? {}
    const call = { ...calls[0], mangled: calls.at(-1)?.mangled }
    // Symbols spell some names of the table in full: the length of an array, the kind of calls.
    const plain = (name = ''): string =>
      name
        .replaceAll(/\[[^\]]*\]/g, '[]')
        .replace(/\.abi(?:0|internal)$/, '')
        .replaceAll('·', '.')
    const mine = `${plain(call.mangled)} ${call.file ?? ''}:${call.line ?? 0}`
    // Padding between functions has a line below 0, as has the first symbol, which is data.
    const place = (rows[2 * at + 1] ?? '').replace(/^:-\d+$/, ':0')
    const theirs = `${plain(rows[2 * at])} ${rows[2 * at]?.startsWith('go.buildid') ? ':0' : place}`
    return mine === theirs ? [] : [`${address} ${mine} ≠ ${theirs}`]
  })
  console.log(`${arch}: ${addresses.length} addresses, ${different.length} differ`)
  expect(addresses.length).toBeGreaterThan(3000)
  expect(different.slice(0, 10)).toEqual([])
})
