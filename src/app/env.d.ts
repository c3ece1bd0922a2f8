/** Browser types that TypeScript's library lacks. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void
}
interface Window {
  readonly launchQueue?: LaunchQueue
}
