/** Lines that begin the parts of a text crash report. */

export const THREAD_HEAD =
  /^[ \t]*(?:(?:Crashing )?Thread[ \t]+(\d+)|Crashing Thread)[ \t]*(Crashed|Attributed|Highlighted)?[ \t]*(?::|$)(:?)(.*)$/
export const THREAD_NAME = /^[ \t]*Thread[ \t]+(\d+) name:(.*)$/
export const THREAD_STATE =
  /^[ \t]*(?:Thread[ \t]+(\d+)|Unknown thread)[^:]{0,40}?\b(?:Thread State|thread state)[^:]*:?[ \t]*$/
export const INSTRUCTIONS = /^[ \t]*Thread[ \t]+(\d+) instruction stream\b/
export const LAST_EXCEPTION = /^[ \t]*Last Exception Backtrace(?: \d+)?:?\*{0,2}[ \t]*$/
export const BACKTRACE =
  /^[ \t]*((?:Application Specific|Xamarin|Original|Exception)[A-Za-z ]* (?:Backtrace|Stack)(?: \d+)?|Backtrace):[ \t]*$/
export const IMAGES = /^[ \t]*Binary Images(?: Description| \([^)]*\))?:[ \t]*$/
export const SECTION =
  /^[ \t]*(?:((?:Application Specific|VM Region|External Modification|Kernel Triage|Filtered syslog|System Profile|Error Formulating|Dyld Error|Global Trace Buffer|Translated Code|Breadcrumb|Thread Exception|Backtrace not available|(?:CrashDoctor|Recrash) Diagnosis)[^:]*):[ \t]*(.*)|([A-Z][\w /()-]{2,60}|kernel messages):[ \t]*)$/
const THROWN = /^[ \t]*\*\*\* Terminating app due to uncaught exception '/
const THROWN_WHOLE = /',? reason: '[^]{0,20000}'[ \t]*$/m
/** Lines that a message of an exception has at most. */
const MOST_OF_MESSAGE = 200

/** True inside the message of an uncaught exception. React Native's hold blank lines, and lines that look like headings. */
export function isInsideThrown(lines: readonly string[]): boolean {
  const at = lines.findLastIndex((line) => THROWN.test(line))
  return at >= 0 && lines.length - at < MOST_OF_MESSAGE && !THROWN_WHOLE.test(lines.slice(at).join('\n'))
}

/** Labels may be translated. */
export const FIELD = /^[ \t]*([\p{Lu}\p{Lo}][\p{L}\p{M}/()_ .’-]{0,40}(?:\[\d\])?):(?:[ \t]+(.*)|)$/u
/** iOS 8 put what was sampled before a kill behind the thread state. */
export const TREE = /^[ \t]*Microstackshots: \d+\b/
/** Heads that `stackHead` writes. */
export const WRITTEN_STACK = /^Backtrace: (.*)$/
/** Heads that `treeHead` writes. */
export const WRITTEN_TREE = /^Call Tree \(([^()]{1,40})\): (.*)$/
/** Words of somebody who speaks of himself: no program writes them. */
export const SPEAKER = /(?:^|[\s(])(?:I|I['’](?:m|ve|ll|d)|[Mm]y|[Ww]e)\s/
/** KSCrash's words, in place of a reason. */
export const DEADLOCKED = /^[ \t]*Application main thread deadlocked$/
/** An address of fewer than sixteen digits with only punctuation after it: the rest of its row was cut off. After a plus it is an offset. */
export const SHORT = /(?<!\+)[ \t]0x([0-9a-f]{0,15})["',;|)\]}`]*[ \t]*$/i

/** The number of a row, and more after it. */
export const NUMBER = /^[ \t]*#?(\d{1,4})[ \t]+\S/

/** A runtime's words are near the header. */
export const MOST_ABOVE = 64

/** A line across the page, which ends what somebody pasted. */
export const RULE = /^[ \t]*([=_*~-])\1{7,}[ \t]*$/
/** Sentences of runtimes that look like fields. */
export const WORDS = /^(?:Fatal error|Library not loaded|Symbol not found|Assertion failed)$/
export const BRACKETED = /^[ \t]*\((0x[0-9a-fA-F].*)$/

/** Labels at the beginning of a report. */
const FIRST_LABELS = ['Process', 'Incident Identifier', 'CrashReporter Key', 'Hardware Model', 'Exception Type']
const CUT_LABEL = /^[ \t]*([A-Za-z][A-Za-z ]{3,20}):[ \t]+(\S[^\n]*)$/
const NUMBERED_PROCESS = / \[\d{1,9}\][ \t\r]*$/

/** `rocess: Till [41]` with its whole label: what was copied began behind the first letters. Of one word, only a process is certain. */
export function withFirstLetters(text: string): string {
  const [, key = '', value = ''] = CUT_LABEL.exec(text) ?? []
  const label = FIRST_LABELS.find((one) => one !== key && one.endsWith(key))
  if (label === undefined) return text
  const isSure = label === 'Process' ? NUMBERED_PROCESS.test(value) : key.includes(' ')
  return isSure ? `${label}: ${value}` : text
}

/** Fields accepted anywhere; the header accepts any other field too. */
export const KNOWN_FIELDS = new Set(
  `incident identifier,crashreporter key,crash reporter key,hardware model,device model,process,path,identifier,version,code type,
  role,parent process,responsible,responsible process,coalition,user id,date/time,launch time,os version,release type,
  baseband version,report version,bridge os version,anonymous uuid,exception type,exception subtype,exception codes,
  exception message,exception note,termination signal,termination reason,termination description,terminating process,
  triggered by thread,crashed thread,highlighted thread,highlighted by thread,vm region info,logical cpu,error code,trap number,
  system integrity protection,sleep/wake uuid,time awake since boot,time since wake,distributor id,beta identifier,
  apple store tools,appstoretools,appvariant,beta,notes,build info,app item id,app external id,plugin path,plugin identifier,
  framework version,xcode version,dtplatform version,kernel version,written from,raw codes,exception address,exception name,exception reason`
    .split(',')
    .map((key) => key.trim()),
)

/** True for a field that counts in any part; `Exception:` with a code, and the codes below it, are those of old systems. */
export function isKnownField(key: string | undefined, value = '', before = ''): boolean {
  if (key === undefined) return false
  if (KNOWN_FIELDS.has(key.toLowerCase())) return true
  return (key === 'Exception' && /^EXC_[A-Z]/.test(value)) || (key === 'Codes' && before === 'Exception')
}

/** The value of a field without what an article explains behind it: `EXC_BAD_ACCESS   // the type`. */
export function withoutComment(value: string): string {
  const at = value.search(/[ \t]\/\//)
  return at === -1 ? value : value.slice(0, at).trimEnd()
}

/** A line that may be a row of a stack or of the list of images: it has an address. Addresses of houses have none. */
export const ROW_LIKE = /^[ \t]*\*?(?:\d{1,4}[ \t][^\n]{0,400}\b(?:0x[0-9a-f]{4}|[0-9a-f]{8})|0x[0-9a-f]{4,16}\b)/i
