/** Amounts in words. */

/** Files and transfers, in thousands. */
export function formatBytes(bytes: number): string {
  return scaled(bytes, 1000)
}

/** Memory and what is mapped into it, in steps of 1,024 as Apple's tools count there. */
export function formatMemory(bytes: number): string {
  return scaled(bytes, 1024)
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

function scaled(bytes: number, step: number): string {
  let value = Math.abs(bytes)
  let unit = 0
  // A value that rounds to a whole step is 1 of the next unit.
  while (value >= step - 0.5 && unit < units.length - 1) {
    value /= step
    unit++
  }
  return `${bytes < 0 ? '−' : ''}${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}
