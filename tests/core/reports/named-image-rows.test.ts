/** Rows with an image and a function but no address: in crash reports, below a service's heading, and lists of words that are none. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { findPasted, readPasted } from './fixture.ts'

const framesOf = ({ threads, lastException, backtraces }: Report): readonly (readonly unknown[])[] =>
  [...threads, ...(lastException ? [lastException] : []), ...backtraces].flatMap(({ frames }) =>
    frames.map(({ index, imageName, offset, symbol }) =>
      [index, imageName, offset, symbol?.name, symbol?.offset, symbol?.file, symbol?.line].filter(
        (part) => part !== undefined,
      ),
    ),
  )

const calls: readonly (readonly [image: string, name: string])[] = [
  ['CoreFoundation', '__exceptionPreprocess'],
  ['libobjc.A.dylib', 'objc_exception_throw'],
  ['Till Kiosk', '-[TLDrawer coinAt:of:]'],
  ['Till', 'closure #1 in Drawer.open(_:)'],
  ['Till', 'std::vector<int, std::allocator<int> >::at(unsigned long)'],
  ['UIKit', '__48-[UIView close:]_block_invoke'],
  ['Till', 'Drawer.init(view:details:)'],
  ['Till', 'main'],
]
const numbered = (row: (at: number, image: string, name: string) => string, images = calls): string =>
  images.map(([image, name], at) => row(at, image, name)).join('\n')

describe.each([
  ['Last Exception Backtrace:', (image: string) => image],
  ['Thread 0 Crashed:', (image: string) => image],
  ['Thread 0 name:  Dispatch queue: com.apple.main-thread\nThread 0 Crashed:', (image: string) => image],
  // One blank ends the image's name.
  ['Thread 3 Crashed:', (image: string) => image.replace(' ', '')],
])('below %j', (head, imageOf) => {
  const forms: readonly (readonly [form: string, row: (at: number, image: string, name: string) => string])[] = [
    ['columns and offsets', (at, image, name) => `${String(at).padEnd(4)}${imageOf(image).padEnd(36)}${name} + 124`],
    ['tabs', (at, image, name) => `${at}\t${imageOf(image)}\t${name} + 124`],
    ['places', (at, image, name) => `${String(at).padEnd(4)}${imageOf(image).padEnd(36)}${name} (Till.m:14)`],
  ]
  test.each(forms)('%s', (form, row) => {
    const expected = calls.map(([image, name], at) =>
      form === 'places' ? [at, imageOf(image), name, 'Till.m', 14] : [at, imageOf(image), name, 124],
    )
    expect(framesOf(readPasted(`Words of somebody\n\n${head}\n${numbered(row)}\n\nMore words.\n`))).toEqual(expected)
  })
})

test('in a whole report, between rows with addresses', () => {
  const report = readPasted(`Process:         Till [31]
Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018
Crashed Thread:  0

Thread 0 Crashed:
0   Till                          	0x0000000104ccc074 -[TLDrawer close] + 12
1   Till                          	-[TLDrawer open] + 40
2   UIKitCore                     	0x00000001b0a1c2d4 -[UIApplication _run] + 1072
`)
  expect(framesOf(report)).toEqual([
    [0, 'Till', '-[TLDrawer close]', 12],
    [1, 'Till', '-[TLDrawer open]', 40],
    [2, 'UIKitCore', '-[UIApplication _run]', 1072],
  ])
  expect(report.problems).toEqual([])
})

test('places in images, behind fields of a report', () => {
  const report = readPasted(`Process:            Till
Exception Type:     EXC_BAD_ACCESS
Exception Subtype:  KERN_INVALID_ADDRESS


EXC_BAD_ACCESS: Attempted to dereference garbage pointer 0xb5421fc78bc0.

0  libswiftCore.dylib +0x3da11c   __swift_release_dealloc
1  Till +0x6d8e20                 -[TLQueue after:block:] (TLQueue.m:62:1)
2  Till +0x17701c
`)
  expect(framesOf(report)).toEqual([
    [0, 'libswiftCore.dylib', 0x3da11c, '__swift_release_dealloc'],
    [1, 'Till', 0x6d8e20, '-[TLQueue after:block:]', 'TLQueue.m', 62],
    [2, 'Till', 0x17701c],
  ])
})

test('in a string of JSON', () => {
  const text = `result: "Exception Type: EXC_BREAKPOINT (SIGTRAP)\\nThread 0 Crashed:\\n0  Till  Drawer.load(id:) + 412\\n1  Till  Drawer.open(_:) + 88\\n2  Till  main + 8",\n`
  expect(framesOf(readPasted(text))).toEqual([
    [0, 'Till', 'Drawer.load(id:)', 412],
    [1, 'Till', 'Drawer.open(_:)', 88],
    [2, 'Till', 'main', 8],
  ])
})

test('below a service’s words, in blanks', () => {
  const [images, rows] = [calls.map(([image, name]) => [image.replace(' ', ''), name] as const), '**Stack:**\n```\n']
  const report = readPasted(
    `# Crash of the till\n\n**Exception Type:** \`NSRangeException\`\n\n${rows}${numbered((at, image, name) => `${at} ${image} ${name}`, images)}\n\`\`\`\n`,
  )
  expect(framesOf(report)).toEqual(images.map(([image, name], at) => [at, image, name]))
  expect(report.threads.some(({ crashed }) => crashed)).toBe(false)
})

test('as Bugsnag writes rows', () => {
  const report = readPasted(`## Error in Till

    Frameworks/libswiftCore.dylib:0 - TTSg5Si___TFSag9subscriptFSiq_
    till-example/Drawer.swift:27 - viewDidAppear
    Till/main.m:7 - main
    Till/TLDrawer.m:9 - -[TLDrawer close:]
`)
  expect(framesOf(report)).toEqual([
    [0, 'libswiftCore.dylib', 'TTSg5Si___TFSag9subscriptFSiq_'],
    [1, 'viewDidAppear', 'till-example/Drawer.swift', 27],
    [2, 'main', 'Till/main.m', 7],
    [3, '-[TLDrawer close:]', 'Till/TLDrawer.m', 9],
  ])
})

test('cells of a table, a line each, of which somebody left some out', () => {
  const report = readPasted(`Crashed: com.apple.main-thread
EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x000000017338126c
0
nanotill
encode_field + 100
24
UIKitCore
keypath_get_selector + 11024
25
Till
<compiler-generated> - Line 4337149088
static AppDelegate.$main() + 4337149088
26
Till
Till.swift - Line 12
main + 16
`)
  expect(framesOf(report)).toEqual([
    [0, 'nanotill', 'encode_field', 100],
    [24, 'UIKitCore', 'keypath_get_selector', 11024],
    [25, 'Till', 'static AppDelegate.$main()', 4337149088, '<compiler-generated>'],
    [26, 'Till', 'main', 16, 'Till.swift', 12],
  ])
  expect(report.images).toEqual([])
})

test('a function and its place in columns', () => {
  const report = readPasted(`## Stack

  Till::clear()           generate.cpp:181
  Till::init(int, char const*) const  till.cpp:740
  error:    till.cpp:12
`)
  expect(framesOf(report)).toEqual([
    [0, 'Till::clear()', 'generate.cpp', 181],
    [1, 'Till::init(int, char const*) const', 'till.cpp', 740],
  ])
})

test('the first versions of Mac OS X', () => {
  const report = readPasted(`Exception:  EXC_BREAKPOINT (0x0006)
Code[0]:    0x00000001
Code[1]:    0x9014819c

Thread 0:
 #0   0x90073c48 in mach_msg_trap
 #1   0x90005f90 in mach_msg
 #2   0x00003ab4 in main (main.m:18)

Thread 1 Crashed:
 #0   0x9014819c in CFRunLoopWakeUp
 #1   0x9083183c in _waitForTermination
`)
  expect(report.threads.map(({ id, crashed, frames }) => [id, crashed, frames.length])).toEqual([
    [0, false, 3],
    [1, true, 2],
  ])
  expect(report.exception).toMatchObject({ type: 'EXC_BREAKPOINT' })
})

const lists = [
  '0 apples were sold\n1 pear was sold\n2 plums were sold\n3 coins are left',
  '1 Install Xcode\n2 Open the project\n3 Run\n',
  '0 Till main\n2 Till count\n3 Till open',
  '12:30 - Lunch\n13:30 - Work\n',
  'Monday 10:30 - Lunch\nTuesday 10:30 - Work\n',
  'Till.swift:12 - the drawer is open\nTill.swift:14 - the drawer is shut.\n',
]
test.each(lists)('%j is no stack', (list) => {
  expect(findPasted(`Notes of the day\n\n${list}\n`)).toBeUndefined()
})

test('a list of steps below a stack is no part of it', () => {
  const report = readPasted(`Thread 0 Crashed:
0   Till                          	0x0000000104ccc074 -[TLDrawer close] + 12
1   Till                          	0x0000000104ccc094 -[TLDrawer open] + 40

2 Then the drawer opens again.
3 Open it
`)
  expect(framesOf(report)).toHaveLength(2)
})
