/**
 * Runs each test once as it is, and then once for each change that it reached and that no test has noticed yet. All happens in one process:
 * the modules are loaded once. `index.mjs` reads what is noted here, line by line, and ends a process that hangs.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { TestRunner, type RunnerTestCase } from 'vitest'

/** Stryker's switches: the change that is on, and how often the running test reached which. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { readonly perTest: Record<string, Record<string, number>> }
}

interface Run {
  readonly drawn: readonly string[]
  readonly notes: string
  /** Milliseconds for all tests of one change. */
  readonly limit: number
}

/** More rounds than this, and a loop does not end. */
const ROUNDS = 100

const switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {})
const { drawn, notes, limit } = JSON.parse(readFileSync(process.env.MUTANTS_RUN ?? '', 'utf8')) as Run
const alive = new Map(drawn.map((id) => [id, 0]))
let last = 0

const note = (what: string, id: string, test?: string): void => {
  appendFileSync(notes, `${JSON.stringify({ what, id, test })}\n`)
}

export default class MutantRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    const reached = await this.#reachedBy(run)
    const open = Object.keys(reached).filter((id) => alive.has(id))
    if (open.length === 0) return
    const name = `${test.file.name} > ${test.name}`
    // A test that cannot run twice says nothing of a change.
    if (!(await passes(run))) return note('once', '', name)
    for (const id of open) {
      if ((alive.get(id) ?? 0) > limit) continue
      const begin = performance.now()
      const noticed = await this.#notices(run, id, reached[id] ?? 0)
      alive.set(id, (alive.get(id) ?? 0) + performance.now() - begin)
      if (!noticed) continue
      // A failure that stays without the change is none of the change: the change broke what the tests share.
      const isSound = await passes(run)
      note(isSound ? 'killed' : 'spoilt', id, name)
      alive.delete(id)
      if (!isSound) return
    }
  }

  async #reachedBy(run: () => unknown): Promise<Readonly<Record<string, number>>> {
    const own = `${++last}`
    switches.currentTestId = own
    try {
      await run()
    } finally {
      switches.currentTestId = undefined
    }
    return switches.mutantCoverage?.perTest[own] ?? {}
  }

  async #notices(run: () => unknown, id: string, hits: number): Promise<boolean> {
    note('tried', id)
    Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: ROUNDS * (hits + ROUNDS) })
    const passed = await passes(run)
    switches.activeMutant = undefined
    if ((switches.hitCount ?? 0) > 0) note('ran', id)
    return !passed
  }
}

async function passes(run: () => unknown): Promise<boolean> {
  try {
    await run()
    return true
  } catch {
    return false
  }
}
