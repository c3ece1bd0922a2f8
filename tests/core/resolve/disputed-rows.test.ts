/** Rows that contradict the list of images of their own report: the list names them, and the name is doubtful. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { shelfImage, shelfSymbols } from '../../support/shelf.ts'
import { crashOf } from '../../support/shelf-crash.ts'
import { testPorts } from '../../support/test-builder.ts'

const BUILD = 'macos-arm64-objects'

test.each([
  ['nothing', /$^/, '', 'exact', undefined],
  [
    'another load address',
    /0x104cc8000 \+ 2124/,
    '0x104cc0000 + 34892',
    'doubtful',
    /counts from another load address/,
  ],
  ['another image', /0 {3}Shelf /, '0   Other ', 'doubtful', /names another image/],
])('the row says otherwise: %s', async (_, from, to, level, evidence) => {
  const other = '0x105000000 - 0x105007fff Other arm64  <aaaaaaaabbbbccccddddeeeeeeeeeeee> /Users/dev/Shelf/Other\n'
  const text = crashOf(readFileSync(shelfImage(BUILD))).replace(from, to) + other
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([{ path: 'Shelf', blob: new Blob([readFileSync(shelfSymbols(BUILD))]) }])
  const answer = await engine.symbolicate({ path: 'a.crash', blob: new Blob([text]) })
  const [first] = answer.ok ? (answer.value[0]?.resolutions ?? []) : []
  if (first?.kind !== 'resolved') throw new Error('no name')
  expect(first.calls.at(-1)?.function).toBe('main')
  expect(first.grade.level).toBe(level)
  if (evidence) expect(first.grade.evidence.join('\n')).toMatch(evidence)
})
