/** Dumps of every form, pasted in the wrapping of a program or a person, with the symbols of the sample: the last named frame is the app's. */
import { forms, wrappings } from '../support/origin-dumps.ts'
import { expect, test } from './app-page.ts'

const ways = ['NSLog', 'JSON in a line of a log', 'quoted and numbered'] as const

for (const [at, [form, [dump, rows]]] of Object.entries(forms).entries()) {
  const way = ways[at % ways.length] ?? 'NSLog'
  test(`${form}, ${way}`, async ({ app }) => {
    // The app's own rows end with that of main, which the sample's sources name; a frame pointer capture leaves off nothing.
    const named = rows.filter(({ name }) => name === 'Trailmap')
    expect(named.length).toBeGreaterThan(5)
    await app.open()
    await app.paste(wrappings[way]?.(dump) ?? '')
    await app.pick('public/sample/Trailmap.dSYM.zip')
    await expect(
      app.report.getByText('TMRouteAltitude').or(app.report.getByText('trail::ElevationChart')).first(),
    ).toBeVisible()
    await expect(app.report.getByText('main', { exact: true }).last()).toBeVisible()
  })
}
