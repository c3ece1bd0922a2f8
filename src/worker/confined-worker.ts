/**
 * Starts a module worker under the page's own policy. A worker loaded from an address has the policy that comes with that
 * response, and a static host sends none; loaded through a blob it inherits its maker's, which refuses every connection to
 * elsewhere. So the promise that nothing is sent holds in workers too.
 *
 * The blob imports the script dynamically: Firefox does not ask the service worker for static imports of a blob, so that
 * the page would not work offline there. Messages that come before the script has run are kept and given to it.
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
  const worker = new Worker(url, { type: 'module', name })
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return worker
}
