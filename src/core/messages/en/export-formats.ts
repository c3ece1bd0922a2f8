/** The forms that a report is written in, by the id of their exporter. `--format` lists them in this order, the first without it. */
export const exportFormats = {
  text: 'Text to read',
  original: 'The report with names',
  json: 'JSON',
  markdown: 'Markdown',
  html: 'Web page',
  speedscope: 'speedscope',
  'firefox-profile': 'Firefox Profiler',
} as const
