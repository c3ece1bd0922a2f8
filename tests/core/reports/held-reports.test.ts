/** Reports as JSON that services and logs keep as strings are read as the report itself. */
import { expect, test } from 'vitest'
import { fixtureBytes } from './fixture.ts'
import { read } from './rows/reading.ts'

const fixture = (path: string): string => new TextDecoder().decode(fixtureBytes(path))
const ips = fixture('ips-crash/ios-segv.ips')
const crash = fixture('apple-crash-text/ios-abort.crash')
const plain = read(ips).frames

const holders: Readonly<Record<string, (text: string) => string>> = {
  'a member of an object': (text) => JSON.stringify({ id: 4, report: text }),
  'pretty JSON': (text) => JSON.stringify({ id: 4, crash: { report: text, at: '2024' } }, undefined, 2),
  'an item of an array': (text) => JSON.stringify([text]),
  'one of many lines of JSON': (text) =>
    ['start', text, 'end'].map((message) => JSON.stringify({ level: 'info', message })).join('\n'),
  'JSON in JSON': (text) => JSON.stringify({ log: JSON.stringify({ report: text }) }),
  'the value of a line of a log': (text) => `20:02:32 hello\n20:02:33 INFO crash: ${JSON.stringify(text)} sent\n`,
  'a string that was cut off at its end': (text) => JSON.stringify({ report: text }).slice(0, -2),
}

test.each(Object.entries(holders))('%s', (_, hold) => {
  const { frames, told } = read(hold(ips))
  expect(frames).toEqual(plain)
  expect(told).toEqual([])
})

test('a body without its first line', () => {
  expect(read(JSON.stringify({ payload: ips.slice(ips.indexOf('\n') + 1) })).frames).toEqual(plain)
})

test('several reports of one document are a report each', () => {
  const { reports, frames } = read(JSON.stringify([{ first: ips }, { second: ips }]))
  expect(reports).toHaveLength(2)
  expect(frames).toEqual([...plain, ...plain])
})

test('rows around the string are read, too', () => {
  const rows = [0, 1, 2].map((at) => `${at}   Harbor   0x0000000104cc${at}074 Harbor + ${16_500 + at * 4096}`)
  const { frames } = read(`${JSON.stringify({ report: ips })}\n${rows.join('\n')}\n`)
  expect(frames).toHaveLength(plain.length + rows.length)
})

test('a text report with the same words in a string of its own stays as it is', () => {
  const said = crash.replace('Thread 0', 'Application Specific Information:\n"{\\"bug_type\\":\\"309\\"}"\n\nThread 0')
  expect(read(said).frames).toEqual(read(crash).frames)
})

test('marks without a string around them take linear time', () => {
  expect(read('\\"bug_type\\": '.repeat(100_000)).frames).toEqual([])
  expect(read(`${'\\'.repeat(1 << 20)}"bug_type"`).frames).toEqual([])
})
