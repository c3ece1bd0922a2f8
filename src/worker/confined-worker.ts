/**
 * Starts a module worker under the page's own CSP. A worker loaded from a URL has the policy of that response, and a
 * static host sends none. A worker loaded from a blob inherits the page's policy, which blocks all connections to other
 * hosts. So nothing can be sent from workers either.
 *
 * The blob imports the script dynamically: Firefox does not route static imports of a blob through the service worker,
 * so the page would not work offline. Messages that arrive before the script has run are queued and passed on.
 */
export function startConfined(scriptUrl: string, base: string, name: string): Worker {
  const script = `const early = []
const keep = (event) => early.push(event)
addEventListener('message', keep)
import(${JSON.stringify(new URL(scriptUrl, base).href)}).then(
  () => {
    removeEventListener('message', keep)
    for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))
  },
  (error) => setTimeout(() => { throw error }),
)`
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const worker = new Worker(ownAddress(url), { type: 'module', name })
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return worker
}

interface ScriptAddresses {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string }
}

let addresses: ReturnType<ScriptAddresses['createPolicy']> | undefined

/** The page's policy lets only addresses that were approved become scripts: those of blobs that are made here. */
function ownAddress(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptAddresses }
  addresses ??= trustedTypes?.createPolicy('unslide-workers', { createScriptURL: (text) => text })
  return addresses?.createScriptURL(url) ?? url
}
