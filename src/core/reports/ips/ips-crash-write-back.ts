/** The keys that Apple's own tools write into a frame. */
import type { WriteBack } from '../base/write-back.ts'

export const ipsCrashWriteBack: WriteBack = {
  formats: ['ips-crash'],
  json: { name: 'symbol', location: 'symbolLocation', file: 'sourceFile', line: 'sourceLine', inline: 'inline' },
}
