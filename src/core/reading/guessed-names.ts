/** Names that a device guessed: the nearest label before the address. The one place that knows them. */
import { nameEvidence } from '../messages/en/names.ts'
import { say } from '../messages/message.ts'
import type { Call } from '../model/image.ts'
import type { Grade } from '../model/report.ts'

/** Functions in this far from their start are rare; labels of stripped images this far away are not. */
const NEAREST_LABEL = 0x4000
/** Small functions and data have names, too; an address this far behind one of them lies in something else. */
const SMALL = 0x200
const SMALL_NAME =
  /^(?:GCC_except_table|typeinfo (?:name )?for |vtable for |VTT for |guard variable for |_?OBJC_(?:CLASS|METACLASS|IVAR)_\$|type metadata (?:accessor )?for |protocol conformance descriptor |__swift_memcpy|_ZT[ISV])|::what\(\) const$|^_?_ZNK\w*4whatEv$/
/** Tables and labels of data: no code lies in them, however near. */
const DATA_NAME =
  /^(?:GCC_except_table\d*|_?OBJC_(?:CLASS|METACLASS|IVAR)_\$\w*|typeinfo (?:name )?for .*|vtable for .*)$/

/**
 * A printed name that is only the nearest label of a stripped image: it stands too far before the address, or names no code. A
 * device guesses such names. With a source file it came from symbols and is none of these.
 */
export function isGuessedName({ function: name, file, functionOffset = 0, source }: Call): boolean {
  if (source !== 'report' || file !== undefined) return false
  return (
    functionOffset >= NEAREST_LABEL || DATA_NAME.test(name) || (functionOffset >= SMALL && SMALL_NAME.test(name.trim()))
  )
}

/** The grade of such a name, whatever else was said of it: doubtful. */
export function gradeOfGuess({ function: name, functionOffset = 0 }: Call, other: Grade | undefined): Grade {
  const { text, message } = DATA_NAME.test(name)
    ? say(nameEvidence, 'nearest-name-data')
    : say(nameEvidence, 'nearest-name', { bytes: functionOffset })
  return {
    level: 'doubtful',
    evidence: [text, ...(other?.evidence ?? [])],
    grounds: [message, ...(other?.grounds ?? [])],
  }
}
