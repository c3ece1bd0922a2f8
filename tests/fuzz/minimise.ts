/**
 * Delta debugging: from an input that breaks a promise to the smallest found that still does. First halves are left out, then smaller
 * and smaller cuts, then single bytes are set to 0, so that what is left shows what matters.
 */

/** `fails` says if an input still breaks the promise; it is called at most `most` times. */
export async function minimise(
  input: Uint8Array,
  fails: (input: Uint8Array) => Promise<boolean>,
  most = 3000,
): Promise<Uint8Array> {
  let smallest = input
  let left = most
  const keepIf = async (candidate: Uint8Array): Promise<boolean> => {
    if (left-- <= 0 || !(await fails(candidate))) return false
    smallest = candidate
    return true
  }
  for (let cut = Math.floor(smallest.length / 2); cut > 0 && left > 0; cut = Math.floor(cut / 2)) {
    for (let at = 0; at < smallest.length && left > 0;) {
      // After a successful cut the next bytes are at the same place.
      if (await keepIf(joined(smallest.subarray(0, at), smallest.subarray(at + cut)))) continue
      at += cut
    }
  }
  for (let at = 0; at < smallest.length && left > 0; at++) {
    if (smallest[at] === 0) continue
    const zeroed = smallest.slice()
    zeroed[at] = 0
    await keepIf(zeroed)
  }
  return smallest
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}
