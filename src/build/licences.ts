/**
 * Licences of everything that ships: each package with a module in the bundle of the page or a worker, and packages
 * included in another way. Collected at build time, so that the list cannot fall behind.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const LICENCES_FILE = 'licences.txt'

const NODE_MODULES = '/node_modules/'

/** Two plugins of one list: `collect` goes to workers too, `write` puts the list into the build. */
export function licences(others: readonly string[], single: boolean): { collect: () => Plugin; write: () => Plugin } {
  const folders = new Set(others.map((name) => join('node_modules', name)))
  const collect = (): Plugin => ({
    name: 'collect-licences',
    apply: 'build',
    moduleParsed({ id }) {
      const folder = packageFolder(id)
      if (folder !== undefined) folders.add(folder)
    },
  })
  const write = (): Plugin => ({
    name: 'write-licences',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = formatLicences([...folders])
        if (!single) this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source })
        for (const file of single ? Object.values(bundle) : [])
          if (file.type === 'asset' && file.fileName.endsWith('.html'))
            file.source = `${String(file.source)}<!--\n${source.replace(/--(!?)>/g, '-- $1>')}\n-->\n`
      },
    },
  })
  return { collect, write }
}

/** `node_modules/@zip.js/zip.js` of a module's path; undefined for our own. */
function packageFolder(id: string): string | undefined {
  const at = id.replaceAll('\\', '/').lastIndexOf(NODE_MODULES)
  if (at < 0) return undefined
  const [scope = '', name = ''] = id.slice(at + NODE_MODULES.length).split('/')
  return join('node_modules', scope.startsWith('@') ? `${scope}/${name}` : scope)
}

function formatLicences(folders: readonly string[]): string {
  const entries = [...folders].sort().map((folder: string) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile
    const file = readdirSync(folder).find((entry) => /^(licen[sc]e|copying)(\.|$)/i.test(entry))
    if (license === undefined && file === undefined)
      throw new Error(`${name} ships, and says nothing about its licence.`)
    const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
    return `${name} ${version} (${license ?? 'see below'})\n${text}`
  })
  return `Unslide is under the MIT licence. It contains parts of these packages:\n\n${entries.join(`\n${'-'.repeat(72)}\n`)}`
}

interface PackageFile {
  readonly name: string
  readonly version: string
  readonly license?: string
}
