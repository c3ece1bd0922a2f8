/** A web page's blocks before and behind a crash report in one line with it. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const page = (user: string) => `<p>It does not open any more.</p><pre><code>Process:         Till [470]
Path:            /Applications/Till.app/Contents/MacOS/Till
Identifier:      shop.till
Version:         ??? (???)
Code Type:       X86-64 (Native)
Parent Process:  launchd [1]

Date/Time:       2011-08-16 22:34:13.941 -0700
OS Version:      Mac OS X 10.7 (11A511)
Report Version:  9

Crashed Thread:  0

Exception Type:  EXC_BREAKPOINT (SIGTRAP)
Exception Codes: 0x0000000000000002, 0x0000000000000000

Application Specific Information:
dyld: launch, loading dependent libraries

Dyld Error Message:
  Symbol not found: _weigh
  Referenced from: ${user}
  Expected in: /Applications/Till.app/Contents/Resources/lib/libscale.2.dylib
 in ${user}</code></pre></div><div id="tags" class="tags">startup crash lion</div>
`
const SYSTEM = '/usr/lib/libcups.2.dylib'

test('what stands beside a report on a page is neither its field nor the linker’s word', () => {
  const [told] = toldOf(page(SYSTEM))
  expect(told?.report.header).toMatchObject({ process: 'Till', pid: 470 })
  expect(told?.report.applicationInfo).toContain(`in ${SYSTEM}`)
  expect(told?.report.applicationInfo.join('\n')).not.toContain('startup')
})

test('a library lacks the symbol, whoever asks for it', () => {
  const said = (user: string) => toldOf(page(user))[0]?.stated.join('\n')
  for (const user of [SYSTEM, '/Applications/Till.app/Contents/Resources/lib/libtill.dylib'])
    expect(said(user)).toContain('is there, but does not have it')
  expect(said(SYSTEM)).not.toContain('built and embedded together')
})

test('the arrow of a region, which a page has as an entity, points at the guard of a stack', () => {
  const address = '0x00007fff54e9bff8'
  const text = page(SYSTEM)
    .replace('EXC_BREAKPOINT (SIGTRAP)', 'EXC_BAD_ACCESS (SIGSEGV)')
    .replace(
      /Exception Codes:[^]*Dyld Error Message:[^<]*/,
      `Exception Codes: KERN_PROTECTION_FAILURE at ${address}

VM Regions Near ${address}:
    MALLOC_SMALL           00007feea3000000-00007feea5800000 [ 40.0M] rw-/rwx SM=PRV
--&gt; STACK GUARD            00007fff5169c000-00007fff54e9c000 [ 56.0M] ---/rwx SM=NUL  stack guard for thread 0
    Stack                  00007fff54e9c000-00007fff5569c000 [ 8192K] rw-/rwx SM=COW  thread 0

Thread 0 Crashed:
0   Till   0x000000010478c100 weigh + 256
`,
    )
  expect(toldOf(text)[0]?.stated.join('\n')).toContain('Stack overflow')
})
