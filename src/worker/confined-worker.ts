/**
 * Starts a module worker under the page's own policy. A worker loaded from an address has the policy that comes with that
 * response, and a static host sends none; loaded through a blob it inherits its maker's, which refuses every connection to
 * elsewhere. So the promise that nothing is sent holds in workers too.
 */
export function startConfined(scriptUrl: string, base: string, name: string): Worker {
  const script = `import ${JSON.stringify(new URL(scriptUrl, base).href)}`
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const worker = new Worker(url, { type: 'module', name })
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return worker
}
