/** Types of the library: the declarations of each entry with all that they name, and nothing else of the program. */
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import type { Plugin } from 'vite'

/** `entries`: name of the entry to its file. Writes `NAME.d.ts` and what several share into `folder`, at the end of a build. */
export function declarations(entries: Readonly<Record<string, string>>, folder: string): Plugin {
  return {
    name: 'write-declarations',
    apply: 'build',
    async closeBundle() {
      const bundle = await rollup({
        input: { ...entries },
        external: /^node:/,
        plugins: [dts({ tsconfig: 'tsconfig.json' })],
      })
      await bundle.write({ dir: folder, chunkFileNames: 'chunks/[name].d.ts' })
      await bundle.close()
    },
  }
}
