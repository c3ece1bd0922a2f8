/** The engine's methods for reports: open, name, close. */
import type { Engine } from '../../engine-types.ts'
import { success } from '../../model/problem.ts'
import type { Services } from '../services.ts'
import { NamingRuns } from './naming-run.ts'
import { withNames } from './open-reports.ts'

type ReportMethods = Pick<
  Engine,
  'parse' | 'open' | 'resolve' | 'cancelNames' | 'clearNames' | 'symbolicate' | 'lookup' | 'find'
>

export function reportMethods(services: Services): ReportMethods {
  const { damage, harvest, lookup, open, reading, urgent } = services
  const runs = new NamingRuns(services)
  const openUrgently: Engine['open'] = (file, options = {}, onBeginning) =>
    urgent.run(
      () => open.open(file, options, onBeginning),
      ({ ok }) => ok,
    )
  return {
    parse: (file) => reading.read(file),

    open: openUrgently,

    resolve: runs.resolve,

    async cancelNames(handle) {
      runs.cancel(handle)
    },

    async clearNames(handle) {
      await harvest.learnWaiting()
      for (const uuid of open.listedImages(handle)) await harvest.clear(uuid)
    },

    async symbolicate(file, options, onEvent) {
      const opened = await openUrgently(file)
      if (!opened.ok) return opened
      const { handle, reports } = opened.value
      try {
        const named = await runs.resolve(handle, options, onEvent)
        return named.ok ? success(withNames(reports, named.value), named.problems) : named
      } finally {
        open.close(handle)
      }
    },

    lookup: async ({ key, offsets, similar, columns }) =>
      damage.reportWith(await lookup.calls(key, offsets, { similar, columns })),

    find: async (uuids) => damage.reportWith(success(undefined, await runs.find(uuids))).problems,
  }
}
