/** Browser types that TypeScript's library lacks. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void
}
interface Window {
  readonly launchQueue?: LaunchQueue
  /** Chromium alone. */
  readonly showDirectoryPicker?: (options?: {
    readonly id?: string
    readonly mode?: 'read'
  }) => Promise<FileSystemDirectoryHandle>
}
interface DataTransferItem {
  /** Chromium alone. */
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}
interface FileSystemHandle {
  queryPermission?(options: { readonly mode: 'read' }): Promise<PermissionState>
  requestPermission?(options: { readonly mode: 'read' }): Promise<PermissionState>
}
