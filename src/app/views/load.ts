/** Views that are loaded when they are first shown. */
export const views = {
  loadLibrary: () => import('./library/LibraryView.svelte'),
  loadTools: () => import('./tools/ToolsView.svelte'),
  loadPrivacy: () => import('./PrivacyView.svelte'),
  loadCompare: () => import('./compare/CompareView.svelte'),
  loadReport: () => import('./report/ReportView.svelte'),
  loadHelp: () => import('./HelpDialog.svelte'),
  loadSettings: () => import('./SettingsDialog.svelte'),
  loadAbsent: () => import('./report/AbsentReport.svelte'),
  loadHistory: () => import('./history/HistoryView.svelte'),
  loadBeginning: () => import('./report/BeginningView.svelte'),
  loadReports: () => import('./reports/ReportsView.svelte'),
} as const
