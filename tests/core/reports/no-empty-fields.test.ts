/** A report has no field without a value, whatever its format: an exported page would refuse one, and copies would carry it on. */
import { expect, test } from 'vitest'
import { emptyFieldsIn } from '../../support/empty-fields.ts'
import { listFixtures, openFixture } from './fixture.ts'

test.each(listFixtures())('%s', async (path) => {
  for (const report of await openFixture(path)) expect(emptyFieldsIn(report)).toEqual([])
})
