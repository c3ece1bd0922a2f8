/** The sample report and its dSYM, from this page's own address. */
import type { InputFile } from '../core/ports.ts'
import { words } from './messages/work.ts'

export async function loadSample(): Promise<readonly InputFile[]> {
  return Promise.all(
    ['Trailmap.ips', 'Trailmap.dSYM.zip'].map(async (path) => {
      const response = await fetch(`./sample/${path}`)
      if (!response.ok) throw new Error(words.noSampleStatus(response.status))
      return { path, blob: await response.blob() }
    }),
  )
}
