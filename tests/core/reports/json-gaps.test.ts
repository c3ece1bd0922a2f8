/** People shorten the JSON that they post: dots, comments and "snip" replace parts. The reader names the gap and reads the rest. */
import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../../../src/core/reports/json/json.ts'
import { damageOf } from '../../../src/core/reading/damage.ts'
import { explain } from '../../../src/core/explain/registry.ts'
import { memoryKillParts } from '../../../src/core/reading/overview/memory-kill.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { readPasted } from './fixture.ts'

const unnamed = (report: Report) => ({ report, resolutions: [], images: [], explanations: [] })
const title = (report: Report) => explain(unnamed(report)).explanations[0]?.title
const damage = (report: Report) => damageOf(unnamed(report)).map(({ code }) => code)

const gaps = [
  '...',
  '…',
  '. . .'.replaceAll(' ', ''),
  '.\n.\n.',
  '(...)',
  '[...]',
  '[snip]',
  '<snip>',
  '// many more',
  '# and so on',
  '/* 200 more */',
]

test.each(gaps)('%j between the items of a list', (gap) => {
  const document = parseJson(`{"a":[{"n":1},\n${gap}\n{"n":2}],"b":3}`)
  expect(document && stringifyJson(document.value)).toBe('{"a":[{"n":1},{"n":2}],"b":3}')
  expect(document?.damage?.fault).toBe('gap')
})

test.each(gaps)('%j between the members of an object, and in place of a value', (gap) => {
  const between = parseJson(`{"a":1,\n${gap}\n"b":2}`)
  expect(between && stringifyJson(between.value)).toBe('{"a":1,"b":2}')
  const inPlace = /^[/#]/.test(gap) ? undefined : parseJson(`{"a":${gap},"b":2}`)
  if (inPlace) expect(stringifyJson(inPlace.value)).toBe('{"b":2}')
})

test('a comment before a value keeps the value; dots in strings are text', () => {
  expect(stringifyJson(parseJson('{"a": /* bytes */ 5}')!.value)).toBe('{"a":5}')
  const whole = parseJson('{"a":"...","b":["// x","[...]"]}')
  expect(whole?.damage).toBeUndefined()
  expect(stringifyJson(whole!.value)).toBe('{"a":"...","b":["// x","[...]"]}')
})

test('words in place of a value are no gap', () => {
  expect(parseJson('{"a":[1, .5x]}')?.damage?.fault).toBe('value')
})

const kill = (
  processes: string,
): string => `{"bug_type":"298","timestamp":"2026-03-02 10:00:00.00 +0100","os_version":"iPhone OS 26.3 (23D1)"}
{
  "memoryStatus" : { "pageSize" : 16384 },
  "largestProcess" : "Maps",
  "processes" : [
${processes}
  ]
}`
const first = '{ "name" : "Maps", "pid" : 12, "rpages" : 9000 }'
const last = '{ "name" : "Trails", "pid" : 44, "rpages" : 100, "reason" : "per-process-limit" }'

test('the process behind a gap is the one that was ended', () => {
  const whole = readPasted(kill(`${first},\n${last}`))
  const cut = readPasted(kill(`${first},\n...\n${last}`))
  expect(title(whole)).toContain('Trails was terminated')
  expect(title(cut)).toBe(title(whole))
  expect(damage(whole)).toEqual([])
  expect(damage(cut)).toEqual(['parts-left-out'])
})

test('no shortage is claimed, and a list with gaps says nothing about what it lacks', () => {
  const parts = (text: string) => JSON.stringify(memoryKillParts(readPasted(text)))
  const whole = kill(first)
  const cut = kill(`${first},\n...`)
  expect(title(readPasted(cut))).toBe(
    'Memory kill: the part of the list that is here marks no process as terminated; Maps was the largest',
  )
  expect(parts(whole)).toContain('The report marks no process as ended.')
  expect(parts(cut)).toContain('The part of the report that is here marks no process as ended.')
  expect(parts(cut)).not.toContain('The report marks no process as ended.')
})
