import { ConflictError, saveZeusReport, type SelectedMessage, updateZeusReport, type ZeusReport } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts.ts'
import { keepSelectedMessages, readSelectedMessages } from '../../../lib/selected-messages.ts'
import { glanceAt } from '../markdown/glance.ts'
import { invalidateReports } from '../reports.queries.ts'
import { emptyState, isChanged, reduceReports, type ReportsAction, type ReportsState } from '../state/reports-state.ts'

/** Two versions that came from one. */
export interface ReportConflict {
  /** What stood there when this person began. */
  readonly base: string
  readonly mine: string
  readonly theirs: ZeusReport
}

export type SaveStatus =
  | { readonly status: 'idle' }
  | { readonly status: 'saving' }
  | { readonly status: 'failed'; readonly error: unknown }

type State = ReportsState<ZeusReport>
type Action = ReportsAction<ZeusReport>
const longestTitle = 300
const reduce = (state: State, action: Action): State => reduceReports(state, action)

/** The state of one report, which is saved when its person says so, and kept in this browser until then. */
export const useReportEditor = ({ report, personId }: { report: ZeusReport | null; personId: string }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const place = `report.${report?.id ?? 'new'}`
  const [draft] = useState(() => readDraft(personId, place))
  const [state, dispatch] = useReducer(reduce, null, () => begin(report, draft, personId))
  const [title, setTitle] = useState(() => readDraft(personId, `${place}.title`)?.text ?? report?.title ?? '')
  const [saving, setSaving] = useState<SaveStatus>({ status: 'idle' })
  const [conflict, setConflict] = useState<ReportConflict | null>(() => conflictOf(report, draft))
  /** Counts up when the text is replaced as a whole, so that it is drawn anew. */
  const [epoch, setEpoch] = useState(0)
  const isRestored = draft !== null && draft.text !== (report?.contents ?? '')
  const selected = state.selectedReport
  const hasNewTitle = title.trim() !== (selected?.title ?? '')
  const hasNewMessages = state.selectedMessages !== (selected?.selectedMessages ?? emptyState.selectedMessages)
  const isSaved =
    !isChanged(state) &&
    !(hasNewTitle && (selected !== null || title.trim() !== '')) &&
    !(selected !== null && hasNewMessages)

  useEffect(() => {
    if (isChanged(state)) keepDraft(personId, place, { text: state.content, base: state.originalContent })
    else dropDraft(personId, place)
  }, [state, personId, place])
  useEffect(() => {
    if (hasNewTitle) keepDraft(personId, `${place}.title`, { text: title, base: selected?.title ?? '' })
    else dropDraft(personId, `${place}.title`)
  }, [title, hasNewTitle, selected, personId, place])
  useEffect(() => {
    if (selected === null) keepSelectedMessages(personId, state.selectedMessages)
  }, [selected, state.selectedMessages, personId])

  const isRunning = useRef(false)
  const store = async (base: ZeusReport | null, content: string, messages: readonly SelectedMessage[]) => {
    const text = { title: toTitle(title, content), contents: content, selectedMessages: [...messages] }
    if (base === null) {
      const made = await saveZeusReport(text, { client })
      for (const key of [place, `${place}.title`]) dropDraft(personId, key)
      keepSelectedMessages(personId, [])
      await invalidateReports({ client, queryClient })
      await navigate({ to: '/reports/$reportId', params: { reportId: made.id }, replace: true })
      return
    }
    const stored = await updateZeusReport({ reportId: base.id, revision: base.revision, ...text }, { client })
    dispatch({ kind: 'save', report: stored })
    setTitle((now) => (now === title ? stored.title : now))
    void invalidateReports({ client, queryClient })
  }

  /** Saves what stands in the editor; a second call while the first is under way does nothing. */
  const save = async (content = state.content, base = state.selectedReport): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setSaving({ status: 'saving' })
    try {
      await store(base, content, state.selectedMessages)
      setSaving({ status: 'idle' })
    } catch (error) {
      const theirs = error instanceof ConflictError ? (error.problem?.current ?? null) : null
      // of the shape that the operation answers with, as the contract says
      if (theirs !== null)
        setConflict({ base: base?.contents ?? '', mine: content, theirs: theirs as unknown as ZeusReport })
      setSaving({ status: 'failed', error })
    } finally {
      isRunning.current = false
    }
  }

  /** Puts a text into the editor in place of what stands there. */
  const replace = (content: string) => {
    dispatch({ kind: 'write', content })
    setEpoch((before) => before + 1)
  }

  return {
    state,
    dispatch,
    title,
    setTitle: (next: string) => setTitle(next.slice(0, longestTitle)),
    saving,
    isSaved,
    isRestored,
    epoch,
    conflict,
    save,
    replace,
    /** Takes a report as the server has it now, with everything of it. */
    take: (stored: ZeusReport) => {
      dispatch({ kind: 'select-report', report: stored })
      setTitle(stored.title)
      setSaving({ status: 'idle' })
      setConflict(null)
      setEpoch((before) => before + 1)
      void invalidateReports({ client, queryClient })
    },
    /** Saves a text over what somebody else stored, which its person has seen. */
    settle: async ({ theirs }: ReportConflict, content: string) => {
      setConflict(null)
      dispatch({ kind: 'save', report: theirs })
      replace(content)
      await save(content, theirs)
    },
    /** Leaves both for later: what was typed stays here. */
    postpone: () => setConflict(null),
    compare: (theirs: ReportConflict) => setConflict(theirs),
  }
}

export type ReportEditor = ReturnType<typeof useReportEditor>

const begin = (report: ZeusReport | null, draft: ReturnType<typeof readDraft>, personId: string): State => {
  const selected: State =
    report === null
      ? { ...emptyState, selectedMessages: readSelectedMessages(personId) }
      : reduceReports<ZeusReport>(emptyState, { kind: 'select-report', report })
  return draft === null ? selected : reduceReports(selected, { kind: 'write', content: draft.text })
}

/** What was typed into an older text than is stored now. */
const conflictOf = (report: ZeusReport | null, draft: ReturnType<typeof readDraft>): ReportConflict | null =>
  report === null || draft === null || draft.base === report.contents || draft.text === report.contents
    ? null
    : { base: draft.base, mine: draft.text, theirs: report }

/** A report has a name: the one that was typed, else its first words. */
const toTitle = (title: string, content: string): string =>
  title.trim() || firstWords(glanceAt(content)) || 'Untitled report'

const firstWords = (text: string): string => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text)
