/** Names carried over from another build, through the built command line: which names, how many are right, and their marks. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { linesOf, reportsOf, testFolder, unslide, type JsonCall, type JsonFrame } from '../support/cli.ts'
import { withoutSymbols } from '../support/shelf.ts'
import { programs } from '../support/two-builds.ts'

const work = testFolder()
const fixture = (path: string): string => fileURLToPath(new URL(`../fixtures/builds/${path}`, import.meta.url))
const namesOf = (build: string): ReadonlyMap<string, string> =>
  new Map(
    readFileSync(fixture(`${build}/starts.txt`), 'utf8')
      .trim()
      .split('\n')
      .map((row) => row.split(' ') as [string, string])
      .filter(([, name]) => !name.includes('header')),
  )

/** The newer build without a name in it. */
function stripped(program: string): string {
  const folder = join(work, program)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'Ladder')
  writeFileSync(path, withoutSymbols(readFileSync(fixture(`${program}-2/Ladder`)), true))
  return path
}

interface CarriedCall extends JsonCall {
  readonly carried?: { readonly uuid: string; readonly by: string; readonly sameCode: boolean }
}

/** Programs whose functions differ, and the share of functions that must be found. Of even ones every function is like the next. */
const mark: Readonly<Record<string, number>> = { 'varied-arm64': 0.9, 'varied-x86_64': 0.9 }

test.each(programs)(
  '%s: functions of the newer build get their names from the older one, none a wrong one',
  (program) => {
    const truth = namesOf(`${program}-2`)
    const { out } = unslide([
      ...['lookup', '--symbols', stripped(program), '--similar', fixture(`${program}-1`), '--format', 'json'],
      ...truth.keys(),
    ])
    const answers = linesOf<JsonFrame>(out)
    expect(answers).toHaveLength(truth.size)
    const wrong: string[] = []
    let carried = 0
    for (const [at, name] of [...truth.values()].entries()) {
      const call = answers[at]?.calls?.at(-1) as CarriedCall | undefined
      if (call?.source !== 'carried') continue
      carried++
      expect(answers[at]?.grade).toBe('likely')
      expect(call.carried?.uuid).toMatch(/^[0-9A-F-]{36}$/)
      if (name.replace(/^_/, '') !== call.mangled) wrong.push(`${call.mangled} for ${name}`)
    }
    const old = new Set(namesOf(`${program}-1`).values())
    const inBoth = [...truth.values()].filter((name) => old.has(name)).length
    console.log(`${program}: ${carried} of ${inBoth} carried over, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    expect(carried).toBeGreaterThanOrEqual((mark[program] ?? 0) * inBoth)
  },
)

test('without --similar the same addresses stay unnamed', () => {
  const [start = ''] = [...namesOf('varied-arm64-2').keys()].slice(20)
  const { out, status } = unslide(['lookup', '--symbols', stripped('varied-arm64'), start])
  expect(out).toContain('unnamed function')
  expect(status).toBe(1)
})

const [address = '', name = ''] = [...namesOf('varied-arm64-2')][40] ?? []
const uuidOf = (path: string): string => /UUID +([0-9A-F-]{36})/i.exec(unslide(['inspect', path]).out)?.[1] ?? ''

test.each(['text', 'original', 'markdown', 'html', 'json'])(
  'a report as %s says which build a name is from',
  (format) => {
    const binary = stripped('varied-arm64')
    const at = BigInt(address) + 4n
    const report = `Process: Ladder [1]
Code Type: ARM-64
Exception Type: EXC_BAD_ACCESS (SIGSEGV)

Thread 0 Crashed:
0   Ladder 0x${at.toString(16).padStart(16, '0')} 0x100000000 + ${Number(at - 0x100000000n)}

Binary Images:
0x100000000 - 0x10003ffff Ladder arm64 <${uuidOf(binary).replaceAll('-', '').toLowerCase()}> /Applications/Ladder.app/Ladder
`
    const { out } = unslide(
      ['symbolicate', '-', '--symbols', binary, '--similar', fixture('varied-arm64-1'), '--format', format],
      report,
    )
    const old = uuidOf(fixture('varied-arm64-1/Ladder'))
    expect(out).toContain(name.replace(/^_/, ''))
    if (format === 'json') {
      const call = reportsOf(out)[0]?.threads[0]?.frames[0]?.calls?.at(-1) as CarriedCall | undefined
      expect(call).toMatchObject({ source: 'carried', carried: { uuid: old } })
    } else {
      expect(out).toContain(`carried over from build ${old}`)
      expect(out).toContain('likely')
    }
  },
)
