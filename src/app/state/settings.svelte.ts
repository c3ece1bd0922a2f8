/** The user's settings, kept in this browser. */
import type { NameStyle } from '../../core/reading/lines.ts'

export type Editor = 'none' | 'xcode' | 'vscode' | 'jetbrains' | 'template'
export type Theme = 'system' | 'light' | 'dark'

export type HistoryKept = 'none' | 'facts' | 'originals'

interface Stored {
  nameStyle: NameStyle
  editor: Editor
  /** With `{path}`, `{file}`, `{line}` and `{column}` in it. */
  template: string
  /** Start of recorded paths that `sourceRoot` takes the place of. */
  recordedRoot: string
  sourceRoot: string
  theme: Theme
  /** True if open reports stay in the browser until they are closed. */
  reports: 'kept' | 'not-kept'
  /** Kept after a report was opened: nothing, facts, or facts and files. */
  history: HistoryKept
  /** Permission to request symbols from the site that served the page. */
  site: 'asked' | 'not-asked'
  /** A language's tag; `system`: the browser's choice among those that exist. */
  language: string
}

const STORAGE = 'unslide-settings'
const defaults: Stored = {
  nameStyle: 'simplified',
  editor: 'none',
  template: 'https://github.com/you/app/blob/main/{path}#L{line}',
  recordedRoot: '',
  sourceRoot: '',
  theme: 'system',
  reports: 'kept',
  history: 'facts',
  site: 'not-asked',
  language: 'system',
}

/** Settings that are one of some words. */
const choices: Readonly<Record<'nameStyle' | 'editor' | 'theme' | 'reports' | 'history' | 'site', readonly unknown[]>> =
  {
    nameStyle: ['simplified', 'full', 'mangled'],
    editor: ['none', 'xcode', 'vscode', 'jetbrains', 'template'],
    theme: ['system', 'light', 'dark'],
    reports: ['kept', 'not-kept'],
    history: ['facts', 'originals', 'none'],
    site: ['asked', 'not-asked'],
  }

/** Schemes of what is content or a script, not a place. */
const CONTENT: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'filesystem:', 'about:'])

/** The settings as they are kept. */
export function load(): Stored {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE) ?? '{}')
    const isRight = ([key, value]: [string, unknown]): boolean =>
      key in choices
        ? choices[key as keyof typeof choices].includes(value)
        : key in defaults && typeof value === 'string'
    return { ...defaults, ...(Object.fromEntries(Object.entries(kept ?? {}).filter(isRight)) as Partial<Stored>) }
  } catch {
    return defaults // no storage, or another program's text in it
  }
}

export class Settings {
  values = $state<Stored>(load())

  /** Shows what is chosen, from here on also what is chosen in another tab. */
  follow(): void {
    this.applyTheme()
    window.addEventListener('storage', ({ key }) => {
      if (key !== null && key !== STORAGE) return
      this.values = load()
      this.applyTheme()
    })
  }

  save(): void {
    try {
      localStorage.setItem(STORAGE, JSON.stringify(this.values))
    } catch {
      // Some private windows have no storage: the choice lasts as long as the page.
    }
    this.applyTheme()
  }

  applyTheme(): void {
    const { theme } = this.values
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }

  nextNameStyle(): NameStyle {
    const order: readonly NameStyle[] = ['simplified', 'full', 'mangled']
    this.values.nameStyle = order[(order.indexOf(this.values.nameStyle) + 1) % order.length] ?? 'simplified'
    this.save()
    return this.values.nameStyle
  }

  /**
   * Address that opens a source line in the chosen editor; undefined where none is chosen. A report names the file: it chooses neither
   * another place of a site, by `..`, nor more parts of the address.
   */
  editorLink(file: string, line?: number, column?: number): string | undefined {
    const { editor, template, recordedRoot, sourceRoot } = this.values
    const path =
      recordedRoot !== '' && file.startsWith(recordedRoot) ? sourceRoot + file.slice(recordedRoot.length) : file
    const at = line ?? 1
    const parts = path.replace(/^\/+/, '').split('/')
    const address = parts.map(encodeURIComponent).join('/')
    switch (editor) {
      case 'none':
        return undefined
      case 'xcode':
        return `xcode://open?file=${encodeURIComponent(path)}&line=${at}`
      case 'vscode':
        return `vscode://file/${address}:${at}:${column ?? 1}`
      case 'jetbrains':
        return `idea://open?file=${encodeURIComponent(path)}&line=${at}&column=${column ?? 1}`
      case 'template':
        // A site has the paths of a repository, and none of a build machine.
        if (/^https?:/i.test(template) && !(recordedRoot !== '' && file.startsWith(recordedRoot))) return undefined
        if (parts.includes('..')) return undefined
        return placeOnly(
          template.replace(/\{(path|file|line|column)\}/g, (_, name: string) =>
            name === 'path'
              ? address
              : name === 'file'
                ? encodeURIComponent(parts.at(-1) ?? '')
                : String(name === 'line' ? at : (column ?? 1)),
          ),
        )
    }
  }
}

/** Undefined for an address whose scheme the browser would run or show as a document of its own. */
function placeOnly(address: string): string | undefined {
  const scheme = URL.canParse(address) ? new URL(address).protocol : ''
  return CONTENT.has(scheme) ? undefined : address
}
