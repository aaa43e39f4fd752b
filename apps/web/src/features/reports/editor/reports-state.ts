import type { SelectedMessage } from '@auspex/sdk'

/** The editor's state of reports, with the specification's names. */
export interface ReportsState<Report extends { readonly contents: string } = { readonly contents: string }> {
  /** The Markdown in the editor. */
  readonly content: string
  /** The text when the report was selected or last saved. */
  readonly originalContent: string
  readonly selectedReport: Report | null
  readonly selectedMessages: readonly SelectedMessage[]
}

export const emptyState = {
  content: '',
  originalContent: '',
  selectedReport: null,
  selectedMessages: [],
} as const satisfies ReportsState<never>

export type ReportsAction<Report> =
  | { readonly kind: 'write'; readonly content: string }
  | { readonly kind: 'select-report'; readonly report: Report }
  /** The server's response to a save; the text may have changed during the request. */
  | { readonly kind: 'save'; readonly report: Report }
  | { readonly kind: 'reset' }
  | { readonly kind: 'select-message'; readonly message: SelectedMessage }
  | { readonly kind: 'remove-message'; readonly timestamp: string }

/** The reducer of the editor; pure. */
export const reduceReports = <
  Report extends { readonly contents: string; readonly selectedMessages: readonly SelectedMessage[] },
>(
  state: ReportsState<Report>,
  action: ReportsAction<Report>,
): ReportsState<Report> => {
  switch (action.kind) {
    case 'write':
      return { ...state, content: action.content }
    case 'select-report': {
      const { contents, selectedMessages } = action.report
      return { content: contents, originalContent: contents, selectedReport: action.report, selectedMessages }
    }
    case 'save':
      return { ...state, originalContent: action.report.contents, selectedReport: action.report }
    case 'reset':
      return emptyState
    case 'select-message': {
      const isKnown = state.selectedMessages.some(({ timestamp }) => timestamp === action.message.timestamp)
      return isKnown ? state : { ...state, selectedMessages: [...state.selectedMessages, action.message] }
    }
    case 'remove-message':
      return {
        ...state,
        selectedMessages: state.selectedMessages.filter(({ timestamp }) => timestamp !== action.timestamp),
      }
    default:
      return action satisfies never
  }
}

/** Compares only the content: typing something and deleting it again is not a change. */
export const isChanged = ({ content, originalContent }: ReportsState): boolean => content !== originalContent
