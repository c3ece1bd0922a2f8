/** Crashlytics' text where a page took its number signs for headings and lists. */
import { expect, test } from 'vitest'
import { readPasted } from './fixture.ts'

const signed = `# Platform: ios
# OS Version: 12.4.1 (16G102)
# Device: iPhone 6
# RAM Free: 4.9%
# Disk Free: 4.9%

#3. Crashed: io.example.EventQueue (QOS: BACKGROUND)
0  Larder                         0x1f5a54ba0 fill + 360
1  Larder                         0x1f58782bc main + 32
--
#4. com.apple.uikit.eventfetch-thread
0  libsystem_kernel.dylib         0x1f5a54c00 mach_msg_trap + 8
1  Larder                         0x1f58782bc main + 32
`

test('the same is read without the signs', () => {
  const told = (text: string) => {
    const { format, header, threads } = readPasted(text)
    return {
      format,
      os: header.os,
      device: header.device,
      threads: threads.map(({ id, name, crashed, frames }) => [id, name, crashed, frames.length]),
    }
  }
  const whole = told(signed)
  expect(whole.format).toBe('crashlytics-text')
  expect(whole.threads.map(([id, , crashed]) => [id, crashed])).toEqual([
    [3, true],
    [4, false],
  ])
  expect(told(signed.replace(/^#[ ]?/gm, ''))).toEqual(whole)
})

test('a numbered list of other things is no head of a thread', () => {
  const list =
    '1. Open the app\n2. Crashes every time\n0  Larder  0x1f5a54ba0 fill + 360\n1  Larder  0x1f58782bc main + 32\n'
  expect(readPasted(list).format).not.toBe('crashlytics-text')
})
