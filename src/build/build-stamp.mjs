/** Checks if a build is up to date by the contents of files, because clones and checkouts change their dates. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files below these paths (a file, or a folder with all that is in it), with slashes on every system, in one order. */
export function filesBelow(root, paths) {
  return paths
    .flatMap((path) => {
      const stat = statSync(join(root, path), { throwIfNoEntry: false })
      if (stat === undefined) return []
      if (!stat.isDirectory()) return [path]
      return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(join(root, 'x').length - 1))
    })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

/** A hash of the names and contents of files. `more`: what else it shall depend on. */
export function hashFiles(root, names, more = '') {
  const hash = createHash('sha256').update(more)
  for (const name of names) hash.update(`\0${name}\0`).update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

/**
 * A build of `made` (paths that must all exist) from `sources`, recorded in the file `stamp`. The output counts, too:
 * after a manual build or deletion of a part, the build runs again.
 */
export function createStamp({ root, sources, made, stamp }) {
  const file = join(root, stamp)
  const read = () => {
    const results = filesBelow(root, made)
    if (!made.every((path) => results.includes(path))) return undefined
    return hashFiles(root, [...filesBelow(root, sources), ...results], process.version)
  }
  const readSources = () => hashFiles(root, filesBelow(root, sources))
  let before
  return {
    isFresh() {
      const now = read()
      try {
        return now !== undefined && readFileSync(file, 'utf8') === now
      } catch {
        return false // never built
      }
    },
    /** To be called before a build: one that stops half-way must not look whole to the next. */
    begin() {
      before = readSources()
      rmSync(file, { force: true })
    },
    /** To be called after a build that went well. What was changed while it ran may not be in it: then nothing is remembered. */
    end() {
      const now = read()
      if (now === undefined || before !== readSources()) return
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, now)
    },
  }
}
