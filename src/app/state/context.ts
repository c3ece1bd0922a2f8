/** The few things that views share. Only `*View.svelte` and `App.svelte` read it; other components get props. */
import { getContext, setContext } from 'svelte'
import type { Actions } from './actions.ts'
import type { Folders } from './folders.svelte.ts'
import type { History } from './history.svelte.ts'
import type { Router } from './router.svelte.ts'
import type { Session } from './session.svelte.ts'
import type { Settings } from './settings.svelte.ts'
import type { Toasts } from './toasts.svelte.ts'

export interface AppContext {
  readonly session: Session
  readonly settings: Settings
  readonly router: Router
  readonly toasts: Toasts
  /** Actions behind the keys. */
  readonly actions: Actions
  /** History of opened reports; its code loads at first use. */
  readonly history: () => Promise<History>
  /** Remembered folders; undefined where the browser has none, and until they are known. */
  readonly folders: () => Folders | undefined
}

const KEY = Symbol('app')

export function provideApp(context: AppContext): void {
  setContext(KEY, context)
}

export function useApp(): AppContext {
  return getContext<AppContext>(KEY)
}
