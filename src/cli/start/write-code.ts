/** Part of the build: runs the program on the sample, so that V8's code of what it calls can be kept beside it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { walk } from '../../core/containers/walk.ts'
import { openFileBlob } from '../../stores/file-blob.ts'

/**
 * Runs `program` once with each list of arguments; each run adds compiled functions to the code. In the arguments, `{report}` is the
 * sample's report, `{dsym}` the folder of its dSYM, `{binary}` the file in it. A failed run leaves no code, so commands only start slower.
 */
export async function writeCode(program: string, sample: string, runs: readonly (readonly string[])[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'unslide-'))
  try {
    const files = await unpack(join(sample, 'Trailmap.dSYM.zip'), folder)
    const binary = files.find((file) => basename(dirname(file)) === 'DWARF') ?? ''
    const places: Record<string, string> = {
      '{dsym}': folder,
      '{binary}': binary,
      '{report}': join(sample, 'Trailmap.ips'),
    }
    for (const run of runs) {
      const args = run.map((arg) => places[arg] ?? arg)
      spawnSync(process.execPath, [program, ...args], {
        env: { ...process.env, UNSLIDE_WRITE_CODE: '1' },
        stdio: 'ignore',
      })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes the files of an archive into a folder; gives their paths. */
async function unpack(archive: string, folder: string): Promise<readonly string[]> {
  const files: string[] = []
  for await (const item of walk([{ path: archive, blob: await openFileBlob(archive) }])) {
    if (item.kind !== 'leaf') continue
    const file = join(folder, item.file.path.slice(archive.length + 1))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, new Uint8Array(await item.file.blob.arrayBuffer()))
    files.push(file)
  }
  return files
}
