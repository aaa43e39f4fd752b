import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AnalystError, type AnalystRequest, modeSettings, readModelSettings } from '../analyst.port.ts'
import { createEmbeddedAnalyst } from '../embedded/embedded-analyst.ts'
import {
  cannedTools,
  type FakeModelServer,
  type ModelMessages,
  type ModelTurn,
  readAnswer,
  sampleReport,
  sampleRequest,
  startFakeModelServer,
} from '../testing/canned-tools.ts'
import { createModelAnalyst } from './model-analyst.ts'

let model: FakeModelServer
let ids = 0
const createId = () => `r${(ids += 1)}`
const { signalId } = sampleReport()
const call = (name: string, input: unknown) => ({ name, input })
const readReport: ModelTurn = { calls: [call('get_report', { signalId })] }
const searchFor = (topic: string): ModelTurn => ({ calls: [call('search_topic', { topic, waitSeconds: 0 })] })
const plan = (...done: boolean[]): ModelTurn => ({
  calls: [
    call('show_plan', {
      steps: ['Measure oat milk', 'Look for the opposite', 'Compare sources'].map((title, at) => ({
        title,
        isDone: done[at] ?? false,
      })),
    }),
  ],
})

beforeAll(async () => {
  model = await startFakeModelServer()
})
beforeEach(() => {
  model.requests.length = 0
})
afterAll(() => model.close())

interface ResearchCase extends Partial<AnalystRequest> {
  answers?: Record<string, unknown>
  now?: () => number
}

async function research(turns: FakeModelServer['turns'], { answers = {}, now = () => 0, ...part }: ResearchCase = {}) {
  model.turns = turns
  const settings = readModelSettings({ AUSPEX_MODEL_URL: model.url, AUSPEX_MODEL_NAME: 'fake' })
  if (settings === null) throw new Error('there are settings')
  const analyst = createModelAnalyst({
    settings,
    embedded: createEmbeddedAnalyst({ createId }),
    createId,
    now,
  })
  const tools = cannedTools(answers)
  const request = sampleRequest({ message: 'How is oat milk doing?', mode: 'research', ...part })
  const answer = await readAnswer(analyst(request, tools, new AbortController().signal))
  return {
    ...answer,
    tools,
    plans: answer.events.flatMap((event) => (event.type === 'plan' ? [event.plan] : [])),
    limits: answer.events.flatMap((event) => (event.type === 'limit' ? [event.sentence] : [])),
    steps: answer.events.flatMap((event) => (event.type === 'tool-result' ? [event] : [])),
  }
}

const toolNamesIn = ({ tools = [] }: ModelMessages): string[] => tools.map((tool) => tool.function.name)

describe('research', () => {
  test('of twelve steps shows its plan, what each step found, and a report with headings', async () => {
    const answer = await research([
      plan(),
      {
        calls: ['oat milk', 'soy milk', 'almond milk'].map((topic) => call('search_topic', { topic, waitSeconds: 0 })),
      },
      readReport,
      plan(true),
      { calls: [call('get_report_section', { signalId, section: 'tone' }), call('list_sources', {})] },
      searchFor('oat milk AND (bad OR worse)'),
      readReport,
      plan(true, true),
      searchFor('oat milk outlet:reddit'),
      { calls: [call('get_search_help', { topic: 'oat milk' })] },
      readReport,
      plan(true, true, true),
      {
        text: ['Overall, 412 documents mention oat milk [f1].\n\n## What was found\n\n412 documents mention it [f1].'],
      },
    ])
    expect(answer.error).toBeNull()
    expect(answer.plans.at(-1)?.map(({ isDone }) => isDone)).toEqual([true, true, true])
    expect(answer.steps).toHaveLength(11)
    expect(answer.steps[0]?.summary).toBe('Searched “oat milk”: 412 documents.')
    expect(answer.steps[3]?.summary).toBe('The report of “oat milk”: 412 documents in 96 outlets.')
    expect(answer.text).toContain('Overall, 412 documents mention oat milk. [1]')
    expect(answer.text).toContain('### What was found')
    expect(answer.limits).toEqual([])
  })

  test('has headings without citations, and marks one that says more than what follows', async () => {
    const answer = await research([
      readReport,
      {
        text: [
          '412 documents mention oat milk [f1].\n\n## How much was said of oat milk\n\n412 documents mention it [f1].\n\n',
          '## What is not known\n\n412 documents mention it [f1].\n\n## Farmers love pasta\n\n412 documents mention it [f1].',
        ],
      },
    ])
    const headings = answer.text.split('\n').filter((line) => line.startsWith('#'))
    expect(headings).toEqual([
      '### How much was said of oat milk',
      '### What is not known',
      '### Farmers love pasta *(not verified)*',
    ])
  })

  test('searches the days and sources of the question where the model names none, and shows how it was read from the start', async () => {
    const { tools, events } = await research(
      [
        {
          calls: [
            call('search_topic', { topic: 'oat milk', waitSeconds: 0 }),
            call('search_topic', { topic: 'oat milk', from: '2024-01-01', waitSeconds: 0 }),
          ],
        },
        readReport,
        { text: ['412 documents mention oat milk [f1].'] },
      ],
      { message: 'How did talk of oat milk change in 2025 on Reddit?' },
    )
    const searches = tools.calls.flatMap(({ tool, input }) => (tool === 'search_topic' ? [input] : []))
    const topic = 'oat milk AND (source:reddit OR outlet:"reddit")'
    expect(searches[0]).toMatchObject({ topic, from: '2025-01-01', to: '2025-12-31' })
    expect(searches[1]).toMatchObject({ from: '2024-01-01' })
    expect(searches[1]).not.toHaveProperty('to')
    expect(events[0]).toMatchObject({ type: 'understanding', understanding: { reading: { from: '2025-01-01' } } })
  })

  test('that says things on the way shows only its answer', async () => {
    const answer = await research([
      { text: ['Let me look at 900 documents first.'], finish: 'tool_calls' },
      { text: ['412 documents mention oat milk [f1].'] },
    ])
    expect(answer.text).not.toContain('Let me look')
  })

  test('that is sloppy is answered with errors it can mend, and what it does not cite is marked', async () => {
    const answer = await research([
      { calls: [call('get_report', { signal: 'oat milk' }), call('get_reports', {})] },
      readReport,
      { text: ['412 documents mention oat milk [f1]. It had 873 documents the year before.'] },
    ])
    expect(answer.tools.calls.map(({ tool }) => tool)).toEqual(['get_report'])
    expect(answer.text).toContain('412 documents mention oat milk. [1]')
    expect(answer.text).toContain('It had 873 documents the year before. *(not verified)*')
  })

  test('that lies is not shown: guilt, advice and numbers that no result has', async () => {
    const answer = await research([
      readReport,
      {
        text: [
          '412 documents mention oat milk [f1]. The makers committed fraud [f1]. You should sue them [f1]. ',
          'Sales fell by 40 % [f1].',
        ],
      },
    ])
    expect(answer.text).not.toMatch(/fraud|sue them/u)
    expect(answer.text).toContain('Sales fell by 40 %. *(not verified)*')
  })

  test('that obeys a document can neither change the plan nor the screen', async () => {
    const answer = await research(
      [
        plan(),
        readReport,
        {
          calls: [
            call('show_plan', { steps: [{ title: 'Visit https://evil.example and pay', isDone: true }] }),
            call('screen_openSignal', { signalId }),
          ],
        },
        { text: ['412 documents mention oat milk [f1].'] },
      ],
      {
        actions: [
          {
            name: 'openSignal',
            description: 'Opens a signal.',
            parameters: [{ name: 'signalId', type: 'string', description: 'Its id.', isRequired: true }],
          },
        ],
      },
    )
    expect(JSON.stringify(answer.events)).not.toContain('evil.example')
    expect(answer.plans.at(-1)?.map(({ title }) => title)).toEqual([
      'Measure oat milk',
      'Look for the opposite',
      'Compare sources',
    ])
    expect(answer.events.some(({ type }) => type === 'frontend-action')).toBe(false)
  })

  test('that is slow writes with what it has when its time is over, and can go on', async () => {
    const answer = await research([readReport, { text: ['412 documents mention oat milk [f1].'] }], {
      // the first answer of the model takes longer than all of the research may
      now: () => model.requests.length * 2 * modeSettings.research.maxMs,
    })
    expect(model.requests).toHaveLength(2)
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('No more calls are left')
    expect(answer.text).toContain('412 documents mention oat milk. [1]')
    expect(answer.limits).toHaveLength(1)
  })

  test('that breaks off keeps what it had found, and says that it was interrupted', async () => {
    const answer = await research([
      readReport,
      { text: ['412 documents mention oat milk [f1].\n', 'And'], fault: 'drop' },
    ])
    expect(answer.text).toContain('412 documents mention oat milk. [1]')
    expect(answer.error).toBeInstanceOf(AnalystError)
  })

  test('makes at most forty calls, then writes and says that it can go on', async () => {
    const answer = await research([
      ({ messages }) =>
        JSON.stringify(messages.at(-1)).includes('No more calls are left')
          ? { text: ['412 documents mention oat milk [f1].'] }
          : readReport,
    ])
    expect(answer.tools.calls).toHaveLength(40)
    expect(answer.limits).toEqual(['This answer reached the limit of one piece of research. It can go on from here.'])
  })

  test('goes on from what an earlier answer looked up', async () => {
    await research([readReport, { text: ['412 documents mention oat milk [f1].'] }], {
      message: 'Go on',
      history: [
        { role: 'user', content: 'How is oat milk doing?', understanding: null, citations: [] },
        {
          role: 'assistant',
          content: 'Halfway.',
          understanding: null,
          citations: [],
          lookups: ['getSignalReport sig_x: 412 documents'],
        },
      ],
    })
    expect(JSON.stringify(model.requests[0]?.body.messages)).toContain('Looked up for this: getSignalReport sig_x')
  })
})

describe('a quick answer', () => {
  test('looks up at most three things, has no plan, and says where more is to be found', async () => {
    const readings = [1, 2, 3, 4].map(() => call('get_report', { signalId }))
    const answer = await research([{ calls: readings }, { text: ['412 documents mention oat milk [f1].'] }], {
      mode: 'quick',
    })
    expect(answer.tools.calls).toHaveLength(3)
    expect(answer.text).toContain('412 documents mention oat milk. [1]')
    expect(answer.limits).toEqual([
      'A quick answer looks up 3 things, and this question needs more. Research goes on from here.',
    ])
    expect(toolNamesIn(model.requests[0]?.body ?? { messages: [] })).not.toContain('show_plan')
  })
})
