/** The required type of every field of a call, for calls from outside. */
import type { Call, CarriedFrom, Contradiction } from './image.ts'
import { FRAME_LANGUAGES, type UnitLanguage } from './script.ts'
import { expectedValues } from '../messages/problems/pages.ts'
import * as shape from './shape.ts'
import { count, integer, list, object, optional, text, word } from './shape.ts'

const texts = list(text)

export const uuid = shape.is(
  () => expectedValues.uuid,
  (value) => /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/.test(typeof value === 'string' ? value : ''),
)

export const call = object<Call>({
  imported: optional(
    object<NonNullable<Call['imported']>>({ os: optional(text), site: optional(text), archive: optional(text) }),
  ),
  fromReports: optional(texts),
  contradicted: optional(
    object<Contradiction>({ path: text, function: text, file: optional(text), line: optional(count) }),
  ),
  function: text,
  mangled: text,
  file: optional(text),
  line: optional(count),
  column: optional(count),
  compiled: optional(object<NonNullable<Call['compiled']>>({ file: text, line: count })),
  inlined: shape.flag,
  language: optional(
    word<UnitLanguage>({
      ...FRAME_LANGUAGES,
      c: true,
      'c++': true,
      'objective-c': true,
      'objective-c++': true,
      swift: true,
      other: true,
    }),
  ),
  functionOffset: optional(integer),
  functionStart: optional(integer),
  functionSize: optional(count),
  aliases: optional(texts),
  folded: optional(texts),
  carried: optional(
    object<CarriedFrom>({
      uuid,
      by: word<CarriedFrom['by']>({ code: true, calls: true, order: true }),
      sameCode: shape.flag,
    }),
  ),
  source: word<Call['source']>({
    dwarf: true,
    symtab: true,
    exports: true,
    metadata: true,
    carried: true,
    described: true,
    starts: true,
    report: true,
    'source-map': true,
    'other-report': true,
  }),
})
