/** The owner of an image's code, app or system, by the image's path. */
import { Remembered } from './remembered.ts'

const SYSTEM =
  /^(?:\/System\/|\/usr\/lib\/|\/usr\/libexec\/|\/Library\/Apple\/|\/AppleInternal\/|\/private\/preboot\/|\/private\/var\/db\/|\/sbin\/|\/bin\/|\/usr\/s?bin\/|\/Developer\/)/
const RUNTIME =
  /DeviceSupport\/|\.simruntime\/|RuntimeRoot\/|\.platform\/|\/XcodeDefault\.xctoolchain\/|\/Xcode[^/]*\.app\/Contents\//
/** Runtimes of Swift and of the sanitizers that Xcode puts into an app: not the work of whose app it is. */
const TOOLCHAIN = /\/(?:libswift[A-Z]\w*|libswift(?:os|simd|dispatch)|libclang_rt\.\w+)\.dylib$/
// Reporters write `VOLUME/*` for any folder of another volume: simulator runtimes lie there, and some programs. Markdown changes the
// star.
const APP =
  /^(?:\/private)?\/var\/(?:containers|mobile)\/|^\/Users\/|^\/Applications\/|^\/Volumes\/(?!VOLUME\/[*_]?\/)|^\/private\/var\/folders\/|^\/opt\/|^\/usr\/local\/|\.app(?:ex)?\/|^\/Library\//

/**
 * `app` for the user's own program and its frameworks; `system` for parts of the OS, a simulator runtime or Xcode;
 * undefined where the path does not say.
 */
export function originOfPath(path: string | undefined): 'app' | 'system' | undefined {
  return path ? originsOfPaths.of(path) : undefined
}

/** The same libraries stand in every report. */
const originsOfPaths = new Remembered(readOrigin)

function readOrigin(path: string): 'app' | 'system' | undefined {
  // Paths on a device whose root is mounted elsewhere, and simulator runtimes, lie below /Users or /Applications.
  if (RUNTIME.test(path) || SYSTEM.test(path) || TOOLCHAIN.test(path)) return 'system'
  return APP.test(path) ? 'app' : undefined
}
