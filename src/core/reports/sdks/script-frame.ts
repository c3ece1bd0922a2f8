/** Frames of JavaScript in an event of an SDK. */
import type { PrintedSymbol } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { scriptPlace } from '../text/script-place.ts'

const SCRIPT_FILE = /\.(?:js|bundle|jsbundle|hbc)(?:[?#]|$)/

/** The place in a script of a frame without an address. Either the SDK says that it is JavaScript, or its file does. */
export function scriptOfFrame(
  { file, line, column }: { readonly [key in 'file' | 'line' | 'column']: PrintedSymbol[key] | undefined },
  isScript: boolean,
  fromOne: boolean,
): Pick<FrameRow, 'script' | 'language'> {
  if (!isScript && !SCRIPT_FILE.test(file ?? '')) return {}
  return { script: scriptPlace(omitUndefined({ file, line, column }), fromOne), language: 'javascript' }
}
