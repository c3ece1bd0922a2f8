/** `publish` that is killed leaves a folder that is whole. `npm run build:cli` must have run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { program, testFolder, unslide } from '../support/cli.ts'
import { largeDsym } from '../support/large-dsym.ts'
import { look } from '../support/published-state.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const dsym = samplePath('Trailmap.dSYM.zip')
const large = join(folder, 'Large')
const map = join(folder, 'main.jsbundle.map')

beforeAll(async () => {
  writeFileSync(large, await largeDsym('5D7FA1C0-3E5B-4B8A-9C1D-0A2B3C4D5E6F', 1 << 20))
  const debugId = 'abcdef01-2345-4789-8abc-def012345678'
  writeFileSync(map, JSON.stringify({ version: 3, sources: ['a.js'], names: [], mappings: 'AAAA', debugId }))
})

/** Publishes, and kills the program once the folder has been looked at so often after it began to write. */
async function publishKilled(root: string, looks: number): Promise<boolean> {
  const child = spawn(process.execPath, [program, 'publish', dsym, large, map, '--to', root], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const begun = (): boolean => existsSync(join(root, 'symbols')) && readdirSync(join(root, 'symbols')).length > 0
  for (let left = looks; left > 0 && child.exitCode === null;) {
    if (begun()) left--
    await new Promise((resolve) => setImmediate(resolve))
  }
  const isRunning = child.exitCode === null
  child.kill('SIGKILL')
  await ended
  return isRunning
}

test('a program that is killed leaves nothing broken, wherever it was, and the next one ends the work', async () => {
  let cut = 0
  for (const looks of [1, 20, 100, 400, 1500]) {
    const root = join(folder, `killed-${looks}`)
    if (await publishKilled(root, looks)) cut++
    expect(look(['--verify', root]).status, `after ${looks} looks`).toBe(0)
    // A lock of the killed program is not waited for that long.
    for (const id of readdirSync(join(root, 'symbols'))) {
      const lock = join(root, 'symbols', id, '.lock')
      if (existsSync(lock)) utimesSync(lock, 1, 1)
    }
    expect(unslide(['publish', dsym, large, map, '--to', root]).status).toBe(0)
    const { status, counts } = look(['--verify', root])
    expect([status, counts?.files === undefined || counts.files - counts.leftOver]).toEqual([0, 6])
  }
  expect(cut).toBeGreaterThan(0)
})

test('of two programs in one folder one is killed: the other publishes all of it', async () => {
  const root = join(folder, 'race')
  const child = spawn(process.execPath, [program, 'publish', dsym, large, map, '--to', root], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const [isCut] = await Promise.all([publishKilled(root, 200), ended])
  expect(child.exitCode).toBe(0)
  const { status, counts } = look(['--verify', root])
  expect([status, (counts?.files ?? 0) - (counts?.leftOver ?? 0)], `killed: ${isCut}`).toEqual([0, 6])
})
