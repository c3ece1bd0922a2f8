/** Lines of the palette that do something: what has a key now, what has none, and settings. */
import { bindings, shownKeys, type Action } from '../../keys.ts'
import { words as keyWords } from '../../messages/keys.ts'
import { words as page } from '../../messages/page.ts'
import { words } from '../../messages/palette.ts'
import type { Actions } from '../../state/actions.ts'
import type { Settings } from '../../state/settings.svelte.ts'
import type { Item } from './search.ts'

/** Something to do that has no key. */
export interface Command {
  readonly label: string
  readonly run: () => unknown
}

/** Keys that mean nothing here: the palette itself, closing it, and the digits, which its parts list. */
const left: ReadonlySet<Action> = new Set(['palette', 'close', 'tab'])

export function* commandItems(actions: Actions, commands: readonly Command[], isMac: boolean): Generator<Item> {
  for (const { label, run } of commands) yield { group: 'commands', label, detail: '', to: run }
  for (const action of Object.keys(bindings) as Action[]) {
    if (left.has(action) || !actions.can(action)) continue
    const label = keyWords.does[action]
    yield {
      group: 'commands',
      label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`,
      detail: '',
      keys: shownKeys(action, isMac),
      to: () => actions.run(action, bindings[action].keys[0]),
    }
  }
}

/** Settings that change how things look, which can be tried at once. Their dialog has the settings that keep or delete data. */
export function* settingItems(settings: Settings): Generator<Item> {
  const { values } = settings
  const choose =
    <Key extends keyof typeof values>(key: Key, value: (typeof values)[Key]) =>
    (): void => {
      settings.values[key] = value
      settings.save()
    }
  const choices = [
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      label: words.setting(
        page.colours,
        { system: page.coloursSystem, light: page.coloursLight, dark: page.coloursDark }[theme],
      ),
      isChosen: values.theme === theme,
      to: choose('theme', theme),
    })),
    ...(['simplified', 'full', 'mangled'] as const).map((style) => ({
      label: words.setting(
        page.namesLabel,
        { simplified: page.namesSimplified, full: page.namesFull, mangled: page.namesMangled }[style],
      ),
      isChosen: values.nameStyle === style,
      to: choose('nameStyle', style),
    })),
    ...(['none', 'xcode', 'vscode', 'template'] as const).map((editor) => ({
      label: words.setting(
        page.editor,
        { none: page.editorNone, xcode: page.editorXcode, vscode: page.editorCode, template: page.editorTemplate }[
          editor
        ],
      ),
      isChosen: values.editor === editor,
      to: choose('editor', editor),
    })),
  ]
  for (const { label, isChosen, to } of choices)
    yield { group: 'settings', label, detail: isChosen ? words.chosen : '', to }
}
