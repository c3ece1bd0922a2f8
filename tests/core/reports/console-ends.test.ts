/** Lines and sentences on an end that somebody copied alone. */
import { expect, test } from 'vitest'
import { readConsole } from './console-text.ts'

const CAROUSEL = 'Background App Refresh watchdog transgression. Exhausted wall time allowance of 15.00 seconds.'
test.each([
  `Termination Reason: CAROUSEL, ${CAROUSEL}`,
  `We see many of these on a watch:\n\n> Termination Reason: CAROUSEL, ${CAROUSEL}\n\nWhat is it?`,
  `Termination Reason:    Namespace CAROUSEL, ${CAROUSEL}`,
])('a reason without a code: %j', (text) => {
  const told = readConsole(text)
  expect(told?.report.termination).toMatchObject({ namespace: 'CAROUSEL', reasons: [CAROUSEL] })
  expect(told?.told.title).toContain(CAROUSEL)
})

test.each([
  ['iOS terminates our app with `0xdead10cc` (RUNNINGBOARD) because of a lock.', 0xdead10ccn, 'RUNNINGBOARD'],
  ['The app is killed by the system with code 0x8badf00d when it starts.', 0x8badf00dn, undefined],
  ['It exits with “0xc00010ff” after an hour.', 0xc00010ffn, undefined],
])('a code that somebody tells: %s', (text, code, namespace) => {
  expect(readConsole(text)?.report.termination).toMatchObject({ code, ...(namespace && { namespace }) })
})

test.each([
  'What does 0xdead10cc mean?',
  'The table of codes has 0x8badf00d.',
  'It is terminated. Later I read about 0xdead10cc.',
  'It is killed with 0xdeadbeef.',
  'Termination Reason: see below',
])('no end is told: %s', (text) => {
  expect(readConsole(text)).toBeUndefined()
})

test.each(['', ' -> 0x00000001a68a9490'])('the subtype of a report alone, stripped address "%s"', (stripped) => {
  const told = readConsole(
    `It does not work there.\n\nKERN_INVALID_ADDRESS at 0x20000001a68a9490${stripped} (possible pointer authentication failure)\n`,
  )
  expect(told?.report.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', address: 0x2000_0001_a68a_9490n })
  expect(told?.told.title).toContain('possible pointer authentication failure')
})

test('the home screen of old iPhones tells a limit, not a crash', () => {
  const told = readConsole('SBUnsuspendLimit till[24820] exceeded 15 wakes in 300 sec\n\nWhat steps reproduce it?')
  expect(told?.report.applicationInfo).toEqual(['SBUnsuspendLimit till[24820] exceeded 15 wakes in 300 sec'])
  expect(told?.told.title).not.toMatch(/crash/i)
})

test('an exception as HockeyApp writes it into issues', () => {
  const told = readConsole(
    '## Version: 2.0 (200) | org.example.till\n## Reason\n\n NSInternalInconsistencyException, reason: no drawer is open\n',
  )
  expect(told?.report.exception).toMatchObject({
    name: 'NSInternalInconsistencyException',
    reason: 'no drawer is open',
  })
  expect(told?.told.title).toContain('no drawer is open')
})
