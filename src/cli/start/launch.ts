#!/usr/bin/env node
/** The start file: loads the program. */
import { load, writeCode } from './load.ts'

// Only the build says so.
if (process.env.UNSLIDE_WRITE_CODE) process.on('exit', writeCode)
load('./program.cjs')
