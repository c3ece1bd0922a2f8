/** Keeps the page for use without a network, and reports a newer version. */
import { registerSW } from 'virtual:pwa-register'

/** `onReady`: everything is kept. `onUpdate`: a newer version waits; `apply` loads it. */
export function install(onReady: () => void, onUpdate: (apply: () => void) => void): void {
  approveOwnScripts()
  const apply = registerSW({
    onOfflineReady: onReady,
    onNeedRefresh: () => onUpdate(() => void apply(true)),
  })
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
