import { createClient } from '@auspex/sdk'
import { expect, test } from 'vitest'
import { emptyDraft } from '@auspex/analyst'
import { createJournal } from './run-journal.ts'
import { createScriptedAnalyst } from './testing/scripted-analyst.ts'
import { writeAnswer } from './write-answer.ts'

test('a run that was cancelled before the analyst was called makes no call and stays cancelled', async () => {
  const { analyst, script } = createScriptedAnalyst()
  const written = await writeAnswer({
    analyst,
    request: {
      message: 'Is oat milk growing?',
      instruction: null,
      history: [],
      signalIds: [],
      threadId: 'th_1',
      selectedMessages: [],
      readables: [],
      actions: [],
      collections: [],
      today: '2026-11-21',
    },
    client: createClient({ baseUrl: 'http://api.test' }),
    draft: emptyDraft(null),
    journal: createJournal({ runId: 'run_1', store: () => Promise.resolve(), publish: () => {} }),
    propose: () => Promise.reject(new Error('Nothing is proposed')),
    createActionId: () => 'act_1',
    signal: AbortSignal.abort('stopped'),
    elapsedMs: () => 0,
  })
  expect(script.requests).toEqual([])
  expect(written.ending).toEqual({ outcome: 'cancelled', notice: 'You stopped this answer.' })
})
