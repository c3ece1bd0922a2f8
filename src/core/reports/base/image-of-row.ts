/** Images of a report, made of the rows that formats read. */
import type { BinaryImage } from '../../model/image.ts'
import type { Writable } from '../../model/writable.ts'

/**
 * The image of a row. All images have their fields in one order, whatever the order of the row: engines then keep one layout for the
 * hundreds of a report, and everything that reads them is quicker.
 */
export function imageOf(row: Omit<BinaryImage, 'index'>, size: number | undefined, index: number): BinaryImage {
  const image: Writable<BinaryImage> = { index, name: row.name }
  if (row.path !== undefined) image.path = row.path
  if (row.uuid !== undefined) image.uuid = row.uuid
  if (row.arch !== undefined) image.arch = row.arch
  if (row.loadAddress !== undefined) image.loadAddress = row.loadAddress
  if (size !== undefined) image.size = size
  if (row.version !== undefined) image.version = row.version
  if (row.bundleId !== undefined) image.bundleId = row.bundleId
  if (row.textVmaddr !== undefined) image.textVmaddr = row.textVmaddr
  if (row.slide !== undefined) image.slide = row.slide
  if (row.slideFrom !== undefined) image.slideFrom = row.slideFrom
  if (row.listedLoadAddress !== undefined) image.listedLoadAddress = row.listedLoadAddress
  if (row.origin !== undefined) image.origin = row.origin
  return image
}
