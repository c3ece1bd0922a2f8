/** The WebAssembly is the same bytes wherever it is compiled: what ships can be made again from the sources and compared. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Compiles a copy of the sources in a folder of its own. */
function compileElsewhere(prefix: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of [
    'package.json',
    'wasm/asconfig.json',
    'wasm/build.mjs',
    'wasm/assembly',
    'src/build',
    'src/core/dwarf',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'wasm/build.mjs')], { encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
  return readFileSync(join(folder, 'wasm/build/core.wasm'))
}

test('two folders give the same WebAssembly, and it is the one that ships', () => {
  const [one, other] = [compileElsewhere('wasm-'), compileElsewhere('wasm in another folder-')]
  expect(one.length).toBeGreaterThan(50_000)
  expect(one.equals(other)).toBe(true)
  expect(one.equals(readFileSync(join(root, 'wasm/build/core.wasm')))).toBe(true)
})
