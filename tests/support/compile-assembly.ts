/** AssemblyScript compiled in memory, without optimisation: a few seconds for the whole engine. */
import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Compiles a file of the repository. `replaced`: other texts for files, by their paths in the repository. */
export async function compileAssembly(
  entry: string,
  replaced: ReadonlyMap<string, string> = new Map(),
): Promise<WebAssembly.Module> {
  let bytes: Uint8Array<ArrayBuffer> | undefined
  const { error } = await asc.main(
    [entry, '--runtime', 'stub', '--enable', 'simd', '--optimizeLevel', '0', '--outFile', 'made.wasm'],
    {
      readFile: (name) => {
        const path = normalize(name).replaceAll('\\', '/')
        try {
          return replaced.get(path) ?? readFileSync(join(root, path), 'utf8')
        } catch {
          return null // the compiler looks in several places
        }
      },
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm') && typeof contents !== 'string') bytes = Uint8Array.from(contents)
      },
      listFiles: () => [],
    },
  )
  if (error || !bytes) throw error ?? new Error(`${entry}: no module`)
  return WebAssembly.compile(bytes)
}
