/** The look of an exported report: system fonts, light and dark, fit for print. */

/** Colours by their names, light and dark. */
export const reportColours = {
  ink: ['#1c1e21', '#e7e9ec'],
  soft: ['#62676e', '#a3a9b1'],
  faint: ['#6a7078', '#8b9199'],
  paper: ['#ffffff', '#16181b'],
  card: ['#f6f7f8', '#1e2125'],
  line: ['#e3e5e8', '#2d3136'],
  accent: ['#0b63ce', '#7ab4ff'],
  crash: ['#b3261e', '#ff8a80'],
  warn: ['#8a5a00', '#e5b567'],
} as const

/** The colours as custom properties; `valueOf` may put another value over one. */
export function colourRules(isDark: boolean, valueOf = (_name: string, colour: string): string => colour): string {
  const rules = Object.entries(reportColours).map(([name, of]) => `--${name}: ${valueOf(name, of[isDark ? 1 : 0])};`)
  return rules.join(' ')
}

/** Faces of systems for Chinese: Apple's, Windows', and those of Linux. */
const CHINESE_FACE =
  'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif'

/** The place of the rules: a page of their own, or an element of another page. */
export interface StyledPlace {
  /** Selector of what holds the reports, and rules that give it its place. */
  readonly body: string
  readonly place: string
  /** Names of the elements that are headings of each level. */
  readonly headings: readonly [string, string, string]
  /** The condition under which there is little room. */
  readonly narrow: string
}

/** The rules for reports. */
export const reportRules = ({ body, place, headings: [h1, h2, h3], narrow }: StyledPlace): string => `
* { box-sizing: border-box; }
${body} { ${place} background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
code, pre, .mono { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .86em; }
header p { margin: .35rem 0 0; color: var(--soft); }
${h1} { font-size: 1.75rem; line-height: 1.25; margin: 0; letter-spacing: -.01em; text-wrap: balance; }
${body}:lang(zh) { font-family: ${CHINESE_FACE}; line-break: strict; word-break: normal; }
${body}:lang(zh) ${h1} { letter-spacing: normal; }
${h2} { font-size: 1.05rem; margin: 2.5rem 0 .6rem; }
${h3} { font-size: 1rem; margin: 1.5rem 0 .4rem; }
.code { color: var(--crash); white-space: nowrap; }
.why { margin-top: 1.5rem; padding: 1rem 1.25rem; background: var(--card); border-radius: 10px; }
.why p { margin: 0 0 .5rem; } .why ul { margin: .4rem 0 0; padding-left: 1.2rem; color: var(--soft); }
.seen { color: var(--soft); }
ol.stack { list-style: none; margin: 0; padding: 0; }
ol.stack > li { display: grid; grid-template-columns: 2.6rem minmax(5rem, 10rem) 1fr; gap: 0 .75rem; padding: .22rem .5rem;
  border-radius: 6px; break-inside: avoid; }
ol.stack > li.read { background: var(--card); box-shadow: inset 3px 0 0 var(--crash); }
ol.tree { list-style: none; margin: 0; padding: 0; } ol.tree li { display: grid; grid-template-columns: 4rem 3.5rem 1fr; gap: .5rem; padding: .1rem .5rem; }
ol.tree i { font-style: normal; } ol.tree small { color: var(--faint); font-size: .8em; }
.number, ol.tree i { color: var(--faint); text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.image { color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.own .name { font-weight: 600; } li:not(.own) { color: var(--soft); }
.call { display: block; } .call + .call { padding-left: 1.25rem; }
.place { color: var(--accent); } li:not(.own) .place { color: var(--faint); }
ol.stack .source, ol.stack .variables { grid-column: 3; min-width: 0; } .variables ul { margin: 0; padding-left: 1rem; list-style: none; overflow-wrap: anywhere; } .variables summary { padding: .1rem 0; } .variables p { margin: .1rem 0; } .source summary { padding: .1rem 0; } .source p { margin: .1rem 0; }
.source pre { padding: .5rem; line-height: 1.4; } .source .number { display: inline-block; min-width: 3ch; margin-right: .75rem; user-select: none; }
.source mark { display: inline-block; min-width: 100%; background: var(--line); color: inherit; } .source u { text-decoration: underline 2px var(--crash); text-underline-offset: 3px; }
.tag { color: var(--faint); font-size: .8em; white-space: nowrap; } .doubtful, .recovered { color: var(--warn); font-size: .8em; } .likely { color: var(--soft); font-size: .8em; }
.address { color: var(--faint); white-space: nowrap; }
details { margin: .2rem 0; } summary { cursor: pointer; color: var(--soft); padding: .22rem .5rem; }
summary:focus-visible { outline: 2px solid var(--accent); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; } th { text-align: left; color: var(--soft); font-weight: 500; }
.timeline th, .timeline td { padding-right: 1rem; } .timeline td:nth-child(-n+2) { white-space: nowrap; font-variant-numeric: tabular-nums; } .timeline td:last-child { width: 99%; }
td, th { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr.read { background: var(--card); box-shadow: inset 3px 0 0 var(--crash); } .fault td, .fault th { padding-left: .6rem; white-space: nowrap; } .values th, .values td { padding-left: .6rem; } .values td:nth-child(2) { white-space: nowrap; } .values td:last-child { width: 99%; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } pre { overflow-x: auto; background: var(--card); padding: 1rem; border-radius: 10px; margin: .5rem 0; }
.missing { color: var(--warn); } .note { margin: 0; white-space: pre-wrap; }
footer { margin-top: 3rem; color: var(--faint); font-size: .85rem; }
${narrow} { ol.stack > li { grid-template-columns: 1.8rem 1fr; } .image { grid-column: 2; } .calls, ol.stack .source, ol.stack .variables { grid-column: 2; }
  ${h1} { font-size: 1.4rem; } .scroll table { overflow-wrap: break-word; } }
@media print { .why, pre, ol.stack > li.read { background: none; border: 1px solid var(--line); }
  summary { list-style: none; } }
`

/** The sheet of a page that holds reports alone. */
export const pageStyle = `
:root { color-scheme: light dark; ${colourRules(false)} }
@media (prefers-color-scheme: dark) { :root { ${colourRules(true)} } }
${reportRules({
  body: 'body',
  place: 'margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.25rem 5rem;',
  headings: ['h1', 'h2', 'h3'],
  narrow: '@media (max-width: 40rem)',
})}
@media (max-width: 40rem) { body { padding-top: 1.5rem; } }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } }
`

/** Replacements for elements, because the page around an embedded report has a `main` and headings of its own. */
export const embeddedTags: Readonly<Record<string, string>> = { main: 'article', h1: 'h2', h2: 'h3', h3: 'h4' }

const themed = (name: string, colour: string): string => `var(--unslide-${name}, ${colour})`
const light = `color-scheme: light; ${colourRules(false, themed)}`
const dark = `color-scheme: dark; ${colourRules(true, themed)}`

/** The sheet of an element's shadow tree, in which `.body` holds the reports. */
export const embeddedStyle = `
:host { display: block; container-type: inline-size; ${light} }
@media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { ${dark} } }
:host([theme="dark"]) { ${dark} }
:host([hidden]) { display: none; }
${reportRules({
  body: '.body',
  place: 'min-height: 3rem; padding: var(--unslide-padding, 1.25rem);',
  headings: ['h2', 'h3', 'h4'],
  narrow: '@container (max-width: 40rem)',
})}
.body { font-family: var(--unslide-font, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif); font-size: var(--unslide-size, 16px); }
.body:lang(zh) { font-family: var(--unslide-font, ${CHINESE_FACE}); }
code, pre, .mono { font-family: var(--unslide-mono, ui-monospace, "SF Mono", Menlo, Consolas, monospace); }
.status { margin: 0; color: var(--soft); } .status:focus { outline: none; }
.status.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.content > :first-child, .content > p + article { margin-top: 0; } .content > p { margin-bottom: 1rem; }
.error p { margin: 0 0 .5rem; } .error h2 { margin-bottom: .5rem; }
.lines { display: block; content-visibility: auto; contain-intrinsic-size: auto 200lh; }
button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--faint); border-radius: 6px; padding: .35rem .9rem; cursor: pointer; }
button:focus-visible, .scroll:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
`
