/** Crash reports as text behind the prefixes of logs, on one line, and with commas between the columns of their images. */
import { expect, test } from 'vitest'
import { fixtureBytes } from '../fixture.ts'
import { read } from './reading.ts'

const reports = ['ios-abort.crash', 'macos-old.crash'].map((name) =>
  new TextDecoder().decode(fixtureBytes(`apple-crash-text/${name}`)),
)
const eachLine =
  (before: string) =>
  (text: string): string =>
    text.replace(/^/gm, before)

const wrappers: Readonly<Record<string, (text: string) => string>> = {
  'a time': eachLine('20:02:33.483 '),
  'a time with a comma': eachLine('20:02:33,483 - '),
  'a time with colons': eachLine('2021/05/27 20:02:33:483  '),
  'a date, a stream and a letter': eachLine('2021-05-27T20:02:33.123Z stdout F '),
  'a process': eachLine('2021-05-27 20:02:33.483299+0800 Harbor[41034:5171140] '),
  'a level': eachLine('[ERROR] '),
  'a container': eachLine('harbor-1  | '),
  'one line': (text) => text.replaceAll('\n', ' '),
  'one line without columns': (text) => text.replace(/\s+/g, ' '),
}

test.each(Object.entries(wrappers))('%s', (_, wrap) => {
  for (const text of reports) {
    const [plain, wrapped] = [read(text), read(wrap(text))]
    expect(wrapped.frames).toEqual(plain.frames)
    expect(wrapped.reports.map(({ images }) => images.length)).toEqual(plain.reports.map(({ images }) => images.length))
  }
})

test('two threads on one line are two threads', () => {
  const rows = '0 Harbor 0x0000000104ccc074 0x104cc8000 + 16500 1 Harbor 0x0000000104ccc084 0x104cc8000 + 16516'
  const { reports: found } = read(`Thread 0 name: main Thread 0 Crashed: ${rows} Thread 1: ${rows}`)
  expect(found.flatMap(({ threads }) => threads.map(({ frames }) => frames.length))).toEqual([2, 2])
})

test('a comma behind the name or the processor of an image is no part of it', () => {
  const [text = ''] = reports
  const plain = read(text).reports[0]?.images.map(({ name, arch }) => [name, arch])
  const behind = text.replace(/^(\s*0x\w+ - 0x\w+ \S+ arm64e?) /gm, '$1, ')
  const both = text.replace(/^(\s*0x\w+ - 0x\w+ \S+) (arm64e?) /gm, '$1, $2, ')
  for (const changed of [behind, both]) {
    expect(changed).not.toBe(text)
    expect(read(changed).reports[0]?.images.map(({ name, arch }) => [name, arch])).toEqual(plain)
  }
})
