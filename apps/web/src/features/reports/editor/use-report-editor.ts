import { ConflictError, saveZeusReport, type SelectedMessage, updateZeusReport, type ZeusReport } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { dropDraft, storeDraft, readDraft } from '../../../lib/storage/drafts.ts'
import { storeSelectedMessages, readSelectedMessages } from '../../../lib/storage/selected-messages.ts'
import { glanceAt } from '../markdown/glance.ts'
import { invalidateReports } from '../reports.queries.ts'
import type { TextHandle } from './report-text-editor.tsx'
import { emptyState, isChanged, reduceReports, type ReportsAction, type ReportsState } from './reports-state.ts'

/** Two versions with a common base. */
export interface ReportConflict {
  /** The text when this person started editing. */
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
const maxTitleLength = 300
/** Where the text of a report that was never saved is stored. */
const newDraftKey = 'report.new'
const reduce = (state: State, action: Action): State => reduceReports(state, action)

/** The state of one report, which is saved on request, and stored in this browser until then. */
export const useReportEditor = ({ report, personId }: { report: ZeusReport | null; personId: string }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const draftKey = report === null ? newDraftKey : `report.${report.id}`
  const [draft] = useState(() => readDraft(personId, draftKey))
  const [state, dispatch] = useReducer(reduce, null, () => begin(report, draft, personId))
  const [title, setTitle] = useState(() => readDraft(personId, `${draftKey}.title`)?.text ?? report?.title ?? '')
  const [isHandover] = useState(() => handedOver !== null && handedOver.reportId === report?.id)
  const [saving, setSaving] = useState<SaveStatus>({ status: 'idle' })
  const [conflict, setConflict] = useState<ReportConflict | null>(() => conflictOf(report, draft))
  /** Incremented when the whole text is replaced, to remount the editor. */
  const [epoch, setEpoch] = useState(0)
  const isRestored = draft !== null && draft.text !== (report?.contents ?? '') && !isHandover
  const selected = state.selectedReport
  const hasNewTitle = title.trim() !== (selected?.title ?? '')
  const hasNewMessages = selected !== null && timesOf(state.selectedMessages) !== timesOf(selected.selectedMessages)
  const isSaved = !isChanged(state) && !hasNewTitle && !hasNewMessages

  const isHandedOver = useRef(false)
  useEffect(() => {
    if (isHandedOver.current) return
    if (isChanged(state)) storeDraft(personId, draftKey, { text: state.content, base: state.originalContent })
    else dropDraft(personId, draftKey)
  }, [state, personId, draftKey])
  useEffect(() => {
    if (isHandedOver.current) return
    if (hasNewTitle) storeDraft(personId, `${draftKey}.title`, { text: title, base: selected?.title ?? '' })
    else dropDraft(personId, `${draftKey}.title`)
  }, [title, hasNewTitle, selected, personId, draftKey])
  useEffect(() => {
    if (selected === null && !isHandedOver.current) storeSelectedMessages(personId, state.selectedMessages)
  }, [selected, state.selectedMessages, personId])

  const text = useRef<TextHandle>(null)
  const isRunning = useRef(false)
  const store = async (base: ZeusReport | null, content: string, messages: readonly SelectedMessage[]) => {
    const input = { title: toTitle(title, content), contents: content, selectedMessages: [...messages] }
    if (base === null) {
      const created = await saveZeusReport(input, { client })
      await invalidateReports({ client, queryClient })
      handOver(created)
      await navigate({ to: '/reports/$reportId', params: { reportId: created.id }, replace: true })
      return
    }
    const stored = await updateZeusReport({ reportId: base.id, revision: base.revision, ...input }, { client })
    dispatch({ kind: 'save', report: stored })
    setTitle((now) => (now === title ? stored.title : now))
    void invalidateReports({ client, queryClient })
  }

  /** Hands over to the page of the saved report, including text typed during the save, and the cursor position. */
  const handOver = (made: ZeusReport) => {
    const now = text.current?.flush() ?? made.contents
    isHandedOver.current = true
    for (const key of [draftKey, `${draftKey}.title`]) dropDraft(personId, key)
    storeSelectedMessages(personId, [])
    if (now !== made.contents) storeDraft(personId, `report.${made.id}`, { text: now, base: made.contents })
    handedOver = { reportId: made.id, cursor: text.current?.cursor() ?? null }
  }

  /** Saves the text in the editor; a second call during the first does nothing. */
  const save = async (content = state.content, base = state.selectedReport): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setSaving({ status: 'saving' })
    try {
      await store(base, content, state.selectedMessages)
      setSaving({ status: 'idle' })
    } catch (error) {
      const theirs = error instanceof ConflictError ? (error.problem?.current ?? null) : null
      // the contract guarantees the shape of the operation's response
      if (theirs !== null)
        setConflict({ base: base?.contents ?? '', mine: content, theirs: theirs as unknown as ZeusReport })
      setSaving({ status: 'failed', error })
    } finally {
      isRunning.current = false
    }
  }

  /** Replaces the text in the editor. */
  const replace = (content: string) => {
    dispatch({ kind: 'write', content })
    setEpoch((before) => before + 1)
  }

  /** Adopts a report from the server, with all its fields. */
  const take = (stored: ZeusReport) => {
    dispatch({ kind: 'select-report', report: stored })
    setTitle(stored.title)
    setSaving({ status: 'idle' })
    setConflict(null)
    setEpoch((before) => before + 1)
    void invalidateReports({ client, queryClient })
  }

  /** Clears title, text and messages, and leaves the stored report unchanged: the next save creates a new one. */
  const reset = async () => {
    if (report !== null) {
      isHandedOver.current = true
      for (const at of [draftKey, newDraftKey]) for (const key of [at, `${at}.title`]) dropDraft(personId, key)
      storeSelectedMessages(personId, [])
      await navigate({ to: '/reports/new' })
      return
    }
    dispatch({ kind: 'reset' })
    setTitle('')
    setSaving({ status: 'idle' })
    setEpoch((before) => before + 1)
  }

  return {
    state,
    dispatch,
    text,
    /** The cursor position on the previous page. */
    cursor: isHandover ? (handedOver?.cursor ?? null) : null,
    title,
    setTitle: (next: string) => setTitle(next.slice(0, maxTitleLength)),
    saving,
    isSaved,
    isRestored,
    epoch,
    conflict,
    save,
    replace,
    take,
    reset,
    /** Reverts to the stored version; a new report becomes empty, and retains its messages. */
    discard: () => {
      if (selected !== null) return take(selected)
      setTitle('')
      return replace(state.originalContent)
    },
    /** Overwrites a version that somebody else stored, after the person has seen it. */
    settle: async ({ theirs }: ReportConflict, content: string) => {
      setConflict(null)
      dispatch({ kind: 'save', report: theirs })
      replace(content)
      await save(content, theirs)
    },
    /** Postpones the decision: what was typed stays here. */
    postpone: () => setConflict(null),
    compare: (theirs: ReportConflict) => setConflict(theirs),
  }
}

/** State passed from the page of a new report to the page of the saved one. */
let handedOver: { readonly reportId: string; readonly cursor: number | null } | null = null

export type ReportEditor = ReturnType<typeof useReportEditor>

const begin = (report: ZeusReport | null, draft: ReturnType<typeof readDraft>, personId: string): State => {
  const selected: State =
    report === null
      ? { ...emptyState, selectedMessages: readSelectedMessages(personId) }
      : reduceReports<ZeusReport>(emptyState, { kind: 'select-report', report })
  return draft === null ? selected : reduceReports(selected, { kind: 'write', content: draft.text })
}

/** A draft whose base is older than the stored text. */
const conflictOf = (report: ZeusReport | null, draft: ReturnType<typeof readDraft>): ReportConflict | null =>
  report === null || draft === null || draft.base === report.contents || draft.text === report.contents
    ? null
    : { base: draft.base, mine: draft.text, theirs: report }

/** Messages are identified by their timestamps. */
const timesOf = (messages: readonly SelectedMessage[]): string => messages.map(({ timestamp }) => timestamp).join(' ')

/** The typed title of a report, else its first words. */
const toTitle = (title: string, content: string): string =>
  title.trim() || firstWords(glanceAt(content)) || 'Untitled report'

const firstWords = (text: string): string => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text)
