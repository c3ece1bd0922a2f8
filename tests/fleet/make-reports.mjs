/**
 * `node tests/fleet/make-reports.mjs COUNT FILE`: writes COUNT lines of JSON with reports, made of the sample with varied facts, and beside them
 * FILE.ledger, which says what each is. The same COUNT gives the same bytes. One line in fifty is sent twice, and one in 499 is no report.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const sample = readFileSync(new URL('../../public/sample/Trailmap.ips', import.meta.url), 'utf8')
const split = sample.indexOf('\n')
const header = JSON.parse(sample.slice(0, split))
const body = JSON.parse(sample.slice(split))

/** The crashes: how many frames of the app are cut off the top of the sample's stack, and how the program ends. */
const PLACES = [0, 1, 2, 3, 4, 5, 6]
const ENDS = [
  { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', subtype: 'KERN_INVALID_ADDRESS at 0x0000000000000008' },
  { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
  { type: 'EXC_CRASH', signal: 'SIGABRT' },
]
const VERSIONS = ['2.2.0', '2.3.0', '2.3.1', '2.4.0', '2.4.1']
const SYSTEMS = ['16.7.8', '17.4.1', '17.5.1', '18.0']
const DEVICES = ['iPhone12,1', 'iPhone14,5', 'iPhone15,2', 'iPad13,4']
const TWICE = 50
const NO_REPORT = 499

/** The same numbers at every run. */
function createRandom(seed) {
  let state = Math.imul(seed + 1, 2654435761) >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Small numbers are more frequent: few crashes make most reports. */
const skewed = (random, count) => Math.min(random(count), random(count))

function makeReport(number) {
  const random = createRandom(number)
  const place = PLACES[skewed(random, PLACES.length)]
  const end = skewed(random, ENDS.length)
  const [version, system, device] = [VERSIONS, SYSTEMS, DEVICES].map((list) => list[skewed(random, list.length)])
  const day = String(1 + random(28)).padStart(2, '0')
  const month = String(5 + random(2)).padStart(2, '0')
  const incident = `5B0E7C1A-93D4-4F6B-8A27-${number.toString(16).toUpperCase().padStart(12, '0')}`
  const base = 0x100000000 + random(0x4000) * 0x4000
  const threads = structuredClone(body.threads)
  for (const thread of threads) {
    delete thread.threadState
    delete thread.instructionState
  }
  const frames = threads[0].frames.slice(place)
  // The innermost frame was a return address: its call is the instruction before.
  if (place > 0) frames[0] = { ...frames[0], imageOffset: frames[0].imageOffset - 4 }
  threads[0].frames = frames
  const text = [
    { ...header, incident_id: incident, app_version: version, os_version: `iPhone OS ${system} (21F90)` },
    {
      ...body,
      incident,
      exception: ENDS[end],
      modelCode: device,
      osVersion: { ...body.osVersion, train: `iPhone OS ${system}` },
      bundleInfo: { ...body.bundleInfo, CFBundleShortVersionString: version },
      captureTime: `2024-${month}-${day} 08:14:36.8127 +0200`,
      usedImages: body.usedImages.map((image, at) => (at === 0 ? { ...image, base } : image)),
      vmRegionInfo: undefined,
      termination: undefined,
      threads,
    },
  ]
  return { incident, version, crash: `${place}/${end}`, report: text.map((part) => JSON.stringify(part)).join('\n') }
}

/** Writes the reports and their ledger: `incident version crash` a line, and `- - -` for what is no report. */
export function makeReports(count, path) {
  const [file, ledger] = [path, `${path}.ledger`].map((each) => openSync(each, 'w'))
  for (let number = 0; number < count; number++) {
    if (number % NO_REPORT === NO_REPORT - 1) {
      writeSync(file, `{"id":${number},"report":"no report"}\n`)
      writeSync(ledger, '- - -\n')
      continue
    }
    const source = number % TWICE === TWICE - 1 ? number - TWICE / 2 : number
    const { incident, version, crash, report } = makeReport(source)
    writeSync(file, `${JSON.stringify({ id: number, name: `${incident}.ips`, report })}\n`)
    writeSync(ledger, `${incident} ${version} ${crash}\n`)
  }
  for (const each of [file, ledger]) closeSync(each)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , count, path] = process.argv
  makeReports(Number(count), path)
}
