/** Every export of the symbol engine. */
import { INDEX_VERSION } from './layout'

/** Version of the index format that this module writes. */
export function indexVersion(): i32 {
  return INDEX_VERSION
}
