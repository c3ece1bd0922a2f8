/** Start file of a thread: loads the file in its argument as `launch.ts` loads the program. */
import { load } from './load.ts'

const [, , program] = process.argv
if (program !== undefined) load(program)
