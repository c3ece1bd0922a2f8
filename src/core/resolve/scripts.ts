/** Frames of scripts: which source map is of their bundle, what it says of each, and how sure that is. Loaded where a report has such frames. */
import { mapEvidence } from '../messages/map-evidence.ts'
import { say, type Said } from '../messages/message.ts'
import { mapProblem, type MapProblemKey } from '../messages/map-problems.ts'
import { eachFrame } from '../model/each-frame.ts'
import type { Call, ImageUuid } from '../model/image.ts'
import { pathName } from '../model/path-name.ts'
import { problemFrom, type Problem } from '../model/problem.ts'
import type { Frame, Grade, Report, Resolution } from '../model/report.ts'
import { bundleOf, type ScriptPlace } from '../model/script.ts'
import type { PlacedFrame } from './frames.ts'
import type { ScriptMapLookup, ScriptSource } from './symbol-lookup.ts'
import { gradeFrom } from './trust/grade.ts'

/** Frames in order, and what is told of them together. */
export interface NamedScripts {
  readonly found: ReadonlyMap<number, Resolution>
  readonly notes: readonly Problem[]
}

type ScriptFrame = Frame & { readonly script: ScriptPlace }

/** Bundles whose notes are told; a page of the web has one or two. */
const MOST_BUNDLES = 50
/** Maps that lead from one to the next: bytecode, bundle, sources. */
const LONGEST_CHAIN = 4
/** Functions that must have the printed names before a map counts as the right one. */
const FEWEST_AGREEING = 2

/** What bundlers of the web write. React Native's bundles have other endings. */
const WEB_BUNDLE = /\.m?js$/
type MissingKey = Extract<MapProblemKey, `script-map.missing${string}`>
const ANDROID_BUNDLE = /\.android\.bundle$/

/** How React Native's server of a developer names its bundle. */
const SERVED = /^https?:\/\/[^?#]{1,300}\.bundle(?=[/?#]|$)[^\n]*\bdev=true\b/

/** A row of Java stands only in reports of Android. */
function isOfAndroid(report: Report): boolean {
  for (const { language } of eachFrame(report)) if (language === 'java' || language === 'kotlin') return true
  return false
}

function missingCode(bundle: string, frames: readonly ScriptFrame[], report: Report): MissingKey {
  if (frames.some(({ script }) => SERVED.test(script.file ?? ''))) return 'script-map.missing.served'
  if (WEB_BUNDLE.test(bundle)) return 'script-map.missing.web'
  return ANDROID_BUNDLE.test(bundle) || (bundle === '' && isOfAndroid(report))
    ? 'script-map.missing.android'
    : 'script-map.missing'
}

/** Names that say nothing. */
const NAMELESS = /^(?:<?anonymous>?|<unknown>|\?|<global>|global(?: code)?|.)$/

/** Places of all frames of scripts, from the maps at hand. */
export function resolveScripts(
  report: Report,
  frames: readonly (PlacedFrame | undefined)[],
  maps: readonly ScriptMapLookup[],
): NamedScripts {
  const found = new Map<number, Resolution>()
  const notes: Problem[] = []
  const bundles = new Map<string, ScriptFrame[]>()
  for (const placed of frames) {
    const { frame } = placed ?? {}
    if (!frame?.script) continue
    const name = bundleOf(frame.script)
    const own = bundles.get(name)
    const one = { ...frame, script: frame.script }
    if (own) own.push(one)
    else bundles.set(name, [one])
  }
  const tell = (note: Problem): unknown => notes.length < MOST_BUNDLES && notes.push(note)
  for (const [bundle, own] of bundles) {
    const id = idOf(report, bundle)
    const given = chooseMap(
      bundle,
      id,
      maps.filter(({ isKept }) => !isKept),
    )
    const inLibrary = maps.filter(({ isKept }) => isKept)
    let chosen = given
    if (inLibrary.length > 0 && (typeof given === 'string' ? given !== 'several' : given.tie === 'only'))
      chosen = chooseKept({ bundle, id, own, maps: inLibrary, tell, file: report.file }) ?? given
    if (typeof chosen === 'string') {
      const frameCount = own.length
      const key: MapProblemKey = chosen === 'missing' ? missingCode(bundle, own, report) : `script-map.${chosen}`
      tell(mapProblem(key, { bundle, frames: frameCount }, { file: report.file, severity: 'note' }))
      continue
    }
    try {
      const places = chosen.places ?? follow(chosen.map, own, alike(chosen.map, maps))
      const agreement = agreementOf(own, places)
      const grade = gradeOf(chosen, agreement)
      own.forEach((frame, at) => {
        const place = places[at]
        if (place) found.set(frame.id, { kind: 'resolved', calls: [callOf(frame, place)], grade })
      })
      const mapped = places.filter((place) => place !== undefined).length
      if (mapped < own.length)
        tell(
          mapProblem(
            'script-map.outside',
            { map: chosen.map.path, mapped, frames: own.length },
            { file: report.file, severity: 'note' },
          ),
        )
    } catch (thrown) {
      tell(problemFrom(thrown, chosen.map.path))
    }
  }
  return { found, notes }
}

/** The debug id that the report lists for a bundle. */
function idOf({ images }: Report, bundle: string): ImageUuid | undefined {
  return bundle === '' ? undefined : images.find(({ name, uuid }) => uuid !== undefined && name === bundle)?.uuid
}

interface ChosenMap {
  readonly map: ScriptMapLookup
  readonly tie: 'id' | 'name' | 'only'
  /** Of the frames, where they were needed for the choice: a map of 100 MB takes seconds to decode. */
  readonly places?: Places
}

type Places = readonly (ScriptSource | undefined)[]

/** A map of the library leads on to such maps only, and a given one to given ones: the others may be of another build. */
const alike = (map: ScriptMapLookup, maps: readonly ScriptMapLookup[]): readonly ScriptMapLookup[] =>
  maps.filter(({ isKept }) => isKept === map.isKept)

interface KeptChoice {
  readonly bundle: string
  readonly id: ImageUuid | undefined
  readonly own: readonly ScriptFrame[]
  /** Of the library. */
  readonly maps: readonly ScriptMapLookup[]
  readonly tell: (note: Problem) => unknown
  readonly file: string
}

/**
 * The library's map of a bundle. Nobody gave it for this report, and apps name their bundles alike. So by its name alone a map must be plausible:
 * it has a source for most frames, and some function has the name that the report prints, if any can be compared. Of several the one with the most such names.
 */
function chooseKept({ bundle, id, own, maps, tell, file }: KeptChoice): ChosenMap | undefined {
  const same = id === undefined ? undefined : maps.find(({ debugId }) => debugId === id)
  if (same) return { map: same, tie: 'id' }
  const named = maps.filter(
    ({ bundles, debugId }) =>
      (bundle === '' || bundles.includes(bundle)) && (id === undefined || debugId === undefined),
  )
  let best: { readonly map: ScriptMapLookup; readonly agreeing: number; readonly places: Places } | undefined
  for (const map of named) {
    try {
      const places = follow(map, own, maps)
      const mapped = places.filter((place) => place !== undefined).length
      const { compared, agreeing } = agreementOf(own, places)
      const isPlausible = compared === 0 ? bundle !== '' || named.length === 1 : agreeing > 0
      if (2 * mapped > own.length && isPlausible && agreeing > (best?.agreeing ?? -1)) best = { map, agreeing, places }
    } catch (thrown) {
      tell(problemFrom(thrown, map.path))
    }
  }
  if (best) {
    tell(mapProblem('kept-map.by-name', { bundle, map: best.map.path }, { file, severity: 'note' }))
    return { map: best.map, tie: bundle === '' ? 'only' : 'name', places: best.places }
  }
  const [unfit] = named
  if (unfit) tell(mapProblem('kept-map.unfit', { bundle, map: unfit.path }, { file, severity: 'note' }))
  return undefined
}

/** The map of a bundle: by its debug id, else by its name; of a bundle without a name the only map that there is. */
function chooseMap(
  bundle: string,
  id: ImageUuid | undefined,
  maps: readonly ScriptMapLookup[],
): ChosenMap | 'missing' | 'several' | 'wrong-build' {
  if (maps.length === 0) return 'missing'
  const same = id === undefined ? undefined : maps.find(({ debugId }) => debugId === id)
  if (same) return { map: same, tie: 'id' }
  const [first, ...others] = bundle === '' ? firstSteps(maps) : maps.filter(({ bundles }) => bundles.includes(bundle))
  const only = maps.length === 1 ? maps[0] : undefined
  const map = first ?? only
  if (!map) return 'missing'
  if (id !== undefined && map.debugId !== undefined) return 'wrong-build'
  if (others.length > 0) return 'several'
  return { map, tie: first && bundle !== '' ? 'name' : 'only' }
}

/** Maps that no other map leads to would be better known by what they lead to; their names tell bytecode from bundles. */
function firstSteps(maps: readonly ScriptMapLookup[]): readonly ScriptMapLookup[] {
  const bytecode = maps.filter(({ path }) => /\.hbc\.map$/i.test(path))
  return bytecode.length === 1 ? bytecode : maps
}

/** Places in the sources; where a map leads into another map's bundle, that one is asked next. */
function follow(
  first: ScriptMapLookup,
  frames: readonly ScriptFrame[],
  maps: readonly ScriptMapLookup[],
): readonly (ScriptSource | undefined)[] {
  const places: (ScriptSource | undefined)[] = [...first.locate(frames.map(({ script }) => script))]
  const used = new Set([first])
  for (let step = 1; step < LONGEST_CHAIN; step++) {
    const next = maps.find(
      (map) => !used.has(map) && places.some((place) => place && map.bundles.includes(pathName(place.file))),
    )
    if (!next) break
    used.add(next)
    const asked = places.flatMap((place, at) =>
      place && next.bundles.includes(pathName(place.file)) ? [{ place, at }] : [],
    )
    const answers = next.locate(
      asked.map(({ place }) => ({ line: place.line, column: place.column - 1, file: place.file })),
    )
    asked.forEach(({ at }, position) => {
      const answer = answers[position]
      if (answer) places[at] = answer
    })
  }
  return places
}

interface Agreement {
  readonly compared: number
  readonly agreeing: number
}

/** How many functions have the names that the report prints; minified names and those without a name are left out. */
function agreementOf(frames: readonly ScriptFrame[], places: readonly (ScriptSource | undefined)[]): Agreement {
  let [compared, agreeing] = [0, 0]
  frames.forEach(({ symbol }, at) => {
    const [printed, mapped] = [lastPart(symbol?.name), lastPart(places[at]?.function)]
    if (printed === undefined || mapped === undefined) return
    compared++
    if (printed === mapped) agreeing++
  })
  return { compared, agreeing }
}

/** `Object.throwSmth` and `module.exports.throwSmth` are one function's name. */
function lastPart(name: string | undefined): string | undefined {
  const last = name?.slice(name.lastIndexOf('.') + 1)
  return last === undefined || last === '' || NAMELESS.test(last) ? undefined : last
}

function gradeOf({ map, tie }: ChosenMap, { compared, agreeing }: Agreement): Grade {
  const path = pathName(map.path)
  const names: readonly Said[] = compared > 0 ? [say(mapEvidence, 'script-names', { agreeing, compared })] : []
  const kept: readonly Said[] = map.isKept ? [say(mapEvidence, 'map-from-library', { map: path })] : []
  if (tie === 'id') return gradeFrom('exact', [say(mapEvidence, 'script-same-build', { map: path }), ...kept, ...names])
  // An earlier build of the same app has many of the same names.
  const isLikely = !map.isKept && agreeing >= FEWEST_AGREEING && 2 * agreeing >= compared
  const how = say(mapEvidence, tie === 'name' ? 'script-by-name' : 'script-only-map', { map: path })
  return gradeFrom(isLikely ? 'likely' : 'doubtful', [how, ...kept, ...names])
}

/** The place that the map has, with its name for the function, else with the report's. */
function callOf({ symbol }: Frame, place: ScriptSource): Call {
  const printed = symbol?.name ?? ''
  return {
    function: place.function ?? printed,
    mangled: printed,
    file: place.file,
    line: place.line,
    column: place.column,
    inlined: false,
    source: 'source-map',
  }
}
