/** What a browser is started with, or why there is none. */
export type FoundChromium =
  | { readonly ok: true; readonly env: { readonly CHROMIUM?: string } }
  | { readonly ok: false; readonly env: Readonly<Record<string, never>>; readonly message: string }

export function findChromium(): FoundChromium
export function installChromium(): FoundChromium
