/** Apps that are not native: a script's source map and Dart's debug file, dropped before the report or after it. */
import { buildElf, dartDebug } from '../support/elf-builder.ts'
import { expect, test } from './app-page.ts'

const stack = {
  name: 'error.txt',
  content: 'TypeError: x\n    at a (address at main.jsbundle:1:50)\n    at b (address at main.jsbundle:1:50)\n',
}
const map = {
  name: 'main.jsbundle.map',
  content: JSON.stringify({ version: 3, sources: ['src/Cart.tsx'], names: [], mappings: 'kDAWM' }),
}

test('a source map given after the report gives its frames their places', async ({ app, page }) => {
  await app.open()
  await app.pick(stack)
  await expect(app.frame(0)).toContainText('main.jsbundle:1')
  await expect(app.frame(0)).not.toContainText('Cart.tsx')
  await app.pick(map)
  await expect(app.frame(0)).toContainText('Cart.tsx:12')
  await expect(page.getByText('source map').first()).toBeVisible()
})

test('a source map that quotes its sources shows the lines, and says where they are from', async ({ app, page }) => {
  const sources = {
    sourcesContent: [Array.from({ length: 14 }, (_, at) => `const line${at + 1} = total()`).join('\n')],
  }
  await app.open()
  await app.pick(stack, { ...map, content: JSON.stringify({ ...(JSON.parse(map.content) as object), ...sources }) })
  await app.frame(0).click()
  const around = page.getByRole('region', { name: /Lines around/ })
  await expect(around.getByText('const line12 = total()')).toBeVisible()
  await expect(page.getByText(/a source map quotes it/)).toBeVisible()
})

test('a source map and its report given together', async ({ app }) => {
  await app.open()
  await app.pick(map, stack)
  await expect(app.frame(0)).toContainText('Cart.tsx:12')
})

const SNAPSHOT = '_kDartIsolateSnapshotInstructions'
const trace = {
  name: 'trace.txt',
  content: `*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
pid: 1, tid: 2, name io.flutter.1.ui
os: ios arch: arm64 comp: no sim: no
isolate_dso_base: 104000000, vm_dso_base: 104000000
    #00 abs 0000000104007150 virt 0000000000007150 ${SNAPSHOT}+0x150
    #01 abs 0000000104007170 virt 0000000000007170 ${SNAPSHOT}+0x170
`,
}
const symbols = {
  name: 'app.ios-arm64.symbols',
  content: Buffer.from(
    buildElf({
      exports: [{ name: SNAPSHOT, address: 0x4000, type: 1 }],
      symbols: [{ name: SNAPSHOT, address: 0x4000, type: 1 }],
      debug: dartDebug(0x4100),
    }),
  ),
}

test('Dart’s debug file names a trace, and says that nothing proves its build', async ({ app, page }) => {
  await app.open()
  await app.pick(trace)
  await expect(app.frame(0)).toContainText('App')
  await app.pick(symbols)
  await expect(app.frame(0)).toContainText('Till.rate')
  await expect(app.frame(0)).toContainText('till.dart:3')
  await expect(page.locator('.frame').first()).toContainText(/doubtful/i)
})
