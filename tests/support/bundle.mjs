/** Lets a plain script run a module of the core: bundled as a worker would have it, then imported. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The address of a TypeScript module of this project, bundled; `path` from the project's root. */
export async function bundled(path) {
  const folder = mkdtempSync(join(tmpdir(), 'unslide-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: path,
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: 'module.mjs' } },
    },
  })
  return pathToFileURL(join(folder, 'module.mjs'))
}

/** The exports of such a module. */
export async function importBundled(path) {
  return import((await bundled(path)).href)
}
