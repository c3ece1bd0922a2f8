/**
 * Runs each test once as it is, and then once for each change that it reached and that no test has noticed yet. All happens in one process:
 * the modules are loaded once. A change in code that runs only while modules are loaded needs a process of its own: it is on from the start.
 * `index.mjs` reads what is noted here, line by line, and ends a process that hangs.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { TestRunner, type RunnerTestCase } from 'vitest'

/** Stryker's switches: the change that is on, and how often the running test reached which. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: {
    /** While modules were loaded. */
    readonly static: Record<string, number>
    readonly perTest: Record<string, Record<string, number>>
  }
}

interface Run {
  readonly drawn: readonly string[]
  readonly notes: string
  /** Each test runs once, to learn how long it takes and which changes it reaches. */
  readonly learns?: boolean
  /** By test, the changes that it runs for, and how often it reaches each without them. */
  readonly plan?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Milliseconds of the processor for all tests of this process. */
  readonly limit?: number
  /** The only change of this process, on while the modules are loaded. Empty: none, to learn which tests fail anyway. */
  readonly loaded?: string
}

/** More rounds than this, and a loop does not end. */
const ROUNDS = 100
/** Milliseconds that a test may take longer with a change than thirty times as long as without: it then waits for what never comes. */
const PATIENCE = 10_000
/** Tests put clocks of their own in the place of these. */
const [startTimer, stopTimer, now] = [setTimeout, clearTimeout, performance.now.bind(performance)]

const switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {})
const {
  drawn,
  notes,
  learns = false,
  plan = {},
  limit = Infinity,
  loaded,
} = JSON.parse(readFileSync(process.env.MUTANTS_RUN ?? '', 'utf8')) as Run
const alive = new Set(drawn)
const loading = new Set(drawn)
let last = 0
let spent = 0

/** Milliseconds that this process has worked: a machine that does other work beside takes none of a change's time. */
function worked(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const note = (what: string, id: string, test?: string, more?: object): void => {
  appendFileSync(notes, `${JSON.stringify({ what, id, test, ...more })}\n`)
}

if (loaded !== undefined) {
  switches.activeMutant = loaded
  note('tried', loaded)
}

export default class MutantRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    if (loaded !== undefined) return this.#runChanged(run, loaded, nameOf(test))
    if (learns) return this.#learn(run, test)
    const name = nameOf(test)
    const planned = plan[name] ?? {}
    const open = Object.keys(planned).filter((id) => alive.has(id))
    if (open.length === 0) return
    const started = now()
    // A test that cannot run twice says nothing of a change.
    if (!(await passes(run)) || !(await passes(run))) return note('once', '', name)
    const patience = PATIENCE + 30 * (now() - started)
    for (const id of open) {
      if (!(await this.#notices(run, id, planned[id] ?? 0, patience))) continue
      // A failure that stays without the change is none of the change: the change broke what the tests share.
      const isSound = await passes(run)
      note(isSound ? 'killed' : 'spoilt', id, name)
      alive.delete(id)
      if (!isSound) return
    }
  }

  async #learn(run: () => unknown, test: RunnerTestCase): Promise<void> {
    if (spent > limit) return
    const begin = worked()
    const reached = await this.#reachedBy(run)
    const known = Object.fromEntries(Object.entries(reached).filter(([id]) => alive.has(id)))
    const ms = worked() - begin
    spent += ms
    note('took', '', nameOf(test), { file: test.file.name, ms, reached: known })
    for (const id of loading) {
      if (switches.mutantCoverage?.static[id] === undefined) continue
      note('loading', id)
      loading.delete(id)
    }
  }

  async #runChanged(run: () => unknown, id: string, name: string): Promise<void> {
    const begin = worked()
    if (spent > limit) return
    note('tried', id)
    const passed = await passes(run)
    spent += worked() - begin
    note(passed ? 'ran' : 'failed', id, name)
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

  async #notices(run: () => unknown, id: string, hits: number, patience: number): Promise<boolean> {
    note('tried', id)
    Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: ROUNDS * (hits + ROUNDS) })
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<false>((resolve) => (timer = startTimer(() => resolve(false), patience)))
    const passed = await Promise.race([passes(run), tooLong])
    stopTimer(timer)
    switches.activeMutant = undefined
    // Not reached: what an earlier run kept was taken instead.
    note((switches.hitCount ?? 0) > 0 ? 'ran' : 'kept', id)
    return !passed
  }
}

const nameOf = (test: RunnerTestCase): string => `${test.file.name} > ${test.name}`

async function passes(run: () => unknown): Promise<boolean> {
  try {
    await run()
    return true
  } catch {
    return false
  }
}
