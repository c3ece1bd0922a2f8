#!/usr/bin/env node
/** What is called: loads the program, which does the rest. */
import { load, writeCode } from './load.ts'

// Only the build says so.
if (process.env.UNSLIDE_WRITE_CODE) process.on('exit', writeCode)
load('./program.cjs')
