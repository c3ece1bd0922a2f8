/** Bytes of a task. */
const SLICE = 4 << 20

/** The text of a Blob, decoded in slices: of a large one, no task is long. */
export async function textOfBlob(blob: Blob, slice = SLICE): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let at = 0; at < blob.size; at += slice)
    text += decoder.decode(await blob.slice(at, at + slice).arrayBuffer(), { stream: true })
  return text + decoder.decode()
}
