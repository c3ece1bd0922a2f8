/** What a thread of the program is made of: loads it as the program was. */
import { load } from './load.ts'

load('./indexer-thread.cjs')
