/** The engine: the one door of the core. It joins the parts and knows no host. Code that many visits do not need is loaded late. */
import type { Engine } from './engine-types.ts'
import { frameMethods } from './engine/frames/frames.ts'
import { indexMethods } from './engine/indexing/indexes.ts'
import { fileMethods } from './engine/intake/files.ts'
import { reportMethods } from './engine/names/reports.ts'
import { makeServices, type EnginePorts } from './engine/services.ts'

export type { EnginePorts }

/** Makes an engine over a host's store and builder. None of its promises rejects because of a file's content. */
export function createEngine(ports: EnginePorts): Engine {
  const services = makeServices(ports)
  const reports = reportMethods(services)
  return { ...fileMethods(services), ...reports, ...frameMethods(services, reports), ...indexMethods(services) }
}
