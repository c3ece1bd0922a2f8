/** Heads of console lines east and west of Greenwich. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

test.each(['-0800', '+0100', ''])('a date with the zone “%s” is no part of the name of a program', (zone) => {
  const date = `2020-02-13 19:37:15.398395${zone}`
  const [told] =
    toldOf(`${date} Larder[32437:5670227] *** Terminating app due to uncaught exception 'RCTFatalException: Unhandled JS Exception: TypeError: till.weigh is not a function', reason: 'Unhandled JS Exception: TypeError: till.weigh is not a function, stack:
weigh@397:171724
<unknown>@397:172723
global code@401:4
'
*** First throw call stack:
(
 0   CoreFoundation                      0x00007fff23c7127e __exceptionPreprocess + 350
 1   libobjc.A.dylib                     0x00007fff513fbb20 objc_exception_throw + 48
 2   Larder                              0x0000000105c217b1 -[RCTExceptionsManager reportFatalException:stack:exceptionId:] + 508
)
libc++abi.dylib: terminating with uncaught exception of type NSException
`)
  expect(told?.report.header).toMatchObject({ process: 'Larder', pid: 32437, date })
  expect(told?.headline.title).toContain('JavaScript threw: TypeError: till.weigh is not a function')
  const script = told?.report.backtraces.find(({ title }) => title === 'JavaScript stack')
  expect(script?.frames.map(({ symbol }) => symbol?.name)).toEqual(['weigh', '<unknown>', 'global code'])
  expect(told?.report.problems).toEqual([])
})
