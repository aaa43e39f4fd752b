import { createHash } from 'node:crypto'
import type {
  ContextSpace,
  Import,
  HashtagImport,
  InboxPage,
  MonitorSubscription,
  NewsFeed,
  NewsMute,
  NewsReadMark,
  OrganizationGroup,
  Portfolio,
  Project,
  SearchState,
  ShareLink,
  Story,
  StoryCard,
  UserProfile,
  Workflow,
  WorkflowRun,
  ZeusReply,
  ZeusReport,
} from '@auspex/sdk/types'
import { people } from '../../testing/people.ts'
import type { TestApi, TestRequest } from '../../testing/test-api.ts'

/** Mira with the role of an importer added. */
export const importer = { ...people.mira, roles: ['member', 'importer'] }

/** Resources for one request, created when the request names them: the same id in an example is the same resource. */
export type Things = ReturnType<typeof createThings>

/** Creates a new resource of each kind. A nested resource belongs to the parent that the same request names. */
export function createThings(
  api: TestApi,
  { operationId, isAdministrator }: { operationId: string; isAdministrator: boolean },
) {
  const send = async <T>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    as: TestRequest['as'] = 'mira',
  ) => {
    const reply = await api.request({ method, path, as, ...(body !== undefined && { body }) })
    if (reply.statusCode >= 300) throw new Error(`${method} ${path} answered ${reply.statusCode}: ${reply.body}`)
    return reply.json<T>()
  }
  const post = <T>(path: string, body: object, as?: TestRequest['as']) => send<T>('POST', path, body, as)
  const read = <T>(path: string, as?: TestRequest['as']) => send<T>('GET', path, undefined, as)
  const once = <T>(make: () => Promise<T>) => {
    let created: Promise<T> | null = null
    return () => (created ??= make())
  }

  const me = once(() => read<UserProfile & { groups: { id: string }[] }>('/users/me'))
  const search = once(async () => {
    let state = await post<SearchState>('/explore/topicQuery', { query_term: 'oat milk' })
    while (state.finishedAt === null)
      state = await post<SearchState>('/explore/getQueryStatus', { request_id: state.request_id })
    return state
  })
  const signal = async () => (await search()).signal_id
  const makePortfolio = async () =>
    post<Portfolio>('/portfolio/createWithTrendsBulk', {
      title: 'Plant milks',
      trends: [{ signalId: await signal() }],
    })
  const portfolio = once(makePortfolio)
  const project = once(async () => {
    const portfolios = operationId === 'removePortfolios' ? [{ id: (await portfolio()).id }] : []
    return post<Project>('/project/create', { title: 'Spring launch', portfolios })
  })
  const story = once(() => post<Story>('/stories/create', { title: 'Foam' }))
  const space = once(async () => post<ContextSpace>('/explore/generateContextSpace', { signalId: await signal() }))
  const group = once(async () => {
    if (!isAdministrator) return (await me()).groups[0]?.id ?? ''
    const name = `Group for ${operationId}`
    const body = { name, organizationId: people.mira.organization }
    return (await post<OrganizationGroup>('/godmode/organization-groups', body, 'root')).id
  })
  const reply = once(() => post<ZeusReply>('/zeus/getZeusReply', { message: 'Save it, please' }))
  const approval = once(async () => (await reply()).message.approvals[0])
  const workflow = once(() => {
    const step = { id: 'sources', tool: 'list_sources', title: 'Sources', input: '{}', dependsOn: [], approval: true }
    const parameter = { name: 'portfolio', label: 'Portfolio', type: 'portfolio', isRequired: false, default: null }
    const parameters = [{ ...parameter, description: 'Nothing reads it.' }]
    return post<Workflow>('/workflows', { title: `Workflow for ${operationId}`, parameters, steps: [step] })
  })
  const workflowRun = once(async () => {
    let run = await post<WorkflowRun>(`/workflows/${(await workflow()).id}/runs`, { parameters: [] })
    while (run.state === 'queued' || run.state === 'running') run = await read<WorkflowRun>(`/workflowRuns/${run.id}`)
    return run
  })
  const monitor = () =>
    post<MonitorSubscription>('/explore/createMonitorSubscription', {
      query: { query_term: 'oat milk', isCompound: false },
      rule: { kind: 'momentum-above', ratio: 1.5, windowDays: 28 },
      channels: ['inbox'],
      webhookUrl: null,
    })
  const inboxMessage = async () => {
    await post(
      '/signal/sendSignalMessage',
      { id: await signal(), to: [(await me()).profile.id], message: 'Look' },
      'jon',
    )
    return (await read<InboxPage>('/users/inbox-list')).items[0]?.id ?? ''
  }
  let persons = 0
  const user = async () => {
    const path = `/godmode/organization-groups/${await group()}/users`
    const email = `liv${(persons += 1)}.${operationId.toLowerCase()}@northwind.example`
    const { id } = await post<{ id: string }>(path, { firstName: 'Liv', lastName: 'Moe', email }, 'root')
    if (operationId === 'deleteUser') await send('PATCH', `/godmode/users/${id}`, { disabled: true }, 'root')
    return id
  }
  const document = async () =>
    (await read<{ items: { id: string }[] }>(`/signal/json/${await signal()}/documents`)).items[0]?.id ?? ''
  let portfolios = 0
  const digest = { country: 'SE', category: null, frequency: 'weekly', channels: ['inbox'] }
  const video = { id: 'v1', time: '2026-11-01T08:00:00Z', text: 'Foam #oatmilk', hashtags: ['oatmilk'], author: 'foam' }
  const makers: Record<string, () => Promise<string>> = {
    sig: signal,
    req: async () => (await search()).request_id,
    doc: document,
    // the first portfolio is the one whose trends the example names
    pf: async () => (await ((portfolios += 1) === 1 ? portfolio() : makePortfolio())).id,
    tr: async () => (await portfolio()).trends[0]?.id ?? '',
    pj: async () => (await project()).projectId,
    st: async () => (await story()).id,
    cd: async () => {
      const content = { kind: 'text', text: 'Baristas have made up their minds.' }
      return (await post<StoryCard>('/stories/addCard', { storyId: (await story()).id, content })).id
    },
    sh: async () => (await post<ShareLink>('/shareLinks', { kind: 'story', itemId: (await story()).id })).id,
    cs: async () => (await space()).id,
    ctx: async () => (await space()).contexts[0]?.id ?? '',
    sub: async () =>
      operationId.includes('GlobalTrends')
        ? (await post<{ id: string }>('/explore/createGlobalTrendsSubscription', digest)).id
        : (await monitor()).id,
    msg: async () => (operationId === 'markInboxMessage' ? inboxMessage() : (await reply()).message.id),
    th: async () => (await reply()).threadId,
    run: async () => (await reply()).message.runId ?? '',
    apr: async () => (await approval())?.id ?? '',
    rp: async () => (await post<ZeusReport>('/zeus/saveZeusReport', { title: 'Foam', contents: 'Neutral.' })).id,
    wf: async () => (await workflow()).id,
    wfr: async () => {
      const { id } = await workflowRun()
      if (operationId === 'retryWorkflowRun') await post(`/workflowRuns/${id}/cancel`, {})
      return id
    },
    imp: async () => {
      const sha256 = createHash('sha256').update(operationId).digest('hex')
      const file = { name: `${operationId}.jsonl`, sha256, bytes: 1 }
      return (await post<Import>('/imports', file, importer)).importId
    },
    hti: async () => {
      const videos = { name: `${operationId}.jsonl`, firstLine: 1, lines: [JSON.stringify(video)] }
      return (await post<HashtagImport>('/demographics/hashtagImports', videos, importer)).importId
    },
    nf: async () => (await post<NewsFeed>('/newsfeed/feeds', { kind: 'term', subject: operationId })).id,
    mut: async () => (await post<NewsMute>('/newsfeed/mutes', { kind: 'word', subject: operationId })).id,
    nrm: async () => {
      await send('PATCH', '/newsfeed/articles', { documentIds: [await document()], isRead: false })
      const until = api.clock.now().toISOString()
      return (await post<NewsReadMark>('/newsfeed/readMarks', { feedId: 'all', until })).id
    },
    org: async () => people.mira.organization,
    grp: group,
    usr: user,
  }
  const revisionPaths: Readonly<Record<string, string>> = { pf: '/portfolio/', pj: '/project/', st: '/stories/' }
  const createdIds = new Map<string, Promise<string>>()
  return {
    /** Replaces an id of an example with a real one. */
    replaceId(id: string): Promise<string> {
      const make = makers[id.split('_')[0] ?? '']
      if (make === undefined) throw new Error(`Nothing is made for ${id}`)
      const thing = createdIds.get(id) ?? make()
      createdIds.set(id, thing)
      return thing
    },
    /** The current revision of a resource; 1 for a report, which was saved only once. */
    async readRevision(id: string): Promise<number> {
      const path = revisionPaths[id.split('_')[0] ?? '']
      return path === undefined ? 1 : (await read<{ revision: number }>(`${path}${id}`)).revision
    },
    readSignature: async () => (await approval())?.signature,
    readInputHash: async () => (await workflowRun()).steps[0]?.inputHash,
    /** A job that used up its retries. */
    async makeFailedJob(): Promise<string> {
      await api.database.pool.query(
        `insert into pgboss.job (name, state, data, source_name, source_id, source_retry_count, source_output)
         values ('failed', 'completed', '{"x":"-","id":"cu_1","userId":"usr_1"}', 'cache-updates', gen_random_uuid(), 3, '{"message":"The disk is full."}')`,
      )
      return (await read<{ items: { id: string }[] }>('/godmode/jobs?state=failed', 'root')).items[0]?.id ?? ''
    },
  }
}
