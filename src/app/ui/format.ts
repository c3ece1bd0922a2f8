/** Sizes, rates, times and dates in words. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

export function formatSeconds(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return `${Math.round(seconds)} s`
  return `${Math.round(seconds / 60)} min`
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

export function formatDay(milliseconds: number): string {
  return new Date(milliseconds).toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric' })
}
