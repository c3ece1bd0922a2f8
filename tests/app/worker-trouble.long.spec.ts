/** Workers that cannot start, or die: the page says so, repeats the lost work and loses nothing. */
import { largeDsym } from '../support/large-dsym.ts'
import { expect, test, AppPage, type TestFile } from './app-page.ts'
import { killEngine, spoilEngine, spoilIndexers } from './faults.ts'

const report = 'public/sample/Trailmap.ips'
const symbols = 'public/sample/Trailmap.dSYM.zip'

/** Large enough for workers inside the worker. */
const large = async (): Promise<TestFile> => ({
  name: 'Shelf',
  content: await largeDsym('11111111222233334444555555555555', 13 << 20),
})

/** In the engine's worker: it ends without a word when it would keep an index. */
function dieWhenIndexed(): void {
  IDBObjectStore.prototype.put = new Proxy<IDBObjectStore['put']>(Reflect.get(IDBObjectStore.prototype, 'put'), {
    apply(put, store: IDBObjectStore, values: Parameters<IDBObjectStore['put']>) {
      if (store.name === 'entries') self.close()
      return put.apply(store, values)
    },
  })
}

test('a worker that cannot be loaded', async ({ app, page, context }) => {
  await context.route('**/engine.worker*', (route) => route.abort())
  await app.open()
  await app.pick(report, symbols)
  await expect(page.getByRole('alert').first()).toContainText('could not be loaded')
  await context.unroute('**/engine.worker*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('WebAssembly that cannot be loaded', async ({ app, page, context }) => {
  await context.route('**/*.wasm', (route) => route.abort())
  await app.open()
  await app.pick(report)
  await expect(page.getByRole('alert').first()).toContainText('could not be loaded')
  await context.unroute('**/*.wasm')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(app.report).toBeVisible()
})

test('a browser without WebAssembly', async ({ app, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'))
  await app.open()
  await app.pick(report)
  await expect(page.getByRole('alert').first()).toContainText('Lockdown Mode')
})

test('a browser without module workers', async ({ app, page }) => {
  await page.addInitScript(() => {
    const real = Worker
    globalThis.Worker = class extends real {
      constructor(url: string | URL, options?: WorkerOptions) {
        if (options?.type === 'module') throw new TypeError('module workers are not supported')
        super(url, options)
      }
    }
  })
  await app.open()
  await app.pick(report)
  await expect(page.getByRole('alert').first()).toContainText('does not let the page start the worker')
})

test('the engine dies at work, once: it is taken up again and nobody is asked', async ({ app, page, context }) => {
  await spoilEngine(context, dieWhenIndexed, 1)
  await app.open()
  await app.pick(report, symbols)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await app.waitForIndex('Trailmap')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goto('./#/tools/atos')
  await page.goto('./#/')
  await expect(page.getByText('1 report')).toBeVisible()
})

test('the engine dies each time it indexes: the page says what it did, keeps the names, and offers to try again', async ({
  app,
  page,
  context,
}) => {
  await spoilEngine(context, dieWhenIndexed, 2)
  await app.open()
  await app.pick(report, symbols)
  const notice = page.getByRole('alert').filter({ hasText: 'ended unexpectedly' })
  await expect(notice).toContainText('indexing Trailmap')
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await app.waitForIndex('Trailmap')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the engine dies while nothing runs: the next report is named from what was given before', async ({
  app,
  page,
}) => {
  await app.open()
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
  await page.getByRole('button', { name: 'Delete Trailmap' }).first().click()
  await page.getByRole('button', { name: 'Delete the index' }).click()
  await expect(page.getByText('The library is empty')).toBeVisible()
  await killEngine(page)
  await page.goto('./#/')
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
})

test('workers inside the worker cannot be loaded: the engine indexes by itself', async ({ app, page, context }) => {
  await context.route('**/indexer.worker*', (route) => route.abort())
  await app.open()
  await app.pick(await large())
  await app.waitForIndex('Shelf')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a browser without workers inside workers', async ({ app, page, context }) => {
  await spoilEngine(context, () => Reflect.deleteProperty(globalThis, 'Worker'))
  await app.open()
  await app.pick(await large())
  await app.waitForIndex('Shelf')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

const dieAloud = (): void => {
  addEventListener('message', ({ data }: MessageEvent<{ readonly path?: readonly string[] }>) => {
    if (data.path?.at(-1) === 'run') throw new Error('out of memory')
  })
}

const dieInSilence = (): void => {
  addEventListener('message', (event: MessageEvent<{ readonly path?: readonly string[] }>) => {
    if (event.data.path?.at(-1) !== 'run') return
    event.stopImmediatePropagation()
    self.close()
  })
}

for (const { how, fault, told } of [
  { how: 'with an error', fault: dieAloud, told: 'out of memory' },
  { how: 'without a word', fault: dieInSilence, told: 'ended unexpectedly' },
])
  test(`an indexing worker dies ${how}: the page says so and offers to try again`, async ({ app, page, context }) => {
    const mend = await spoilIndexers(context, fault)
    await app.open()
    await app.pick(await large())
    const notice = page.getByRole('alert').filter({ hasText: 'Shelf' })
    await expect(notice).toContainText(told)
    mend()
    // Spare workers that were started before may die, too.
    await expect(async () => {
      const again = notice.getByRole('button', { name: 'Try again' })
      if (await again.isVisible()) await again.click()
      await app.waitForIndex('Shelf', 8_000)
    }).toPass()
  })

test('a tab closed while it indexes: no half index is left, and the next visit says what was not finished', async ({
  context,
}) => {
  // Indexers that are deaf to their work keep it going for as long as the test likes.
  await spoilIndexers(context, () => {
    addEventListener('message', (event: MessageEvent<{ readonly path?: readonly string[] }>) => {
      if (event.data.path?.at(-1) === 'run') event.stopImmediatePropagation()
    })
  })
  const first = new AppPage(await context.newPage())
  await first.open()
  await first.pick(await large())
  await expect(first.page.getByLabel('Work in progress')).toContainText('Indexing Shelf')
  await first.page.close()
  await context.unroute('**/indexer.worker*')
  const second = new AppPage(await context.newPage())
  await second.open()
  await expect(second.page.getByRole('status').filter({ hasText: 'while it indexed Shelf' })).toBeVisible()
  await second.page.goto('./#/library')
  await expect(second.page.getByText('The library is empty')).toBeVisible()
  await second.page.goto('./#/')
  await second.pick(await large())
  await second.waitForIndex('Shelf')
})
