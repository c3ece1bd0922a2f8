/** Labels of a text crash report, at any place of a line. */

/** The text after these begins a line, too. */
export const STACK_LABEL =
  /(?<=^|[\s"'])(?:(?:Crashing )?Thread \d{1,5}(?: (?:Crashed|Attributed|Highlighted))?:(?!:)|Last Exception Backtrace(?: \d)?:|Application Specific (?:Backtrace|Information|Signatures)(?: \d)?:|Thread \d{1,5} crashed with [^:\n]{0,60}:|Binary Images(?: \([^)\n]{0,60}\))?:)(?=\s|$)/g
/** The text after these belongs to them. */
export const FIELD_LABEL =
  /(?<=^|[\s"'])(?:Thread \d{1,5}(?: name:| Crashed::)|Incident Identifier:|Crash[Rr]eporter Key:|Hardware Model:|(?:Parent |Terminating |Responsible )?Process:|Path:|Identifier:|(?:OS |Report |Baseband |Kernel )?Version:|Code Type:|Role:|Coalition:|Date\/Time:|Launch Time:|Release Type:|Exception (?:Type|Subtype|Codes|Note|Message):|Termination (?:Signal|Reason|Description):|(?:Triggered by|Crashed|Highlighted(?: by)?) Thread:|VM Region Info:|User ID:|Anonymous UUID:|(?:System )?Model:|System Profile:|External Modification Summary:|VM Region Summary:|EOF)(?=\s|$)/g

/** What stands before the name of a queue: a class, behind which is the address of an object, and no row. */
export const QUEUE_BEFORE = /\bDispatch queue:[ \t]{1,8}$/
