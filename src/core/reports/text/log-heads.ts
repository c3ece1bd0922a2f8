/** Heads of lines in logs of containers, systems, services, SDKs and mails. None of them takes the indent of the line behind it. */

const LEVEL = '(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL|error|warn|info|debug)'

export const LOG_HEADS: readonly RegExp[] = [
  // A mail, and whoever quotes as one does.
  /^(?:> ?){1,8}/,
  // A list of tasks.
  /^[-*] \[[ xX]\] /,
  // docker compose.
  /^[A-Za-z][\w.-]{1,60}[ \t]{1,40}\|(?: |$)/,
  // kubectl.
  /^\[pod\/[^\]\s]{1,200}\] /,
  // Time stamps of containers and their runtimes; of Heroku.
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d) (?:(?:stdout|stderr) [FP] |[\w.-]{1,60}\[[\w.-]{1,60}\]: ?)?/,
  // syslog and journald.
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? [\w.-]{1,80} [^\s:[\]]{1,80}(?:\[\d{1,9}\])?: /,
  // NSLog and os_log.
  /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[\d.,+-]{0,20} [^\s[\]]{1,200}\[\d{1,9}(?::[\da-fx]{1,20})?\] /,
  // BepInEx.
  /^\[(?:Info|Warning|Error|Message|Debug|Fatal)[ \t]{0,8}:[^\]\n]{1,120}\] /,
  new RegExp(
    `^(?:\\[?(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[ T])?\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,6})?\\]? )?(?:\\[${LEVEL}\\]|${LEVEL}:)(?: - | )`,
  ),
]

/** How each of them begins; most lines of other texts do not. */
export const HEAD_BEGINS =
  /^(?:[\d>[]|[-*] \[[ xX]\] |[A-Z][a-z]{2} [ \d]\d |[A-Za-z][\w.-]{1,60}[ \t]{1,40}\||[A-Za-z]{4,8}: )/
