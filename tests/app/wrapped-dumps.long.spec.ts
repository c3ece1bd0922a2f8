/** Dumps of every form, pasted in the wrappings of programs and people, with the symbols of the sample: the last named frame is the app's. */
import { forms, snapshot, wrappings } from '../support/origin-dumps.ts'
import { expect, test, type AppPage } from './app-page.ts'

const ways = ['NSLog', 'JSON in a line of a log', 'quoted and numbered'] as const

/** The app's own rows end with that of main, which the sample's sources name. */
async function expectNames(app: AppPage): Promise<void> {
  await app.pick('public/sample/Trailmap.dSYM.zip')
  await expect(
    app.report.getByText('TMRouteAltitude').or(app.report.getByText('trail::ElevationChart')).first(),
  ).toBeVisible()
  await expect(app.report.getByText('main', { exact: true }).last()).toBeVisible()
}

for (const [form, [dump, rows]] of Object.entries(forms))
  for (const way of ways)
    test(`${form}, ${way}`, async ({ app }) => {
      expect(rows.filter(({ name }) => name === 'Trailmap').length).toBeGreaterThan(5)
      await app.open()
      await app.paste(wrappings[way]?.(dump) ?? '')
      await expectNames(app)
    })

const ofSnapshot = {
  'as a file': (app: AppPage) => app.pick({ name: 'stacks.bin', content: Buffer.from(snapshot.bytes) }),
  'pasted as base64': (app: AppPage) => app.paste(snapshot.base64),
  'in a mail': (app: AppPage) => app.pick({ name: 'crash.eml', content: snapshot.mail }),
}
for (const [way, give] of Object.entries(ofSnapshot))
  test(`stack_snapshot, ${way}`, async ({ app }) => {
    await app.open()
    await give(app)
    await expectNames(app)
  })
