import type { MonitorRule } from '@auspex/sdk'

export type RuleKind = MonitorRule['kind']

/** The state of the form: one value for each field, so that switching the kind loses nothing. Null is an empty field. */
export interface RuleDraft {
  readonly kind: RuleKind
  readonly documents: number | null
  readonly times: number | null
  readonly ratio: number | null
  readonly tone: number | null
  readonly minDocuments: number | null
  readonly windowDays: number
  readonly inflection: 'any' | 'spike' | 'shift'
  /** The window of a stored rule in days, which may not be among the options. */
  readonly storedWindow?: number
}

export type NumberField = 'documents' | 'times' | 'ratio' | 'tone' | 'minDocuments'

export const firstDraft: RuleDraft = {
  kind: 'volume-times-usual',
  documents: 50,
  times: 2,
  ratio: 1.5,
  tone: -0.1,
  minDocuments: 10,
  windowDays: 7,
  inflection: 'any',
}

interface KindWords {
  readonly label: string
  /** A one-line description of when it alerts. */
  readonly text: string
  readonly fields: readonly NumberField[]
  /** Meaningful windows for it, in days. */
  readonly windows: readonly number[]
}

const spans = [1, 7, 14, 28]

export const kinds: Record<RuleKind, KindWords> = {
  'volume-times-usual': {
    label: 'There are more pieces than usual',
    text: 'Compared with the 28 days before. Copies of a text count once.',
    fields: ['times', 'minDocuments'],
    windows: [1, 7, 14, 28],
  },
  'volume-above': {
    label: 'Documents go above a number',
    text: 'Counts the documents in the window.',
    fields: ['documents'],
    windows: spans,
  },
  'volume-below': {
    label: 'Documents fall below a number',
    text: 'Counts the documents in the window. Windows with gaps are skipped.',
    fields: ['documents'],
    windows: spans,
  },
  'momentum-above': {
    label: 'It is clearly growing',
    text: 'The whole 95% interval of its growth over the previous window is above this ratio.',
    fields: ['ratio'],
    windows: [7, 14, 28],
  },
  'tone-below': {
    label: 'Tone falls below a value',
    text: 'The average of documents with a known tone, from −1 to 1.',
    fields: ['tone', 'minDocuments'],
    windows: spans,
  },
  'tone-above': {
    label: 'Tone rises above a value',
    text: 'The average of documents with a known tone, from −1 to 1.',
    fields: ['tone', 'minDocuments'],
    windows: spans,
  },
  'new-inflection': {
    label: 'Its level changes or spikes',
    text: 'A spike or a change of level in the last 14 days that was not reported before.',
    fields: [],
    windows: [],
  },
  'new-trials': {
    label: 'New trials of a condition are registered',
    text: 'Checks ClinicalTrials.gov once a day. The topic is the condition.',
    fields: [],
    windows: [],
  },
  'trial-status': {
    label: 'Trials of a condition change their status',
    text: 'Checks ClinicalTrials.gov once a day and reports the old and the new status. The topic is the condition.',
    fields: [],
    windows: [],
  },
  'new-papers': {
    label: 'Papers about a condition are added',
    text: 'Checks PubMed once a day. The topic is the condition.',
    fields: [],
    windows: [],
  },
}

/** The fields of a stored rule. */
export const toDraft = (rule: MonitorRule): RuleDraft =>
  'windowDays' in rule ? { ...firstDraft, ...rule, storedWindow: rule.windowDays } : { ...firstDraft, ...rule }

/** The window options, in days. */
export const windowsOf = ({ kind, storedWindow }: RuleDraft): readonly number[] => {
  const { windows } = kinds[kind]
  if (storedWindow === undefined || windows.length === 0 || windows.includes(storedWindow)) return windows
  return [...windows, storedWindow].toSorted((a, b) => a - b)
}

/** The rule of the form; null while a field is empty. */
export const toRule = (draft: RuleDraft): MonitorRule | null => {
  const { kind, documents, times, ratio, tone, minDocuments, inflection } = draft
  const windows = windowsOf(draft)
  const windowDays = windows.includes(draft.windowDays) ? draft.windowDays : (windows[0] ?? 1)
  switch (kind) {
    case 'volume-above':
    case 'volume-below':
      return documents === null ? null : { kind, documents, windowDays }
    case 'volume-times-usual':
      return times === null || minDocuments === null ? null : { kind, times, minDocuments, windowDays }
    case 'momentum-above':
      return ratio === null ? null : { kind, ratio, windowDays }
    case 'tone-below':
    case 'tone-above':
      return tone === null || minDocuments === null ? null : { kind, tone, minDocuments, windowDays }
    case 'new-trials':
    case 'trial-status':
    case 'new-papers':
      return { kind }
    case 'new-inflection':
    default:
      return { kind: 'new-inflection', inflection }
  }
}
