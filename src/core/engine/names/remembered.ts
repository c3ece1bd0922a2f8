/** Caches a promise for each key object, as long as the object lives. Failures are not cached: the next call tries again. */
export function remembered<K extends object, V>(
  cache: WeakMap<K, Promise<V>>,
  key: K,
  begin: () => Promise<V>,
): Promise<V> {
  const known = cache.get(key)
  if (known) return known
  const made = begin()
  cache.set(key, made)
  made.catch(() => cache.delete(key))
  return made
}
