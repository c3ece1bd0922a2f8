/** Demanglers are large and seldom needed on the page: they load with the first full name. */
import type { Demangle } from '../../../core/reading/lines.ts'

export async function loadDemangle(): Promise<Demangle> {
  const { demangle } = await import('../../../core/demangle/registry.ts')
  const known = new Map<string, string>()
  return (name, style) => {
    const key = `${style} ${name}`
    let readable = known.get(key)
    if (readable === undefined) {
      readable = demangle(name, style)
      known.set(key, readable)
    }
    return readable
  }
}
