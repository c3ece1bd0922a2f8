/**
 * Registers of every report of the corpus: no reading contradicts the report. The test does its own arithmetic. A
 * reported image, region or stack holds the value; the program counter has the name of its frame.
 */
import { expect, test } from 'vitest'
import { valueFacts } from '../../src/core/messages/en/registers.ts'
import { textOf } from '../../src/core/messages/message.ts'
import type { RegisterReading, ValueReading } from '../../src/core/model/register-reading.ts'
import type { SymbolicatedReport } from '../../src/core/model/report.ts'
import { createEngine } from '../../src/core/engine.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'
import { namedReports } from './explained-reports.ts'
import { openAsBlob, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MOST_BYTES = 4_000_000

/** Numbers of a range in its printed form: `0x1000–0x2000`. */
const rangeOf = (text: unknown): readonly bigint[] => String(text).split('–').map(BigInt)

/** A reading that does not hold, in words; addresses that carry a signature are compared without their upper bits. */
function contradiction(
  { report }: SymbolicatedReport,
  { value, readings }: RegisterReading,
  { code, params }: ValueReading,
): string | undefined {
  const bare = readings.find((one) => one.code === 'stripped-bits')
  const address = bare ? BigInt(String(bare.params['address'])) : value
  const named = report.images.filter(({ name }) => name === params['image'] || params['image'] === '???')
  switch (code) {
    case 'image': {
      const offset = BigInt(Number(params['offset']))
      const fits = named.some(({ loadAddress }) => loadAddress !== undefined && loadAddress + offset === address)
      return fits ? undefined : 'another address'
    }
    case 'symbol':
    case 'class':
    case 'return-address':
      // Data of an image lie behind what the report lists, and before the next image of the program.
      return named.some(({ loadAddress }) => loadAddress !== undefined && address >= loadAddress)
        ? undefined
        : 'before its image'
    case 'region':
    case 'guard':
    case 'unmapped': {
      const [start = 0n, end = 0n] = rangeOf(params['range'])
      return address >= start && address < end ? undefined : 'outside of its range'
    }
    case 'stack': {
      // A stack without a number is the only one.
      const thread = report.threads.find(({ id, unnumbered }) => (unnumbered ? undefined : id) === params['thread'])
      const sp = thread?.registers?.find(({ name }) => name === params['register'])?.value
      return sp !== undefined && sp + BigInt(Number(params['bytes'])) === address ? undefined : 'another stack'
    }
    case 'zero':
      return value === 0n ? undefined : 'not null'
    case 'number':
      return BigInt.asUintN(64, BigInt(String(params['number']).replace('−', '-'))) === value ||
        BigInt.asUintN(32, BigInt(String(params['number']).replace('−', '-'))) === value
        ? undefined
        : 'another number'
    case 'text':
      return BigInt(
        `0x${[...Buffer.from(String(params['text'])).reverse()].map((byte) => byte.toString(16)).join('')}`,
      ) === value
        ? undefined
        : 'other letters'
    default:
      return textOf(valueFacts, code, params) === undefined ? 'no words' : undefined
  }
}

interface Tally {
  readonly codes: Map<string, number>
  readonly wrong: string[]
  reports: number
  registers: number
  counters: number
}

function look(symbolicated: SymbolicatedReport, tally: Tally): void {
  const { report, registers, resolutions } = symbolicated
  if (!registers) return
  tally.reports++
  for (const register of registers.registers) {
    tally.registers++
    for (const reading of register.readings) {
      tally.codes.set(reading.code, (tally.codes.get(reading.code) ?? 0) + 1)
      const wrong = contradiction(symbolicated, register, reading)
      if (wrong !== undefined) tally.wrong.push(`${report.file} ${register.name} ${reading.code}: ${wrong}`)
    }
    const frame = report.threads[registers.thread]?.frames[0]
    const symbol = register.readings.find(({ code }) => code === 'symbol')
    const resolution = frame && resolutions[frame.id]
    if (!/^(?:pc|rip)$/.test(register.name) || !symbol || resolution?.kind !== 'resolved') continue
    if (frame?.address !== register.value) continue
    tally.counters++
    const name = resolution.calls.at(-1)?.function
    if (name !== symbol.params['name'])
      tally.wrong.push(`${report.file} ${register.name}: ${String(symbol.params['name'])}, not ${name ?? ''}`)
  }
}

test.runIf(corpus)(
  'no reading of a register contradicts its report',
  async () => {
    const tally: Tally = { codes: new Map(), wrong: [], reports: 0, registers: 0, counters: 0 }
    const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
    const root = join(corpus ?? '', 'reports')
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(root, name)
      if (!statSync(path).isFile() || statSync(path).size > MOST_BYTES) continue
      const outcome = await engine.symbolicate({ path: name, blob: await openAsBlob(path) })
      if (outcome.ok) for (const report of outcome.value) look(report, tally)
    }
    for (const report of await namedReports(corpus ?? '', MOST_BYTES)) look(report, tally)
    console.log(
      `${tally.registers} registers of ${tally.reports} reports, ${tally.counters} program counters with names`,
    )
    console.log([...tally.codes].map(([code, count]) => `${code} ${count}`).join(', '))
    expect(tally.wrong).toEqual([])
    expect(tally.reports).toBeGreaterThan(90)
    expect(tally.counters).toBeGreaterThan(5)
  },
  600_000,
)
