/** `unslide lookup --interactive`: each line of standard input is answered at once. */
import { UsageError, writeOut } from '../command.ts'
import type { ErrorLine } from '../documents/look-ups.ts'
import { inputLines } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'
import type { LookupAnswers } from './lookup-answers.ts'

/**
 * Answers line by line until the end of standard input. In text an empty line ends each answer, since an address may have several
 * lines. The number of lines that are no address; undefined if nothing could be read from the symbols.
 */
export async function answerLines(
  answers: LookupAnswers,
  read: (text: string) => bigint,
  format: 'text' | 'json',
): Promise<number | undefined> {
  let bad = 0
  for await (const line of inputLines()) {
    const address = readLine(line.trim(), read)
    const lines = typeof address === 'bigint' ? await answers.answer([address]) : errorLine(address, format)
    if (lines === undefined) return undefined
    if (typeof address !== 'bigint') bad++
    await writeOut(format === 'json' ? lines : `${lines}\n`)
  }
  return bad
}

/** The address, or why there is none. */
function readLine(text: string, read: (text: string) => bigint): bigint | string {
  if (text === '') return errors.emptyLine
  try {
    return read(text)
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown.message
    throw thrown
  }
}

const errorLine = (error: string, format: 'text' | 'json'): string =>
  format === 'json' ? `${JSON.stringify({ error } satisfies ErrorLine)}\n` : `${results.errorLine({ error })}\n`
