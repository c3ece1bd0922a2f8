/** The sample as a walker of frame pointers would have written it after a call through a null function pointer. */
import { readFileSync } from 'node:fs'
import { samplePath } from './sample.ts'

interface Body {
  threads: { frames: { imageOffset: number; imageIndex: number }[]; threadState: { pc: { value: number } } }[]
  usedImages: { base: number; size: number; uuid: string; source: string }[]
}

/** Its caller, `ElevationChart`, is in no frame: the stack goes from frame 0 to the caller's caller. The link register has it. */
export function leftOutReport(): string {
  const [head = '', ...rest] = readFileSync(samplePath('Trailmap.ips'), 'utf8').split('\n')
  const body = JSON.parse(rest.join('\n')) as Body
  const [thread] = body.threads
  if (!thread) throw new Error('The sample has no thread.')
  body.usedImages.push({ base: 0, size: 0, uuid: '00000000-0000-0000-0000-000000000000', source: 'A' })
  thread.threadState.pc.value = 0
  thread.frames.splice(0, 2, { imageOffset: 0, imageIndex: body.usedImages.length - 1 })
  return `${head}\n${JSON.stringify(body)}`
}
