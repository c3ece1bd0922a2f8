/** One file needs no installing: it is offline as it is. */
export function install(onReady: () => void): void {
  onReady()
}
