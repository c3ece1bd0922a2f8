/** Rows and images that a mail broke at a blank, and text that only looks so. */
import { expect, test } from 'vitest'
import { joinBrokenEntries } from '../../../src/core/reports/repair/repair-entries.ts'

const ROW = '3   org.example.Harbor    \t0x00000001000077d6'

test.each([
  ['an Objective-C name at its blank', `${ROW} -[Dock  \nload:] + 182`, `${ROW} -[Dock load:] + 182`],
  ['the sign before an Objective-C name', `${ROW} - \n[Dock load:now:] + 7`, `${ROW} -[Dock load:now:] + 7`],
  ['arguments of C++', `${ROW} Dock::load(Crate  \nconst&) + 13`, `${ROW} Dock::load(Crate const&) + 13`],
  ['a name below its address', `${ROW}  \nDock::load(Crate const&) + 13`, `${ROW} Dock::load(Crate const&) + 13`],
  ['a category of Objective-C', `${ROW} -[Dock(Crates)\nload:now:] + 7`, `${ROW} -[Dock(Crates) load:now:] + 7`],
  ['a name behind its type', `${ROW} void \nDock::load<Crate>(int) + 7`, `${ROW} void Dock::load<Crate>(int) + 7`],
  [
    'a template over three lines',
    `${ROW} void*\nstd::__1::proxy<std::__1::tuple<Dock, \nstd::__1::less<Crate> >, \nvoid (*)(Crate)> >(void*) + 39`,
    `${ROW} void* std::__1::proxy<std::__1::tuple<Dock, std::__1::less<Crate> >, void (*)(Crate)> >(void*) + 39`,
  ],
  ['an offset and its place', `${ROW} load + \n471 (dock.c:18)`, `${ROW} load + 471 (dock.c:18)`],
  ['a place behind its offset', `${ROW} load + 47\n(dock.c:18)`, `${ROW} load + 47 (dock.c:18)`],
  ['a mangled name, cut', `${ROW}\n$s6Harbor4DockC4load<…>`, `${ROW} $s6Harbor4DockC4load<…>`],
  ['an offset behind its sign', `${ROW} main +\n87`, `${ROW} main + 87`],
  [
    'an image over three lines',
    '  0x10112f000 - 0x1011bafff +org.example.Harbor (Harbor for Mac OS X\nGUI 1.66 - 6941)\n<53F038AD-5CC2-37DE-B66D-AC6992615DB9> /A/Harbor',
    '  0x10112f000 - 0x1011bafff +org.example.Harbor (Harbor for Mac OS X GUI 1.66 - 6941) <53F038AD-5CC2-37DE-B66D-AC6992615DB9> /A/Harbor',
  ],
  [
    'a path at its slash',
    '  0x10112f000 - 0x1011bafff Harbor 1 (1) /A/Harbor.framework/ \nVersions/A/Harbor',
    '  0x10112f000 - 0x1011bafff Harbor 1 (1) /A/Harbor.framework/Versions/A/Harbor',
  ],
])('%s is joined', (_, broken, whole) => {
  expect(joinBrokenEntries(`Thread 0:\n${broken}\n\nmore`)).toBe(`Thread 0:\n${whole}\n\nmore`)
})

test.each([
  `${ROW}\n4   org.example.Harbor    \t0x00000001000077d6 main + 1`,
  `${ROW}\nThis is where it stops, see [1] below`,
  `${ROW} -[Dock load] + 12\nI think (maybe) so`,
  `${ROW} main\nThread 1:`,
  '  0x1000 - 0x2fff Harbor\nEOF',
  '  0x10112f000 - 0x1011bafff Harbor arm64 /A/Harbor\n/B/Other',
  `${ROW} operator[](\n\nBinary Images:`,
  `${ROW} void\nThis is where it stops`,
  `${ROW} Dock::operator<(int) + 7\nSee Dock::load`,
  `${ROW} load + 47\n(see below)`,
])('lines of their own stay so: %#', (text) => {
  expect(joinBrokenEntries(text)).toBe(text)
})

test('an entry takes a few lines at most', () => {
  const text = `${ROW} Dock::load(${'\nint (int'.repeat(50)}`
  expect(joinBrokenEntries(text).split('\n').length).toBeGreaterThan(45)
})
