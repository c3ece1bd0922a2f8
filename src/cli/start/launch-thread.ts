/** What a thread of the program is made of: loads it as the program was. Its one argument is the file. */
import { load } from './load.ts'

const [, , program] = process.argv
if (program !== undefined) load(program)
