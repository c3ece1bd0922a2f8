/** All keys of the page, once: what the handlers act on is what the list of keys shows. */

interface Binding {
  /** As `KeyboardEvent.key` has them; `Mod+` is Ctrl, on a Mac also Cmd; `g l` is one after the other. The first are shown. */
  readonly keys: readonly string[]
  /** How many of `keys` are shown; all where absent. */
  readonly shown?: number
}

/** In the order of the list. */
export const bindings = {
  palette: { keys: ['Mod+k'] },
  find: { keys: ['Mod+f', '/'] },
  nextHit: { keys: ['F3', 'Mod+g'], shown: 1 },
  previousHit: { keys: ['Shift+F3', 'Mod+Shift+g'], shown: 1 },
  nextFrame: { keys: ['j', 'ArrowDown'] },
  previousFrame: { keys: ['k', 'ArrowUp'] },
  firstFrame: { keys: ['Home'] },
  lastFrame: { keys: ['End'] },
  pageDown: { keys: ['PageDown'] },
  pageUp: { keys: ['PageUp'] },
  nextThread: { keys: ['J'] },
  previousThread: { keys: ['K'] },
  details: { keys: ['Enter'] },
  fault: { keys: ['f'] },
  tab: { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] },
  system: { keys: ['s'] },
  names: { keys: ['m'] },
  original: { keys: ['o'] },
  copyFrame: { keys: ['c'] },
  copyReport: { keys: ['C'] },
  share: { keys: ['S'] },
  goReports: { keys: ['g r'] },
  goLibrary: { keys: ['g l'] },
  goTools: { keys: ['g t'] },
  close: { keys: ['Escape'] },
  help: { keys: ['?'] },
} as const satisfies Readonly<Record<string, Binding>>

export type Action = keyof typeof bindings

/** Runs an action; `key` is the one that was pressed. False: it had nothing to do, and the browser may act. */
export type Handlers = Partial<Readonly<Record<Action, (key: string) => unknown>>>

const actions = new Map(
  (Object.keys(bindings) as Action[]).flatMap((action) =>
    bindings[action].keys.map((key): [string, Action] => [key, action]),
  ),
)

/** A pressed key as the table spells it. The case of a letter shows Shift; signs are themselves. */
function pressed({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const isNamed = key.length > 1
  const hasMod = ctrlKey || metaKey
  const shift = shiftKey && (isNamed || hasMod) ? 'Shift+' : ''
  return `${hasMod ? 'Mod+' : ''}${shift}${hasMod && !isNamed ? key.toLowerCase() : key}`
}

/** Milliseconds within which the second of two keys follows. */
const SEQUENCE_MS = 1500

/** Finds the action of each pressed key, also of two keys one after the other. */
export class KeyReader {
  #first: { readonly key: string; readonly at: number } | undefined

  /** The action of this key and what was pressed; undefined where it has none. */
  read(event: KeyboardEvent): { readonly action: Action; readonly key: string } | undefined {
    if (event.altKey || event.isComposing) return undefined
    const key = pressed(event)
    const before = this.#first
    this.#first = { key, at: event.timeStamp }
    if (before && event.timeStamp - before.at < SEQUENCE_MS) {
      const sequence = actions.get(`${before.key} ${key}`)
      if (sequence) return { action: sequence, key }
    }
    const action = actions.get(key)
    return action && { action, key }
  }
}

/** True where keys and pasted text belong to a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** Keys of an action as people read them, one after the other or with `+`. */
export function shownKeys(action: Action, isMac: boolean): readonly (readonly string[])[] {
  const { keys, shown = keys.length }: Binding = bindings[action]
  const list = action === 'tab' ? ['1', '…', '9'] : keys.slice(0, shown)
  return list.map((key) =>
    key.split(/ |\+(?=.)/).map((part) => (part === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : (signs[part] ?? part))),
  )
}

const signs: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
  Escape: 'Esc',
}
