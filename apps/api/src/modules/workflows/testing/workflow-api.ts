import type { Workflow, WorkflowRun } from '@auspex/sdk/types'
import { createSequentialIds } from '../../../kernel/ids.ts'
import type { PersonName } from '../../../testing/people.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi, type TestApiOptions } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'

/** Forty days of documents: oat milk grows in the last week, and matcha does not. */
const library = Array.from({ length: 40 }, (_, day) =>
  Array.from({ length: 12 }, (_each, n) => {
    const topic = n < (day >= 33 ? 9 : 3) ? 'Oat milk' : 'Matcha'
    return sampleDocument({
      nativeId: `d${day}n${n}`,
      url: `https://example.org/${day}/${n}`,
      outlet: `outlet-${n}.example`,
      title: `${topic} is a ${n % 2 === 0 ? 'wonderful' : 'terrible'} thing, says witness ${day * 12 + n} of the ${n}th street`,
      publishedAt: new Date(Date.UTC(2026, 9, 12 + day, n)).toISOString(),
    })
  }),
).flat()

export type WorkflowApi = Awaited<ReturnType<typeof startWorkflowApi>>

/** The server with its jobs over a small library, and helpers to call it. */
export async function startWorkflowApi(options: TestApiOptions = {}) {
  const api = await createTestApi({ jobs: true, ...options, config: { sources: 'live', ...options.config } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(library)
  while (await documents.enrich.step());
  await documents.enrich.stop()
  return { ...api, ...createCalls(api) }
}

export function createCalls(api: TestApi) {
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, as: PersonName = 'mira') =>
    api.request({ method, path, as, ...(body !== undefined && { body }) })
  const post = async <T>(path: string, body?: object, as?: PersonName): Promise<T> =>
    (await send('POST', path, body, as)).json<T>()
  const get = (path: string, as: PersonName = 'mira') => api.request({ method: 'GET', path, as })
  const readRun = async (id: string) => (await get(`/workflowRuns/${id}`)).json<WorkflowRun>()
  return {
    send,
    post,
    get,
    readRun,
    /** Creates a workflow with these steps and a default title. */
    create: (workflow: Partial<Workflow> & { steps: Workflow['steps'] }) =>
      post<Workflow>('/workflows', { title: 'Own', ...workflow }),
    start: (workflowId: string, values: Record<string, string> = {}) =>
      post<WorkflowRun>(`/workflows/${workflowId}/runs`, {
        parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
      }),
    /** Polls a run until the server has nothing left to do for it. */
    async settle(id: string): Promise<WorkflowRun> {
      for (;;) {
        const run = await readRun(id)
        if (run.state !== 'queued' && run.state !== 'running') return run
      }
    },
    /** A portfolio of two signals. */
    async savePortfolio(): Promise<string> {
      const find = async (term: string) =>
        (await post<{ signalId: string }>('/signal/smartRedirect', { trend_name: term })).signalId
      const trends = [
        { signalId: await find('oat milk'), title: 'oat milk' },
        { signalId: await find('matcha'), title: 'matcha' },
      ]
      return (await post<{ id: string }>('/portfolio/createWithTrendsBulk', { title: 'Drinks', trends })).id
    },
  }
}

/** A step without dependencies. */
export const step = (id: string, tool: string, input: object, approval = false): Workflow['steps'][number] => ({
  id,
  title: `Step ${id}`,
  tool,
  input: JSON.stringify(input),
  dependsOn: [],
  approval,
})
