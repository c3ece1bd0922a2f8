/** Rows as `symbolicatecrash` and its kin leave them: parts of a name lost, doubled, shuffled, run together. */
import { expect, test } from 'vitest'
import { parseSymbolText } from '../../../src/core/reports/text/apple-rows.ts'

const cases: readonly (readonly [
  text: string,
  name: string,
  offset?: number | undefined,
  file?: string,
  line?: number,
  column?: number,
])[] = [
  ['Dock.open() + 12 (Dock.swift:9)', 'Dock.open()', 12, 'Dock.swift', 9],
  ['closure #1 in Dock.load(from:) + 12 (Dock.swift:9)', 'closure #1 in Dock.load(from:)', 12, 'Dock.swift', 9],
  [
    'std::vector<int>::push_back(int const&) + 40 (in My App) (Dock.cpp:3)',
    'std::vector<int>::push_back(int const&)',
    40,
    'Dock.cpp',
    3,
  ],
  ['-[Dock load:with:] (in Harbor) (Dock.m:7) + 24', '-[Dock load:with:]', 24, 'Dock.m', 7],
  [
    'specialized Dock.store(_: Int, at: URL) -> Swift.String + 3',
    'specialized Dock.store(_: Int, at: URL) -> Swift.String',
    3,
  ],
  ['Dock.open() (in Harbor) + 123', 'Dock.open()', 123],
  ['Dock.open() (in Harbor) + 123 (Dock.swift:9) + 123', 'Dock.open()', 123, 'Dock.swift', 9],
  ['main + 123 + 123 (main.m:3) (main.m:3)', 'main', 123, 'main.m', 3],
  ['operator() + 10 + 10', 'operator()', 10],
  ['Dock.open() + (Dock.swift:12)', 'Dock.open()', undefined, 'Dock.swift', 12],
  ['Dock.open()   +   24   (Dock.swift:4)', 'Dock.open()', 24, 'Dock.swift', 4],
  ['Dock.open() + 24 (Dock.swift:4) 0x104cb8000 + 89600', 'Dock.open()', 24, 'Dock.swift', 4],
  ['Dock.open() (in Harbor) (Dock.swift)', 'Dock.open()', undefined, 'Dock.swift'],
  ['Dock.open()(in Harbor)(Dock.swift:4:8)', 'Dock.open()', undefined, 'Dock.swift', 4, 8],
  ['void doit<int>(int) (.cold.1) (in Harbor) (:-1)', 'void doit<int>(int) (.cold.1)'],
  // Texts that only look like damage.
  ['(anonymous namespace)::load(int) + 8', '(anonymous namespace)::load(int)', 8],
  ['operator+ (in Harbor) (x.cpp:3) + 12', 'operator+', 12, 'x.cpp', 3],
  ['static Dock.+ infix(Dock, Dock) -> Dock', 'static Dock.+ infix(Dock, Dock) -> Dock'],
  ['operator<<(std::ostream&, int) + 4', 'operator<<(std::ostream&, int)', 4],
  ['curry(a:)(b:) + 4', 'curry(a:)(b:)', 4],
]

for (const [text, name, offset, file, line, column] of cases) {
  test(text, () => {
    const found = parseSymbolText(text)
    expect([found?.name, found?.offset, found?.file, found?.line, found?.column]).toEqual([
      name,
      offset,
      file,
      line,
      column,
    ])
  })
}

test.each(['', '???', '(in Harbor)', '+ 12', '(:-1)'])('%j names nothing', (text) => {
  expect(parseSymbolText(text)).toBeUndefined()
})
