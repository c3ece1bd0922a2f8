/** Keeps the page for use without a network, and reports a newer version. */
import { registerSW } from 'virtual:pwa-register'

/** `onReady`: everything is kept. `onUpdate`: a newer version waits; `apply` loads it. */
export function install(onReady: () => void, onUpdate: (apply: () => void) => void): void {
  const apply = registerSW({
    onOfflineReady: onReady,
    onNeedRefresh: () => onUpdate(() => void apply(true)),
  })
}
