/** Fields of made objects that are there and have no value. */

/** Parameters of a sentence may have no value: the sentence then leaves out a part. */
const PARAMETERS: ReadonlySet<string> = new Set(['params', 'parameters'])

/** Paths of all fields whose value is `undefined`, such as `threads.0.name`. */
export function emptyFieldsIn(value: unknown): readonly string[] {
  const found: string[] = []
  const seen = new Set<object>()
  const open: { readonly value: unknown; readonly path: string }[] = [{ value, path: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: one, path } = next
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one) || seen.has(one)) continue
    seen.add(one)
    for (const [key, field] of Object.entries(one)) {
      const place = path === '' ? key : `${path}.${key}`
      if (field === undefined) found.push(place)
      else if (!PARAMETERS.has(key)) open.push({ value: field, path: place })
    }
  }
  return found
}
