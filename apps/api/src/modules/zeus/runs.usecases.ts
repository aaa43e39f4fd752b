import type { SignalCollection, AnalystRequest } from '@auspex/analyst'
import type { AuspexClient } from '@auspex/sdk'
import type { FrontendAction, Readable, SelectedMessage } from '@auspex/sdk/types'
import { currentWork, runAs } from '../../kernel/work.ts'
import { createApprovalsRepository } from './approvals.repository.ts'
import { beginRun, type RunRequest } from './begin-run.ts'
import { dayOf, ensureBudget } from './budget.ts'
import { emptyDraft } from './answer-draft.ts'
import { createBrokenRuns } from './broken-runs.ts'
import { findCollections } from './find-collections.ts'
import { finishRun } from './finish-run.ts'
import { createLiveRuns, type LiveRun } from './live-runs.ts'
import { createPropose } from './propose-change.ts'
import { createJournal } from './run-journal.ts'
import { createRunsRepository } from './runs.repository.ts'
import { createUsageRepository } from './usage.repository.ts'
import { watchRuns } from './watch-runs.ts'
import { writeAnswer, type WrittenAnswer } from './write-answer.ts'
import { otherRequest, reportNotFound, runNotFound, tooManyAtOnce } from './zeus.errors.ts'
import type { Person, ZeusDependencies } from './zeus.ports.ts'
import { type DraftEvent, keepEventsMs, type StoredRun } from './zeus.types.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import { createMessagesRepository } from './messages.repository.ts'

/** Maximum number of earlier messages sent to the analyst. */
const maxTurns = 40

/** The person who asks, and the client with whose permissions the run acts. */
export interface Asker extends Person {
  client: AuspexClient
  requestId: string
}

/** The request and the context that comes with it. */
export interface Question {
  request: RunRequest
  fingerprint: Buffer
  instruction: string | null
  reportId: string | null
  selectedMessages: readonly SelectedMessage[]
  readables: readonly Readable[]
  actions: readonly FrontendAction[]
}

export type RunUsecases = ReturnType<typeof createRunUsecases>

/** Runs: an answer being written, which continues whether or not anyone reads it. */
export function createRunUsecases(dependencies: ZeusDependencies) {
  const { database, clock, createId, log, analyst, limits, findSignal, hasReport } = dependencies
  const runs = createRunsRepository(database.kysely)
  const approvals = createApprovalsRepository(database.kysely)
  const live = createLiveRuns(abandonLater)
  const broken = createBrokenRuns({ database, clock, log, isLive: (id) => live.find(id) !== undefined })
  const watch = watchRuns({ database, runs, live, clock, log })

  /** Begins a run and returns once it is stored; the run continues in the background. */
  async function begin(question: Question, asker: Asker): Promise<LiveRun & { run: StoredRun }> {
    const { request, fingerprint, reportId } = question
    for (const id of request.signalIds) await findSignal(id)
    if (reportId !== null && !(await hasReport(reportId, asker))) throw reportNotFound()
    const collections = await findCollections(request.kind === 'question' ? request.mentions : [], asker.client)
    const { userId } = asker
    await broken.settleOf(userId)
    const now = clock.now()
    let startedRun: LiveRun | null = null
    const store = database.kysely.transaction().execute(async (trx) => {
      const usage = createUsageRepository(trx)
      // counted before the check, so that only one of two concurrent requests passes
      await usage.add(userId, dayOf(now), { runs: 1, inputTokens: null, outputTokens: null, costUsd: null })
      const used = await usage.find(userId, dayOf(now))
      ensureBudget({ ...used, runs: used.runs - 1 }, limits, now)
      if ((await createRunsRepository(trx).countWriting(userId)) >= limits.runsAtOnce)
        throw tooManyAtOnce(limits.runsAtOnce)
      const run = await beginRun(trx, { request, userId, model: analyst.model, fingerprint, now, createId })
      // before it is stored: a process that sees it in the database must not take it for abandoned
      const opened = live.open(run.id)
      startedRun = opened
      return { run, opened }
    })
    const { run, opened } = await store.catch((error: unknown) => {
      startedRun?.end()
      throw error
    })
    watch.begin()
    void runAs({ owner: userId, signal: opened.signal, tenant: currentWork().tenant }, () =>
      write(run, opened, { question, collections, asker }),
    )
    return Object.assign(opened, { run })
  }

  async function write(
    run: StoredRun,
    opened: LiveRun,
    { question, collections, asker }: { question: Question; collections: readonly SignalCollection[]; asker: Asker },
  ): Promise<void> {
    const began = performance.now()
    const elapsedMs = () => Math.min(900_000, Math.round(performance.now() - began))
    const tooLong = setTimeout(() => opened.stop('time'), limits.runMs)
    const draft = emptyDraft(run.model)
    const journal = createJournal({
      runId: run.id,
      store: (events) => runs.appendEvents(run.id, events),
      publish: opened.publish,
    })
    try {
      await journal.add(startOf(run))
      const written = await writeAnswer({
        analyst,
        request: await buildRequest(
          { database, client: asker.client },
          { run, question, collections, today: dayOf(clock.now()) },
        ),
        client: asker.client,
        draft,
        journal,
        propose: createPropose(run, { approvals, clock, createId }),
        createActionId: () => createId('act'),
        signal: opened.signal,
        elapsedMs,
      })
      if (written.cause !== null) log.error({ err: written.cause, runId: run.id }, 'an answer could not be written')
      await journal.settle()
      const trace = Object.assign(draft.details.trace, { durationMs: elapsedMs() })
      const now = clock.now()
      const last = journal.close(endOf(written, { requestId: asker.requestId, draft, trace, now }))
      if (await finishRun(database, { run, draft, ending: written.ending, events: last, now })) opened.publish(last)
    } catch (error) {
      // it could not be stored: the next process that reads the run finds it broken and settles it
      log.error({ err: error, runId: run.id }, 'a run could not be stored')
    } finally {
      clearTimeout(tooLong)
      opened.end()
      // not at the beginning, where it would delay the first words
      void runs.forgetEvents(new Date(clock.now().getTime() - keepEventsMs)).catch(() => {})
    }
  }

  /** A run without readers continues for a while: its reader may only have lost the connection. */
  function abandonLater(run: LiveRun): void {
    setTimeout(() => void abandon(run), limits.leftMs).unref()
  }

  async function abandon(run: LiveRun): Promise<void> {
    const isRead = await watch.isReadElsewhere(run.id, limits.leftMs)
    if (run.readers > 0 || run.isEnded) return
    if (isRead) abandonLater(run)
    else run.stop('left')
  }

  /** A run of the person that can still be read. Throws `zeus.run_not_found`. */
  async function findReadable(id: string, userId: string): Promise<StoredRun> {
    const run = await runs.find(id, userId)
    if (run === null || (run.endedAt !== null && clock.now().getTime() - run.endedAt.getTime() > keepEventsMs))
      throw runNotFound()
    return run
  }

  return {
    begin,
    live,
    runs,
    broken,
    findReadable,
    /** The run that a request with `Last-Event-ID` continues. Throws `zeus.run_not_found` and `zeus.other_request`. */
    async resume(id: string, fingerprint: Buffer, userId: string): Promise<StoredRun> {
      const run = await findReadable(id, userId)
      if (!run.fingerprint.equals(fingerprint)) throw otherRequest()
      return run
    },
    /** Stops a run in whichever process writes it and resolves when it has ended. Throws `zeus.run_not_found`. */
    async stop(id: string, userId: string): Promise<StoredRun> {
      const run = await runs.find(id, userId)
      if (run === null) throw runNotFound()
      const here = live.find(id)
      here?.stop('stopped')
      if (here !== undefined) await here.ended
      else if (run.state === 'running') await watch.stopElsewhere(run, broken)
      return (await runs.find(id, userId)) ?? run
    },
    /** Ends the runs of this process; partial answers are stored. */
    async close(): Promise<void> {
      for (const run of live.list()) run.stop('closing')
      await Promise.all(live.list().map(({ ended }) => ended))
      watch.end()
    },
  }
}

function startOf(run: StoredRun): DraftEvent {
  const { threadId, questionId, messageId, replaces, model, startedAt } = run
  return { type: 'run-start', threadId, questionId, messageId, replaces, model, startedAt: startedAt.toISOString() }
}

function endOf(
  { ending, failure }: WrittenAnswer,
  {
    requestId,
    draft,
    trace,
    now,
  }: {
    requestId: string
    draft: ReturnType<typeof emptyDraft>
    trace: ReturnType<typeof emptyDraft>['details']['trace']
    now: Date
  },
): DraftEvent[] {
  const { model, inputTokens, outputTokens, costUsd, durationMs, tools } = trace
  return [
    ...(failure === null
      ? []
      : [{ type: 'run-error' as const, ...failure, problem: { ...failure.problem, requestId } }]),
    { type: 'usage', model, inputTokens, outputTokens, costUsd, toolCalls: tools.length, durationMs },
    {
      type: 'run-end',
      ...ending,
      textLength: draft.content.length,
      citations: draft.details.citations.length,
      endedAt: now.toISOString(),
    },
  ]
}

/** Builds the analyst's request. The history comes from the server's storage only: a client cannot change it. */
async function buildRequest(
  { database, client }: { database: Database; client: AuspexClient },
  {
    run,
    question,
    collections,
    today,
  }: { run: StoredRun; question: Question; collections: readonly SignalCollection[]; today: string },
): Promise<AnalystRequest> {
  const path = await createMessagesRepository(database.kysely).listAncestors(run.questionId)
  const questionMessage = path.at(-1)
  return {
    message: questionMessage?.content ?? '',
    instruction: question.instruction,
    history: path
      .slice(0, -1)
      .slice(-maxTurns)
      .map(({ role, content, details }) => ({
        role,
        content,
        understanding: details?.understood ?? null,
        citations: details?.citations ?? [],
      })),
    signalIds: question.request.signalIds,
    threadId: run.threadId,
    selectedMessages: question.selectedMessages,
    readables: question.readables,
    actions: question.actions,
    // a regenerated answer is about what its question mentioned, as far as it still exists
    collections:
      collections.length > 0
        ? collections
        : await findCollections(questionMessage?.mentions ?? [], client).catch(() => []),
    today,
  }
}
