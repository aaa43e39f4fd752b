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

/** What is in the editor: text and messages, and the title. */
const useEditorContent = (first: () => State, firstTitle: () => string) => {
  const [state, dispatch] = useReducer(reduce, null, first)
  const [title, setTitle] = useState(firstTitle)
  /** Incremented when the whole text is replaced, to remount the editor. */
  const [epoch, setEpoch] = useState(0)
  const change = (action: Action) => {
    dispatch(action)
    setEpoch((before) => before + 1)
  }
  return {
    state,
    dispatch,
    title,
    setTitle,
    epoch,
    /** Replaces the text. */
    replace: (content: string) => change({ kind: 'write', content }),
    show: (report: ZeusReport) => {
      change({ kind: 'select-report', report })
      setTitle(report.title)
    },
    empty: () => {
      change({ kind: 'reset' })
      setTitle('')
    },
  }
}

/** Stores what is not saved yet in this browser, until the page of another report takes over. */
const useStoredDraft = ({ personId, draftKey, state, title }: UnsavedReport) => {
  const selected = state.selectedReport
  const isNewTitle = hasNewTitle(state, title)
  const isReleased = useRef(false)
  useEffect(() => {
    if (isReleased.current) return
    if (isChanged(state)) storeDraft(personId, draftKey, { text: state.content, base: state.originalContent })
    else dropDraft(personId, draftKey)
  }, [state, personId, draftKey])
  useEffect(() => {
    if (isReleased.current) return
    if (isNewTitle) storeDraft(personId, `${draftKey}.title`, { text: title, base: selected?.title ?? '' })
    else dropDraft(personId, `${draftKey}.title`)
  }, [title, isNewTitle, selected, personId, draftKey])
  useEffect(() => {
    if (selected === null && !isReleased.current) storeSelectedMessages(personId, state.selectedMessages)
  }, [selected, state.selectedMessages, personId])
  /** Drops the drafts under these keys, and stores no more. */
  return (keys: readonly string[]) => {
    isReleased.current = true
    for (const at of keys) for (const key of [at, `${at}.title`]) dropDraft(personId, key)
    storeSelectedMessages(personId, [])
  }
}

/** The progress of saving, and the conflict that a save met. */
const useSaveProgress = (firstConflict: () => ReportConflict | null) => {
  const [saving, setSaving] = useState<SaveStatus>({ status: 'idle' })
  const [conflict, setConflict] = useState(firstConflict)
  const isRunning = useRef(false)
  /** Runs a save of `mine`; a second call during the first does nothing. */
  const run = async (mine: string, base: ZeusReport | null, store: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setSaving({ status: 'saving' })
    try {
      await store()
      setSaving({ status: 'idle' })
    } catch (error) {
      const theirs = error instanceof ConflictError ? (error.problem?.current ?? null) : null
      // the contract guarantees the shape of the operation's response
      if (theirs !== null) setConflict({ base: base?.contents ?? '', mine, theirs: theirs as unknown as ZeusReport })
      setSaving({ status: 'failed', error })
    } finally {
      isRunning.current = false
    }
  }
  return { saving, conflict, setConflict, run, clear: () => setSaving({ status: 'idle' }) }
}

/** The state of one report, which is saved on request, and stored in this browser until then. */
export const useReportEditor = ({ report, personId }: { report: ZeusReport | null; personId: string }) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const draftKey = report === null ? newDraftKey : `report.${report.id}`
  const [draft] = useState(() => readDraft(personId, draftKey))
  const { state, dispatch, title, setTitle, epoch, replace, show, empty } = useEditorContent(
    () => begin(report, draft, personId),
    () => readDraft(personId, `${draftKey}.title`)?.text ?? report?.title ?? '',
  )
  const [isHandover] = useState(() => handedOver !== null && handedOver.reportId === report?.id)
  const { saving, conflict, setConflict, run, clear } = useSaveProgress(() => conflictOf(report, draft))
  const isRestored = draft !== null && draft.text !== (report?.contents ?? '') && !isHandover
  const releaseDrafts = useStoredDraft({ personId, draftKey, state, title })

  const text = useRef<TextHandle>(null)
  const store = async (base: ZeusReport | null, content: string, messages: readonly SelectedMessage[]) => {
    const input = { title: toTitle(title, content), contents: content, selectedMessages: [...messages] }
    if (base === null) {
      const created = await saveZeusReport(input, { client })
      await invalidateReports({ client, queryClient })
      handOver(created)
      await navigate({ to: '/reports/$reportId', params: { reportId: created.id }, replace: true })
      return
    }
    const savedReport = await updateZeusReport({ reportId: base.id, revision: base.revision, ...input }, { client })
    dispatch({ kind: 'save', report: savedReport })
    setTitle((now) => (now === title ? savedReport.title : now))
    void invalidateReports({ client, queryClient })
  }

  /** Hands over to the page of the saved report, including text typed during the save, and the cursor position. */
  const handOver = (made: ZeusReport) => {
    const now = text.current?.flush() ?? made.contents
    releaseDrafts([draftKey])
    if (now !== made.contents) storeDraft(personId, `report.${made.id}`, { text: now, base: made.contents })
    handedOver = { reportId: made.id, cursor: text.current?.cursor() ?? null }
  }

  /** Saves the text in the editor. */
  const save = (content = state.content, base = state.selectedReport) =>
    run(content, base, () => store(base, content, state.selectedMessages))

  /** Adopts a report from the server, with all its fields. */
  const take = (stored: ZeusReport) => {
    show(stored)
    clear()
    setConflict(null)
    void invalidateReports({ client, queryClient })
  }

  /** Clears title, text and messages, and leaves the stored report unchanged: the next save creates a new one. */
  const reset = async () => {
    if (report !== null) {
      releaseDrafts([draftKey, newDraftKey])
      await navigate({ to: '/reports/new' })
      return
    }
    empty()
    clear()
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
    isSaved: !isChanged(state) && !hasNewTitle(state, title) && !hasNewMessages(state),
    isRestored,
    epoch,
    conflict,
    save,
    replace,
    take,
    reset,
    /** Reverts to the stored version; a new report becomes empty, and retains its messages. */
    discard: () => {
      if (state.selectedReport !== null) return take(state.selectedReport)
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

interface UnsavedReport {
  readonly personId: string
  readonly draftKey: string
  readonly state: State
  readonly title: string
}

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

const hasNewTitle = ({ selectedReport }: State, title: string): boolean =>
  title.trim() !== (selectedReport?.title ?? '')

const hasNewMessages = ({ selectedReport, selectedMessages }: State): boolean =>
  selectedReport !== null && timesOf(selectedMessages) !== timesOf(selectedReport.selectedMessages)

/** Messages are identified by their timestamps. */
const timesOf = (messages: readonly SelectedMessage[]): string => messages.map(({ timestamp }) => timestamp).join(' ')

/** The typed title of a report, else its first words. */
const toTitle = (title: string, content: string): string =>
  title.trim() || firstWords(glanceAt(content)) || 'Untitled report'

const firstWords = (text: string): string => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text)
