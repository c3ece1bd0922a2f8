/** Names that a device guessed: the nearest label before the address. No other module decides it. */
import { nameEvidence } from '../messages/names.ts'
import { say } from '../messages/message.ts'
import type { Call } from '../model/image.ts'
import type { Frame, Grade } from '../model/report.ts'

/** Few functions are this long, but labels of stripped images are often this far away. */
const NEAREST_LABEL = 0x4000
/** Loops of interpreters, which are longer. */
const LOOP =
  /^_{0,2}(?:PyEval_EvalFrame(?:Default|Ex)?|sqlite3VdbeExec|luaV_execute|vm_exec_core|(?:mono_)?interp_exec_method|execute_ex)$/
const LONGEST_LOOP = 0x2_0000
/** Small functions and data have names, too; an address this far after one of them is in another function. */
const SMALL = 0x200
const SMALL_NAME =
  /^(?:GCC_except_table|typeinfo (?:name )?for |vtable for |VTT for |guard variable for |_?OBJC_(?:CLASS|METACLASS|IVAR)_\$|type metadata (?:accessor )?for |protocol conformance descriptor |__swift_memcpy|_ZT[ISV])|::what\(\) const$|^_?_ZNK\w*4whatEv$/
/** Tables and labels of data: no code lies in them, however near. */
const DATA_NAME =
  /^(?:GCC_except_table\d*|_?OBJC_(?:CLASS|METACLASS|IVAR)_\$\w*|typeinfo (?:name )?for .*|vtable for .*)$/

/** Names of Swift: a continuation is the start of a function that continues an awaiting one, and nobody called it yet. */
const SWIFT_NAME = /^_?\$[sS]|\bclosure #\d|\bpartial function\b|\w\.\w|[\w>]\([\w\s]*:/

/**
 * True for a caller whose return address is the first of the printed function. The call is then the last instruction of the function
 * before it in the image: a call that does not return.
 */
const isOfNext = ({ function: name, functionOffset, inlined }: Call, { kind, address }: Frame): boolean =>
  kind === 'return' && address !== undefined && functionOffset === 0 && !inlined && !SWIFT_NAME.test(name)

/**
 * True for a printed name that is only the nearest label of a stripped image: it is too far before the address, or names no code, or no call is in it.
 * A device guesses such names. A name with a source file came from symbols and is no guess.
 */
export function isGuessedName(call: Call, frame: Frame): boolean {
  const { function: name, file, functionOffset = 0, source } = call
  if (source !== 'report' || file !== undefined) return false
  return (
    isOfNext(call, frame) ||
    functionOffset >= (LOOP.test(name) ? LONGEST_LOOP : NEAREST_LABEL) ||
    DATA_NAME.test(name) ||
    (functionOffset >= SMALL && SMALL_NAME.test(name.trim()))
  )
}

/** The grade of a guessed name: always doubtful. The evidence of its other grade follows. */
export function gradeOfGuess(call: Call, frame: Frame, other: Grade | undefined): Grade {
  const { function: name, functionOffset = 0 } = call
  const { text, message } = isOfNext(call, frame)
    ? say(nameEvidence, 'next-function')
    : DATA_NAME.test(name)
      ? say(nameEvidence, 'nearest-name-data')
      : say(nameEvidence, 'nearest-name', { bytes: functionOffset })
  return {
    level: 'doubtful',
    evidence: [text, ...(other?.evidence ?? [])],
    grounds: [message, ...(other?.grounds ?? [])],
  }
}
