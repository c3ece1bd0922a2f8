/** Threads and images in the plists that Apple's own kcdata library makes of a buffer. */

export interface KcExpectation {
  /** Thread id -> return addresses, kernel rows first. */
  readonly threads: ReadonlyMap<string, readonly bigint[]>
  readonly uuids: readonly string[]
}

type Plist = bigint | string | boolean | readonly Plist[] | Dict
interface Dict {
  readonly members: ReadonlyMap<string, Plist>
}
const membersOf = (value: Plist | undefined): ReadonlyMap<string, Plist> | undefined =>
  typeof value === 'object' && 'members' in value ? value.members : undefined
const itemsOf = (value: Plist | undefined): readonly Plist[] =>
  typeof value === 'object' && !('members' in value) ? value : []

/** A property list as a value. */
function readPlist(xml: string): Plist {
  const tokens = [...xml.matchAll(/<(\/?)(dict|array|key|integer|string|real|true|false|data|date)\s*(\/?)>([^<]*)/g)]
  let at = 0
  const read = (): Plist => {
    const [, , tag = '', selfClosed = '', text = ''] = tokens[at++] ?? []
    if (tag === 'true' || tag === 'false') return tag === 'true'
    if (tag === 'dict' || tag === 'array') {
      const map = new Map<string, Plist>()
      const items: Plist[] = []
      while (selfClosed === '' && at < tokens.length && !(tokens[at]?.[1] === '/' && tokens[at]?.[2] === tag)) {
        if (tag === 'array') items.push(read())
        else {
          const key = read()
          map.set(typeof key === 'string' ? key : '', read())
        }
      }
      if (selfClosed === '') at++
      return tag === 'dict' ? { members: map } : items
    }
    if (selfClosed === '') at++
    return tag === 'integer' ? BigInt(text.trim()) : text
  }
  return read()
}

/** A value of a property list, with the keys that lead to it; arrays and numbered keys are `*`. */
export interface PlistLeaf {
  readonly path: string
  readonly value: bigint | string | boolean
}

/** All values of a property list; a UUID in sixteen numbers is one. */
export function leavesOf(xml: string): readonly PlistLeaf[] {
  const leaves: PlistLeaf[] = []
  const visit = (value: Plist, path: string): void => {
    const members = membersOf(value)
    if (members) {
      for (const [key, member] of members) visit(member, `${path}.${/^\d+$/.test(key) ? '*' : key}`)
    } else if (typeof value !== 'object') leaves.push({ path, value })
    else if (
      /uuid/i.test(path) &&
      itemsOf(value).length === 16 &&
      itemsOf(value).every((item) => typeof item === 'bigint')
    ) {
      const hex = itemsOf(value).map((byte) => (byte as bigint).toString(16).padStart(2, '0'))
      leaves.push({ path, value: hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') })
    } else for (const item of itemsOf(value)) visit(item, `${path}.*`)
  }
  visit(readPlist(xml), '')
  return leaves
}

export function expectationOf(xml: string): KcExpectation {
  const threads = new Map<string, readonly bigint[]>()
  const uuids: string[] = []
  const lrs = (value: Plist | undefined): bigint[] =>
    itemsOf(value).flatMap((row) => {
      const lr = membersOf(row)?.get('lr') ?? row
      return typeof lr === 'bigint' ? [lr] : []
    })
  const walk = (key: string, value: Plist): void => {
    const members = membersOf(value)
    if (key === 'thread_snapshots') {
      for (const [id, thread] of members ?? []) {
        const rows = membersOf(thread)
        threads.set(id, [
          ...lrs(rows?.get('kernel_stack_frames') ?? rows?.get('kernel_stack_lr')),
          ...lrs(rows?.get('user_stack_frames') ?? rows?.get('user_stack_lr')),
        ])
      }
    }
    if (key === 'dyld_load_info') {
      for (const image of members ? [value] : itemsOf(value)) {
        const bytes = itemsOf(membersOf(image)?.get('imageUUID')).map((byte) => (typeof byte === 'bigint' ? byte : 0n))
        if (bytes.length > 0)
          uuids.push(
            bytes
              .map((byte) => byte.toString(16).padStart(2, '0'))
              .join('')
              .toUpperCase(),
          )
      }
    }
    for (const [name, item] of members ?? []) walk(name, item)
  }
  walk('', readPlist(xml))
  return { threads, uuids }
}
