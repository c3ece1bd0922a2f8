/**
 * Real reports and their real dSYMs, dropped on the page in both orders. The expected names are in the reports that
 * atos symbolicated on a Mac, beside the raw ones. Runs where the corpus lies beside the repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test, type AppPage } from './app-page.ts'

const corpus = resolve('../shared/corpus/binaries')
const here = existsSync(corpus)

interface Pair {
  readonly report: string
  readonly symbols: readonly string[]
  /** The same report with names by atos. */
  readonly expected: string
  readonly raw: string
}

const g4 = 'macsymbolicator-g4-2022'
const pairs: readonly Pair[] = [
  pair('macsymbolicator-g0-2018/report.crash', ['macsymbolicator-g0-2018/MacSymbolicator.app.dSYM']),
  pair('macsymbolicator-g1-2019/reports/report.crash', ['macsymbolicator-g1-2019/CrashingAndHangingTest.dSYM']),
  pair(`${g4}/reports/ios-crash.crash`, [`${g4}/iOSCrashingTest.app.dSYM`]),
  {
    ...pair(`${g4}/reports/ios-crash.crash`, [`${g4}/iOSCrashingTest.app.dSYM`]),
    report: `${g4}/reports/ios-crash.ips`,
  },
  pair(`${g4}/reports/multi-target-crash.crash`, [
    `${g4}/AnotherTarget.framework.dSYM`,
    `${g4}/CrashingInAnotherTargetTest.dSYM`,
  ]),
  {
    ...pair(`${g4}/reports/multi-target-crash.crash`, [
      `${g4}/AnotherTarget.framework.dSYM`,
      `${g4}/CrashingInAnotherTargetTest.dSYM`,
    ]),
    report: `${g4}/reports/multi-target-crash.ips`,
  },
]

function pair(report: string, symbols: readonly string[]): Pair {
  return { report, raw: report, symbols, expected: report.replace(/\.crash$/, '_symbolicated.crash') }
}

interface ExpectedFrame {
  readonly address: string
  readonly name: string
  /** `main.m:57`; undefined where atos knows no line. */
  readonly place?: string
}

/** Rows that atos changed: its name, file and line, by address. */
function expectedFrames({ raw, expected }: Pair): readonly ExpectedFrame[] {
  const before = readFileSync(resolve(corpus, raw), 'utf8').split('\n')
  const after = readFileSync(resolve(corpus, expected), 'utf8').split('\n')
  return after.flatMap((line, at) => {
    const row = /^\d+\s+\S+\s+(0x[0-9a-f]+) (.+?) \(in [^)]+\)(?: \(([^()]+):(\d+)\))?$/.exec(line)
    if (!row?.[1] || !row[2] || line === before[at]) return []
    const known = row[3] !== undefined && !row[3].startsWith('<') && row[4] !== '0'
    return [
      { address: `0x${BigInt(row[1]).toString(16)}`, name: row[2], ...(known ? { place: `${row[3]}:${row[4]}` } : {}) },
    ]
  })
}

async function expectNames(app: AppPage, expected: readonly ExpectedFrame[]): Promise<number> {
  await expect(app.report).toBeVisible()
  await expect(app.page.getByLabel('Missing symbols')).toBeHidden()
  // Names come one image after the other.
  await expect(async () => {
    const rows = await app.page.evaluate(async () => {
      for (const head of document.querySelectorAll('h3 button[aria-expanded="false"]')) (head as HTMLElement).click()
      await new Promise((done) => setTimeout(done, 200))
      return Array.from(document.querySelectorAll('.frame'), (row) => (row as HTMLElement).innerText)
    })
    for (const { name, place } of expected) {
      const bare = name.replace(/^specialized |^@objc /, '')
      const found = rows.filter((row) => row.includes(bare) && (place === undefined || row.includes(place)))
      expect(found.length, `${name} at ${place ?? 'no line'}`).toBeGreaterThan(0)
    }
  }).toPass()
  return expected.length
}

if (!here) console.log('No corpus lies beside the repository (../shared/corpus): no real pair was tried.')
else {
  for (const one of pairs) {
    for (const order of ['report first', 'symbols first'] as const) {
      test(`${one.report}, ${order}`, async ({ app, page }) => {
        const expected = expectedFrames(one)
        expect(expected.length).toBeGreaterThan(0)
        await app.open()
        const report = resolve(corpus, one.report)
        const symbols = one.symbols.map((path) => resolve(corpus, path))
        if (order === 'report first') {
          await app.drop(report)
          await expect(app.report).toBeVisible()
          await app.drop(...symbols)
        } else {
          await app.drop(...symbols)
          await expect(page.getByText(/^\d+ files? read$/)).toBeVisible()
          await app.drop(report)
        }
        await app.showSystemFrames()
        const frames = await expectNames(app, expected)
        console.log(`${one.report}, ${order}: ${frames} frames as atos names them`)
      })
    }
  }

  test.describe(() => {
    test.use({ serviceWorkers: 'allow' })
    test('after a reload, and without a network, the report alone is enough', async ({ app, page, context }) => {
      const [, one] = pairs
      if (!one) throw new Error('no pair')
      await app.open()
      await app.waitUntilOffline()
      await app.drop(...one.symbols.map((path) => resolve(corpus, path)))
      await app.waitForIndex('CrashingAndHangingTest')
      await context.setOffline(true)
      await page.goto('./')
      await page.reload()
      // A page takes drops once it is drawn.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await app.drop(resolve(corpus, one.report))
      await app.showSystemFrames()
      await expectNames(app, expectedFrames(one))
    })
  })
}
