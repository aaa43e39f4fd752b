import { createHash } from 'node:crypto'
import type {
  PostedComment,
  Digest,
  FeedKey,
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
import { createNotificationsRepository } from '../../modules/monitors/index.ts'
import { people } from '../../testing/people.ts'
import type { TestApi, TestRequest } from '../../testing/test-api.ts'

/** Mira with the role of an importer added. */
export const importer = { ...people.mira, roles: ['member', 'importer'] }

interface Example {
  operationId: string
  isAdministrator: boolean
}

/**
 * Resources for one request, created when the request names them: the same id in an example is the same resource. A nested resource belongs to the
 * parent that the same request names.
 */
export class Things {
  readonly #api: TestApi
  readonly #requests: Requests
  readonly #parents: Parents
  readonly #makers: Readonly<Record<string, () => Promise<string>>>
  readonly #createdIds = new Map<string, Promise<string>>()

  constructor(api: TestApi, example: Example) {
    this.#api = api
    this.#requests = new Requests(api)
    this.#parents = new Parents(this.#requests, example)
    this.#makers = {
      ...createSearchMakers(this.#requests, this.#parents, example),
      ...createWritingMakers(this.#requests, this.#parents),
      ...createZeusMakers(this.#requests, this.#parents, example),
      ...createImportMakers(this.#requests, example),
      ...createNewsMakers(this.#requests, this.#parents, { ...example, clock: api.clock }),
      ...createPeopleMakers(this.#requests, this.#parents, { ...example, clock: api.clock }),
    }
  }

  /** Replaces an id of an example with a real one. */
  replaceId(id: string): Promise<string> {
    const make = this.#makers[id.split('_')[0] ?? '']
    if (make === undefined) throw new Error(`Nothing is made for ${id}`)
    const thing = this.#createdIds.get(id) ?? make()
    this.#createdIds.set(id, thing)
    return thing
  }

  /** The current revision of a resource; 1 for a report, which was saved only once. */
  async readRevision(id: string): Promise<number> {
    const path = revisionPaths[id.split('_')[0] ?? '']
    return path === undefined ? 1 : (await this.#requests.read<{ revision: number }>(`${path}${id}`)).revision
  }

  async readSignature(): Promise<string | undefined> {
    return (await this.#parents.approval())?.signature
  }

  async readInputHash(): Promise<string | null | undefined> {
    return (await this.#parents.workflowRun()).steps[0]?.inputHash
  }

  /** The secret in the unsubscribe link of an email. */
  async makeMailToken(): Promise<string> {
    const { profile } = await this.#requests.read<UserProfile>('/users/me')
    return createNotificationsRepository(this.#api.database).ensureToken(profile.id, 'monitor')
  }

  /** A job that used up its retries. */
  async makeFailedJob(): Promise<string> {
    await this.#api.database.pool.query(
      `insert into pgboss.job (name, state, data, source_name, source_id, source_retry_count, source_output)
       values ('failed', 'completed', '{"x":"-","id":"cu_1","userId":"usr_1"}', 'cache-updates', gen_random_uuid(), 3, '{"message":"The disk is full."}')`,
    )
    const page = await this.#requests.read<{ items: { id: string }[] }>('/godmode/jobs?state=failed', 'root')
    return page.items[0]?.id ?? ''
  }
}

/** Requests that must succeed. */
class Requests {
  readonly #api: TestApi

  constructor(api: TestApi) {
    this.#api = api
  }

  async send<T>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    as: TestRequest['as'] = 'mira',
  ): Promise<T> {
    const reply = await this.#api.request({ method, path, as, ...(body !== undefined && { body }) })
    if (reply.statusCode >= 300) throw new Error(`${method} ${path} answered ${reply.statusCode}: ${reply.body}`)
    return reply.json<T>()
  }

  post<T>(path: string, body: object, as?: TestRequest['as']): Promise<T> {
    return this.send<T>('POST', path, body, as)
  }

  read<T>(path: string, as?: TestRequest['as']): Promise<T> {
    return this.send<T>('GET', path, undefined, as)
  }
}

/** Resources that others belong to; each is created once. */
class Parents {
  readonly #requests: Requests
  readonly #example: Example

  constructor(requests: Requests, example: Example) {
    this.#requests = requests
    this.#example = example
  }

  readonly me = once(() => this.#requests.read<UserProfile & { groups: { id: string }[] }>('/users/me'))

  readonly search = once(async () => {
    let state = await this.#requests.post<SearchState>('/explore/topicQuery', { query_term: 'oat milk' })
    while (state.finishedAt === null)
      state = await this.#requests.post<SearchState>('/explore/getQueryStatus', { request_id: state.request_id })
    return state
  })

  async signalId(): Promise<string> {
    return (await this.search()).signal_id
  }

  async documentId(): Promise<string> {
    const path = `/signal/json/${await this.signalId()}/documents`
    return (await this.#requests.read<{ items: { id: string }[] }>(path)).items[0]?.id ?? ''
  }

  async makePortfolio(): Promise<Portfolio> {
    return this.#requests.post<Portfolio>('/portfolio/createWithTrendsBulk', {
      title: 'Plant milks',
      trends: [{ signalId: await this.signalId() }],
    })
  }

  readonly portfolio = once(() => this.makePortfolio())

  readonly project = once(async () => {
    const portfolios = this.#example.operationId === 'removePortfolios' ? [{ id: (await this.portfolio()).id }] : []
    return this.#requests.post<Project>('/project/create', { title: 'Spring launch', portfolios })
  })

  readonly comment = once(async () => {
    const itemId = await this.signalId()
    return this.#requests.post<PostedComment>('/comments', { kind: 'signal', itemId, text: 'What made this peak?' })
  })
  readonly story = once(() => this.#requests.post<Story>('/stories/create', { title: 'Foam' }))

  readonly space = once(async () =>
    this.#requests.post<ContextSpace>('/explore/generateContextSpace', { signalId: await this.signalId() }),
  )

  readonly groupId = once(async () => {
    const { operationId, isAdministrator } = this.#example
    if (!isAdministrator) return (await this.me()).groups[0]?.id ?? ''
    const body = { name: `Group for ${operationId}`, organizationId: people.mira.organization }
    return (await this.#requests.post<OrganizationGroup>('/godmode/organization-groups', body, 'root')).id
  })

  readonly reply = once(() => this.#requests.post<ZeusReply>('/zeus/getZeusReply', { message: 'Save it, please' }))

  readonly approval = once(async () => (await this.reply()).message.approvals[0])

  readonly workflow = once(() => {
    const step = { id: 'sources', tool: 'list_sources', title: 'Sources', input: '{}', dependsOn: [], approval: true }
    const parameter = { name: 'portfolio', label: 'Portfolio', type: 'portfolio', isRequired: false, default: null }
    const parameters = [{ ...parameter, description: 'Nothing reads it.' }]
    const title = `Workflow for ${this.#example.operationId}`
    return this.#requests.post<Workflow>('/workflows', { title, parameters, steps: [step] })
  })

  readonly workflowRun = once(async () => {
    const { id } = await this.workflow()
    let run = await this.#requests.post<WorkflowRun>(`/workflows/${id}/runs`, { parameters: [] })
    while (run.state === 'queued' || run.state === 'running')
      run = await this.#requests.read<WorkflowRun>(`/workflowRuns/${run.id}`)
    return run
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | null = null
  return () => (created ??= make())
}

function createSearchMakers(requests: Requests, parents: Parents, { operationId }: Example) {
  let portfolios = 0
  return {
    sig: () => parents.signalId(),
    req: async () => (await parents.search()).request_id,
    doc: async () => {
      const id = await parents.documentId()
      if (operationId === 'updateDeletedDocument')
        await requests.send('DELETE', `/documents/${id}?reason=example`, undefined, 'root')
      return id
    },
    // the first portfolio is the one whose trends the example names
    pf: async () => (await ((portfolios += 1) === 1 ? parents.portfolio() : parents.makePortfolio())).id,
    tr: async () => (await parents.portfolio()).trends[0]?.id ?? '',
    pj: async () => (await parents.project()).projectId,
    cs: async () => (await parents.space()).id,
    ctx: async () => (await parents.space()).contexts[0]?.id ?? '',
  }
}

function createWritingMakers(requests: Requests, parents: Parents) {
  return {
    st: async () => (await parents.story()).id,
    cd: async () => {
      const content = { kind: 'text', text: 'Baristas have made up their minds.' }
      return (await requests.post<StoryCard>('/stories/addCard', { storyId: (await parents.story()).id, content })).id
    },
    sh: async () => {
      const body = { kind: 'story', itemId: (await parents.story()).id }
      return (await requests.post<ShareLink>('/shareLinks', body)).id
    },
    cm: async () => (await parents.comment()).id,
    // its id begins like that of the comment
    reply: async () => {
      const path = `/comments/${(await parents.comment()).id}/replies`
      return (await requests.post<{ id: string }>(path, { text: 'The festival.' })).id
    },
    rp: async () =>
      (await requests.post<ZeusReport>('/zeus/saveZeusReport', { title: 'Foam', contents: 'Neutral.' })).id,
  }
}

function createZeusMakers(requests: Requests, parents: Parents, { operationId }: Example) {
  const makeInboxMessage = async () => {
    const body = { id: await parents.signalId(), to: [(await parents.me()).profile.id], message: 'Look' }
    await requests.post('/signal/sendSignalMessage', body, 'jon')
    return (await requests.read<InboxPage>('/users/inbox-list')).items[0]?.id ?? ''
  }
  return {
    msg: async () => (operationId === 'markInboxMessage' ? makeInboxMessage() : (await parents.reply()).message.id),
    th: async () => (await parents.reply()).threadId,
    run: async () => (await parents.reply()).message.runId ?? '',
    apr: async () => (await parents.approval())?.id ?? '',
    wf: async () => (await parents.workflow()).id,
    wfr: async () => {
      const { id } = await parents.workflowRun()
      if (operationId === 'retryWorkflowRun') await requests.post(`/workflowRuns/${id}/cancel`, {})
      return id
    },
  }
}

function createImportMakers(requests: Requests, { operationId }: Example) {
  const video = { id: 'v1', time: '2026-11-01T08:00:00Z', text: 'Foam #oatmilk', hashtags: ['oatmilk'], author: 'foam' }
  return {
    imp: async () => {
      const sha256 = createHash('sha256').update(operationId).digest('hex')
      const file = { name: `${operationId}.jsonl`, sha256, bytes: 1 }
      return (await requests.post<Import>('/imports', file, importer)).id
    },
    hti: async () => {
      const videos = { name: `${operationId}.jsonl`, firstLine: 1, lines: [JSON.stringify(video)] }
      return (await requests.post<HashtagImport>('/demographics/hashtagImports', videos, importer)).id
    },
  }
}

function createNewsMakers(
  requests: Requests,
  parents: Parents,
  { operationId, clock }: Example & Pick<TestApi, 'clock'>,
) {
  const terms = { country: 'SE', category: null, frequency: 'weekly', channels: ['inbox'] }
  const digest = { scope: { kind: 'monitors' }, frequency: 'weekly', zone: 'Europe/Oslo' }
  const makeMonitor = () =>
    requests.post<MonitorSubscription>('/explore/createMonitorSubscription', {
      query: { query_term: 'oat milk', isCompound: false },
      rule: { kind: 'momentum-above', ratio: 1.5, windowDays: 28 },
      channels: ['inbox'],
      webhookUrl: null,
    })
  return {
    sub: async () =>
      operationId.includes('GlobalTrends')
        ? (await requests.post<{ id: string }>('/explore/createGlobalTrendsSubscription', terms)).id
        : (await makeMonitor()).id,
    fdk: async () => (await requests.post<FeedKey>('/feedKeys', { kind: 'calendar' })).id,
    dig: async () => (await requests.post<Digest>('/digests', digest)).id,
    nf: async () => (await requests.post<NewsFeed>('/newsfeed/feeds', { kind: 'term', subject: operationId })).id,
    mut: async () => (await requests.post<NewsMute>('/newsfeed/mutes', { kind: 'word', subject: operationId })).id,
    nrm: async () => {
      const documentIds = [await parents.documentId()]
      await requests.send('PATCH', '/newsfeed/articles', { documentIds, isRead: false })
      const until = clock.now().toISOString()
      return (await requests.post<NewsReadMark>('/newsfeed/readMarks', { feedId: 'all', until })).id
    },
  }
}

function createPeopleMakers(
  requests: Requests,
  parents: Parents,
  { operationId, clock }: Example & { clock: TestApi['clock'] },
) {
  let persons = 0
  return {
    dst: async () => {
      // each test of a destination needs a pause before it
      const wait = () => clock.set(new Date(clock.now().getTime() + 10_000).toISOString())
      wait()
      const room = { kind: 'slack', name: '#insights', url: 'https://hooks.slack.example/services/T1/B1/x' }
      const { id } = await requests.post<{ id: string }>('/destinations', room)
      wait()
      return id
    },
    org: async () => people.mira.organization,
    pat: async () => {
      const as = operationId === 'revokeIssuedAccessToken' ? 'root' : 'mira'
      const body = { name: 'Script', scopes: ['read'] }
      return (await requests.post<{ id: string }>('/users/me/personalAccessTokens', body, as)).id
    },
    app: async () => {
      const body =
        operationId === 'renewClientSecret'
          ? { name: 'Nightly', kind: 'service', scopes: ['import'], organizationId: people.mira.organization }
          : { name: 'Board', kind: 'web', scopes: ['read'], redirectUris: ['https://board.example/'] }
      return (await requests.post<{ id: string }>('/godmode/clients', body, 'root')).id
    },
    grp: () => parents.groupId(),
    usr: async () => {
      const path = `/godmode/organization-groups/${await parents.groupId()}/users`
      const email = `liv${(persons += 1)}.${operationId.toLowerCase()}@northwind.example`
      const { id } = await requests.post<{ id: string }>(path, { firstName: 'Liv', lastName: 'Moe', email }, 'root')
      if (operationId === 'deleteUser') await requests.send('PATCH', `/godmode/users/${id}`, { disabled: true }, 'root')
      return id
    },
  }
}

const revisionPaths: Readonly<Record<string, string>> = { pf: '/portfolio/', pj: '/project/', st: '/stories/' }
