/** Reasons of a process's end as the kernel numbers them (xnu's `sys/reason.h` and `sys/kern_memorystatus.h`). */
import { exitReasons } from '../../messages/exit-reasons.ts'
import { signalName } from '../base/mach-names.ts'

/** Namespaces by number, as crash reports name them. */
const namespaces = [
  'INVALID',
  'JETSAM',
  'SIGNAL',
  'CODESIGNING',
  'HANGTRACER',
  'TEST',
  'DYLD',
  'LIBXPC',
  'OBJC',
  'EXEC',
  'SPRINGBOARD',
  'TCC',
  'REPORTCRASH',
  'COREANIMATION',
  'AGGREGATED',
  'RUNNINGBOARD',
  'SKYWALK',
  'SETTINGS',
  'LIBSYSTEM',
  'FOUNDATION',
  'WATCHDOG',
  'METAL',
  'WATCHKIT',
  'GUARD',
  'ANALYTICS',
  'SANDBOX',
  'SECURITY',
  'ENDPOINTSECURITY',
  'PAC_EXCEPTION',
  'BLUETOOTH_CHIP',
  'PORT_SPACE',
  'WEBKIT',
  'BACKLIGHTSERVICES',
  'MEDIA',
  'ROSETTA',
  'LIBIGNITION',
  'BOOTMOUNT',
] as const

export function exitNamespace(number: number): string {
  return namespaces[number] ?? String(number)
}

/** The meaning of a code in its namespace; undefined for codes of programs and for unknown ones. */
export function exitIndicator(namespace: string, code: bigint): string | undefined {
  const number = Number(code)
  switch (namespace) {
    case 'SIGNAL':
      return signalName(number)
    case 'JETSAM':
      return exitReasons.jetsam[number]
    case 'CODESIGNING':
      return exitReasons.codeSigning[number]
    case 'EXEC':
      return exitReasons.exec[number]
    default:
      return undefined
  }
}
