/**
 * Lets every file of a worker import directly all files that it needs, including indirect imports. A page gets this
 * list by `modulepreload`. A worker finds the files of each level only after the level above, and each level costs a
 * round trip.
 */
import { posix } from 'node:path'
import type { Plugin } from 'vite'

/** Appended last, the imports change nothing: their modules were evaluated by then. */
export function hoistImports(): Plugin {
  return {
    name: 'hoist-imports',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = new Map(
          Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
        )
        for (const chunk of chunks.values()) {
          const folder = posix.dirname(chunk.fileName)
          for (const name of deepImports(chunk.fileName, chunks)) chunk.code += `import"${relative(folder, name)}";`
        }
      },
    },
  }
}

/** Files that a file needs and does not import itself. */
export function deepImports(
  name: string,
  chunks: ReadonlyMap<string, { readonly imports: readonly string[] }>,
): readonly string[] {
  const direct = chunks.get(name)?.imports ?? []
  const found = new Set([name, ...direct])
  for (const one of found) for (const next of chunks.get(one)?.imports ?? []) found.add(next)
  return [...found].filter((one) => one !== name && !direct.includes(one))
}

function relative(folder: string, name: string): string {
  const path = posix.relative(folder, name)
  return path.startsWith('.') ? path : `./${path}`
}
