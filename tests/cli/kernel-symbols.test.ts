/** A panic without symbols, in the built command line: no folder of devices holds the kernel and its extensions. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'

const PANIC = `panic(cpu 1 caller 0xfffffe0012067e78): Kernel data abort. at pc 0xfffffe001197caec, lr 0xfffffe0011927fc8
Debugger message: panic
OS version: 21E258
Kernel version: Darwin Kernel Version 21.4.0: Fri Mar 18 00:46:32 PDT 2022; root:xnu-8020.101.4~15/RELEASE_ARM64_T6000
Kernel text base:  0xfffffe001d060000

Panicked task 0xfffffe2999c0c678: 0 pages, 565 threads: pid 0: kernel_task
Panicked thread: 0xfffffe20008429a0, backtrace: 0xfffffe600c4c2bf0, tid: 1401
		  lr: 0xfffffe001d1927fc  fp: 0xfffffe600c4c2c60
		  lr: 0xfffffe001d1928fc  fp: 0xfffffe600c4c2cd0
      Kernel Extensions in backtrace:
         com.example.kiosk.driver(1.0)[BF2E24C6-42E3-3571-9159-8D230DF66A1B]@0xfffffe001d190000->0xfffffe001d198fff
`

test('symbols of the kernel and its extensions are looked for neither in DeviceSupport nor in App Store Connect', () => {
  const file = join(testFolder(), 'panic.txt')
  writeFileSync(file, PANIC)
  const { out, err } = unslide(['symbolicate', file])
  expect(out).toContain('Kernel panic: Kernel data abort.')
  expect(err).toMatch(/Kernel Debug Kit/)
  expect(out + err).not.toMatch(/DeviceSupport|App Store Connect|shared cache/i)
})
