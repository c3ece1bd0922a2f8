/** The sample report and its dSYM, carried inside the page. */
import report from '../../public/sample/Trailmap.ips?url&inline'
import symbols from '../../public/sample/Trailmap.dSYM.zip?url&inline'
import type { InputFile } from '../core/ports.ts'

function blobOf(dataUrl: string): Blob {
  const binary = atob(dataUrl.slice(dataUrl.indexOf(',') + 1))
  return new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))])
}

export async function loadSample(): Promise<readonly InputFile[]> {
  return [
    { path: 'Trailmap.ips', blob: blobOf(report) },
    { path: 'Trailmap.dSYM.zip', blob: blobOf(symbols) },
  ]
}
