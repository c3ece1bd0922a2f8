/** Keys of images. */
import type { Arch, ImageUuid } from './image.ts'

/** An image's key as text, for maps and sets. */
export function keyText({ uuid, arch }: { readonly uuid: ImageUuid; readonly arch: Arch }): string {
  return `${uuid} ${arch}`
}
