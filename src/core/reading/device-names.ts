/** Names of devices by the identifier that their reports print. */
import { deviceRows } from '../messages/devices.ts'

let names: ReadonlyMap<string, string> | undefined

/** The name of a device, `iPhone 14 Pro` for `iPhone15,2`; undefined where none is known. */
export function deviceName(identifier: string): string | undefined {
  names ??= new Map(deviceRows.trim().split('\n').flatMap(namesOf))
  return names.get(identifier)
}

function namesOf(row: string): readonly (readonly [identifier: string, name: string])[] {
  const [name = '', identifiers = ''] = row.split(': ')
  return identifiers.split(' ').map((identifier) => [identifier, name])
}
