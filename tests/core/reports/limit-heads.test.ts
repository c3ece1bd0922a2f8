/** The head of a report on a limit, as people paste it without the stacks. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { readPasted } from './fixture.ts'

const heads = {
  cpu: `Event:            cpu usage
Action taken:     none
CPU:              90 seconds cpu time over 150 seconds (60% cpu average), exceeding limit of 50% cpu over 180 seconds
CPU limit:        90s
`,
  wakeups: `Event:            wakeups
Action taken:     none
Wakeups:          45001 wakeups over the last 42 seconds (1068 wakeups per second average), exceeding limit of 150 wakeups per second over 300 seconds
Wakeups limit:    45000
`,
  writes: `Event:            disk writes
Action taken:     none
Writes:           2147.48 MB of file backed memory dirtied over 1059 seconds (2028.35 KB per second average), exceeding limit of 24.86 KB per second over 86400 seconds
Writes limit:     2147.48 MB
`,
}
const subject = `Command:          Harbor
Path:             /Applications/Harbor.app/Contents/MacOS/Harbor
Version:          2.9 (29)
PID:              812

`
const stack = `
Heaviest stack for the target process:
  18  ??? (Harbor + 14340) [0x104f30804]
  17  ??? (Harbor + 89464) [0x104f3ad78]
`
const explained = (text: string) => {
  const report = readPasted(text)
  const [first] = explain({ report, resolutions: [], images: [], explanations: [] }).explanations
  return { report, title: first?.title, checks: first?.checks.join('\n') }
}

test.each([
  ['cpu', 'CPU limit exceeded'],
  ['wakeups', 'Too many wakeups'],
  ['writes', 'Too many disk writes'],
] as const)('%s', (name, title) => {
  for (const text of [
    heads[name],
    subject + heads[name],
    `The log says:\n\n\`\`\`\n${subject}${heads[name]}\`\`\`\n`,
  ]) {
    const found = explained(text)
    expect(found.title).toBe(title)
    expect(found.report.format).toBe('microstackshots')
    // They are the system's words, not the program's.
    expect(found.report.applicationInfo).toEqual([])
    expect(found.checks).not.toContain('heaviest')
    if (text.includes('Command:')) expect(found.report.header.process).toBe('Harbor')
  }
})

test.each(['cpu', 'writes'] as const)('%s with a stack: advice points to it', (name) => {
  expect(explained(subject + heads[name] + stack).checks).toContain('heaviest stack')
})

test.each(['Event: wakeups of the team', 'Event:   disk writes\n\nWe saw writes.', 'Writes:   12 MB\n'])(
  '%s is no such head',
  (text) => {
    expect(() => readPasted(text)).toThrow('no report')
  },
)
