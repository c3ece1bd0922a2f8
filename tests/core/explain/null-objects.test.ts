/** A null object does no harm in objc_msgSend and its like: an access near 0 there is of the object's own memory. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { readPasted } from '../reports/fixture.ts'

const report = (innermost: string, address: string): string => `Process:         Larder [128]
Path:            /Applications/Larder.app/Contents/MacOS/Larder
Identifier:      com.example.Larder
Code Type:       X86-64 (Native)
OS Version:      Mac OS X 10.11.6 (15G31)
Report Version:  11

Crashed Thread:  0

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Codes: KERN_INVALID_ADDRESS at ${address}

Thread 0 Crashed:
0   libobjc.A.dylib 	0x00007fff8f2b34dd ${innermost} + 29
1   com.example.Larder 	0x0000000100007a15 -[Shelf fill] + 100
`
const told = (innermost: string, address: string): string =>
  explain({ report: readPasted(report(innermost, address)), resolutions: [], images: [], explanations: [] })
    .explanations.flatMap(({ title, meaning, checks }) => [title, meaning, ...checks])
    .join('\n')

test.each(['objc_msgSend', 'objc_msgSend_stret', 'objc_retain', 'objc_release', 'swift_retain', 'objc_opt_class'])('%s near address 0', (name) => {
  const words = told(name, '0x0000000000000020')
  expect(words).toContain('A null object does no harm in this function')
  expect(words).not.toContain('can be null')
  expect(words).not.toContain('missing object')
}) // prettier-ignore

test.each(['objc_storeStrong', 'objc_loadWeakRetained', 'objc_msgSendSuper2', 'CFArrayGetCount', '-[Shelf fill]'])('%s may have been given null', (name) => {
  expect(told(name, '0x0000000000000020')).not.toContain('does no harm')
}) // prettier-ignore
