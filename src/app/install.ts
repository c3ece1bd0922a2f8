/** Keeps the page for use without a network, and reports a newer version. */
import { registerSW } from 'virtual:pwa-register'

/** `onReady`: everything is kept. `onUpdate`: a newer version waits; `apply` loads it. */
export function install(onReady: () => void, onUpdate: (apply: () => void) => void): void {
  approveOwnScripts()
  const apply = registerSW({
    onOfflineReady: onReady,
    onNeedRefresh: () => onUpdate(() => void load(apply)),
  })
}

/**
 * Lets the waiting version take over, and loads it. The library reloads a page only if it was opened from a kept copy; a page of the first
 * visit was not.
 */
async function load(apply: (reload: boolean) => Promise<void>): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting
  // Another tab let it take over.
  if (!waiting) return location.reload()
  waiting.addEventListener('statechange', () => waiting.state === 'activated' && location.reload())
  await apply(true)
}

interface ScriptAddresses {
  createPolicy(name: 'default', rules: { createScriptURL(text: string): string | null }): unknown
}

/** The page's policy asks here about each script's address that is a plain text: that of the service worker. */
function approveOwnScripts(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptAddresses }
  trustedTypes?.createPolicy('default', {
    createScriptURL: (text) => (new URL(text, location.href).origin === location.origin ? text : null),
  })
}
