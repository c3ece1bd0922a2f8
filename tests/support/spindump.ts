/** Spindumps of any size: what of the rows is the same, is so by counting and not by chance. */

const HEAD = `Date/Time:        2026-03-01 10:00:00.000 +0100
End time:         2026-03-01 10:00:10.000 +0100
OS Version:       macOS 14.4 (Build 23E214)
Architecture:     arm64e
Report Version:   40
Data Source:      Stackshots

Command:          Shop
Path:             /Applications/Shop.app/Contents/MacOS/Shop
PID:              42

Event:            hang
Duration:         10.00s
Steps:            100 (100ms sampling interval)

`

/**
 * Processes of some threads each; the last one is `Shop [42]`, which the report is about. Each thread has 100 samples: 50 in
 * `work1`, which `turn` calls at two addresses, and the others in a wait, or, in the first thread, in `draw`.
 */
export function spindump(processes: number, threads: number, depth = 4): string {
  const lines: string[] = []
  for (let process = 0; process < processes; process++) {
    const isShop = process === processes - 1
    const name = isShop ? 'Shop' : `daemon${process}`
    const pid = isShop ? 42 : 1000 + process
    const uuid = `${process.toString(16).padStart(8, '0').toUpperCase()}-AEAB-3BF1-AC79-C58000DAAC3A`
    const folder = isShop ? '/Applications/Shop.app/Contents/MacOS' : '/usr/libexec'
    const base = 0x1_0000_0000 + process * 0x100_0000
    lines.push(
      `Process:          ${name} [${pid}]`,
      `UUID:             ${uuid}`,
      `Path:             ${folder}/${name}`,
      '',
    )
    for (let thread = 0; thread < threads; thread++) {
      let at = thread * 1000
      const row = (level: number, count: number, label: string): number =>
        lines.push(
          `${' '.repeat(2 + 2 * level)}${count}  ${label} + ${(at += 16)} (${name} + ${at}) [0x${(base + at).toString(16)}]`,
        )
      const label = thread === 0 ? 'DispatchQueue "com.apple.main-thread"(1)' : `Thread name "worker ${thread}"`
      lines.push(
        `  Thread 0x${(process * 1000 + thread).toString(16)}    ${label}    100 samples (1-100)    priority 31`,
      )
      row(0, 100, 'start')
      for (let level = 1; level <= depth; level++) row(level, 100, `turn${level % 3}`)
      row(depth + 1, 30, 'work1')
      row(depth + 1, 20, 'work1')
      row(depth + 1, 50, thread === 0 ? 'draw' : 'mach_msg2_trap')
      lines.push('')
    }
    const end = (base + 0xf_ffff).toString(16)
    lines.push(
      '  Binary Images:',
      `           0x${base.toString(16)} -        0x${end}  ${name} (1)  <${uuid}>  ${folder}/${name}`,
      '',
    )
  }
  return `${HEAD}${lines.join('\n')}\n`
}

/** A spindump with a deadlock of two processes, and a thread that waits for one of the two. */
export function deadlockedSpindump(): string {
  const thread = (name: string, id: number, label: string, note: string): string[] => [
    `  Thread 0x${id.toString(16)}    ${label}    100 samples (1-100)    priority 31`,
    `  100  start + 16 (${name} + 16) [0x100000010]`,
    `   *100  psynch_mtxcontinue + 0 (kernel + 11285) [0xffffff8003753c15]${note}`,
    '',
  ]
  const process = (name: string, pid: number, threads: readonly string[]): string[] => [
    `Process:          ${name} [${pid}]`,
    `Path:             /Applications/${name}.app/Contents/MacOS/${name}`,
    '',
    ...threads,
  ]
  const waitsFor = (name: string, pid: number, id: number): string =>
    ` (blocked by turnstile with priority 46 waiting for ${name} [${pid}] thread 0x${id.toString(16)}) 1-100`
  const main = 'DispatchQueue "com.apple.main-thread"(1)'
  const lines = [
    ...process('paymentd', 77, [
      ...thread('paymentd', 0x201, 'Thread name "ledger"', waitsFor('Shop', 42, 0x101)),
      ...thread('paymentd', 0x202, 'Thread name "idle"', ' (blocked by semaphore) 1-100'),
    ]),
    ...process('Shop', 42, [
      ...thread('Shop', 0x101, main, waitsFor('paymentd', 77, 0x201)),
      ...thread('Shop', 0x102, 'Thread name "loader"', waitsFor('Shop', 42, 0x101)),
    ]),
  ]
  return `${HEAD}${lines.join('\n')}\n`
}
