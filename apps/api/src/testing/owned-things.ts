import { type ContractDocument, type ContractOperation, type Method, resolve } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import type {
  PostedComment,
  CommentReply,
  Digest,
  FeedKey,
  ContextSpace,
  Destination,
  Export,
  Import,
  InboxPage,
  MonitorSubscription,
  Portfolio,
  Project,
  QueryCheck,
  HashtagImport,
  NewsFeed,
  NewsMute,
  NewsReadMark,
  NewPersonalAccessToken,
  ShareLink,
  Story,
  StoryCard,
  UserProfile,
  Workflow,
  WorkflowRun,
  ZeusReply,
  ZeusReport,
} from '@auspex/sdk/types'
import sharp from 'sharp'
import { createSequentialIds } from '../kernel/ids.ts'
import { createDocumentsModule } from '../modules/library/index.ts'
import { readUntil, searchToEnd } from './finish-search.ts'
import { toForm } from './form.ts'
import { people } from './people.ts'
import { sampleDocument } from './stored-documents.ts'
import type { TestApi, TestRequest } from './test-api.ts'
import { silentLog } from './test-database.ts'

const words = ['barista', 'foam', 'espresso', 'latte', 'harvest', 'drought', 'farmers', 'field']
/** Documents about oat milk with enough surrounding words for a map, and as many about something else. */
const library = Array.from({ length: 240 }, (_, n) => {
  const context = [n, n + 1, Math.floor(n / 7)].map((at) => words[at % words.length]).join(' ')
  return sampleDocument({
    nativeId: `n${n}`,
    url: `https://example.org/${n}`,
    title: n < 120 ? `Oat milk and ${context} number ${n}` : `Football match number ${n}`,
    publishedAt: `2026-10-${String((n % 28) + 1).padStart(2, '0')}T08:00:00Z`,
  })
})

/**
 * Creates things owned by Mira of Northwind, by collection. Needs a server that runs jobs, skips the demo and has an analyst that proposes changes.
 */
export async function createOwnedThings(api: TestApi): Promise<{ ownedIds: Record<string, string>; signalId: string }> {
  const ownedIds: Record<string, string> = {}
  const post = async <T>(path: string, body: object, as: TestRequest['as'] = 'mira') =>
    (await api.request({ method: 'POST', path, as, body })).json<T>()
  const read = async <T>(path: string, as: TestRequest['as'] = 'mira') =>
    (await api.request({ method: 'GET', path, as })).json<T>()
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(library)
  while (await documents.enrich.step());
  await documents.enrich.stop()
  const search = await searchToEnd(api, { query_term: 'oat milk' })
  const signalId = search.signal_id
  ownedIds['searches'] = search.request_id
  await post<QueryCheck>(`/signals/${signalId}/queryCheck`, {})
  const { id: exportId } = await post<Export>('/exports', { kind: 'signal', id: signalId, format: 'csv' })
  await readUntil(
    () => read<Export>(`/exports/${exportId}`),
    ({ status }) => status === 'complete',
  )
  ownedIds['exports'] = exportId
  ownedIds['contextSpaces'] = (await post<ContextSpace>('/explore/generateContextSpace', { signalId })).id
  const room = { kind: 'slack', name: '#insights', url: 'https://hooks.slack.example/services/T1/B1/x' }
  ownedIds['destinations'] = (await post<Destination>('/destinations', room)).id
  const rule = { kind: 'momentum-above', ratio: 1.5, windowDays: 28 }
  const monitor = {
    query: { query_term: 'oat milk', isCompound: false },
    rule,
    channels: ['inbox'],
    webhookUrl: null,
    destinationIds: [ownedIds['destinations']],
  }
  ownedIds['monitorSubscriptions'] = (await post<MonitorSubscription>('/explore/createMonitorSubscription', monitor)).id
  ownedIds['monitors'] = ownedIds['monitorSubscriptions']
  const times = { frequency: 'weekly', zone: 'Europe/Oslo' }
  const digest = { scope: { kind: 'monitors' }, ...times, destinationIds: [ownedIds['destinations']] }
  ownedIds['digests'] = (await post<Digest>('/digests', digest)).id
  ownedIds['feedKeys'] = (await post<FeedKey>('/feedKeys', { kind: 'calendar' })).id
  const terms = { country: 'NO', category: null, frequency: 'weekly', channels: ['inbox'] }
  const subscribed = await post<{ id: string }>('/explore/createGlobalTrendsSubscription', terms)
  ownedIds['globalTrendsSubscriptions'] = subscribed.id
  const mira = await read<UserProfile>('/users/me')
  await post('/signal/sendSignalMessage', { id: signalId, to: [mira.profile.id], message: 'Look' }, 'jon')
  ownedIds['inboxMessages'] = (await read<InboxPage>('/users/inbox-list')).items[0]?.id ?? ''
  const picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#7048e8' } })
    .png()
    .toBuffer()
  const trends = [{ signalId }]
  const portfolio = await post<Portfolio>('/portfolio/createWithTrendsBulk', { title: 'Plant milks', trends })
  const form = await toForm({ file: picture })
  const path = `/portfolio/update/${portfolio.id}`
  const { image } = (await api.request({ method: 'POST', path, as: 'mira', ...form })).json<Portfolio>()
  ownedIds['portfolios'] = portfolio.id
  ownedIds['trends'] = portfolio.trends[0]?.id ?? ''
  ownedIds['images'] = image?.replace('/images/', '') ?? ''
  const project = { title: 'spring launch', portfolios: [{ id: portfolio.id }] }
  ownedIds['projects'] = (await post<Project>('/project/create', project)).projectId
  ownedIds['project'] = ownedIds['projects']
  ownedIds['projectPortfolios'] = portfolio.id
  const text = { kind: 'text', text: 'Baristas have made up their minds.' }
  const story = await post<Story>('/stories/create', { title: 'Foam' })
  ownedIds['stories'] = story.id
  ownedIds['cards'] = (await post<StoryCard>('/stories/addCard', { storyId: story.id, content: text })).id
  const remark = { text: `@[${mira.profile.id}] Is this the peak?` }
  const comment = await post<PostedComment>('/comments', { kind: 'story', itemId: story.id, ...remark })
  ownedIds['comments'] = comment.id
  ownedIds['commentReplies'] = (await post<CommentReply>(`/comments/${comment.id}/replies`, remark)).id
  await api.request({ method: 'PATCH', path: `/comments/${comment.id}`, as: 'mira', body: { resolved: true } })
  const link = await post<ShareLink>('/shareLinks', { kind: 'story', itemId: story.id })
  ownedIds['shareLinks'] = link.id
  const token = await post<NewPersonalAccessToken>('/users/me/personalAccessTokens', {
    name: 'Script',
    scopes: ['read'],
  })
  ownedIds['personalAccessTokens'] = token.id
  ownedIds['sharedItems'] = link.token ?? ''
  const file = { name: 'own.jsonl', sha256: 'e'.repeat(64), bytes: 1 }
  ownedIds['imports'] = (await post<Import>('/imports', file, 'importer')).id
  const line = JSON.stringify({
    id: 'v1',
    time: '2026-11-01T08:00:00Z',
    text: 'Oat foam #oatmilk',
    hashtags: ['oatmilk'],
    author: 'foam',
  })
  const videos = { name: 'own-tags.jsonl', firstLine: 1, lines: [line] }
  const importer = { ...people.mira, roles: ['importer'] }
  ownedIds['hashtagImports'] = (await post<HashtagImport>('/demographics/hashtagImports', videos, importer)).id
  const feed = { kind: 'term', subject: 'oat milk' }
  ownedIds['newsFeeds'] = (await post<NewsFeed>('/newsfeed/feeds', feed)).id
  ownedIds['newsMutes'] = (await post<NewsMute>('/newsfeed/mutes', { kind: 'word', subject: 'football' })).id
  const until = clock.now().toISOString()
  ownedIds['newsReadMarks'] = (await post<NewsReadMark>('/newsfeed/readMarks', { feedId: 'all', until })).id
  const steps = [{ id: 'sources', tool: 'list_sources', title: 'Sources', input: '{}', dependsOn: [], approval: false }]
  ownedIds['workflows'] = (await post<Workflow>('/workflows', { title: 'Own', steps })).id
  const run = await post<WorkflowRun>(`/workflows/${ownedIds['workflows']}/runs`, { parameters: [] })
  ownedIds['workflowRuns'] = run.id
  const draft = { title: 'Oat milk in November', contents: 'Neutral.' }
  ownedIds['reports'] = (await post<ZeusReport>('/zeus/saveZeusReport', draft)).id
  const { threadId, message } = await post<ZeusReply>('/zeus/getZeusReply', { message: 'Save it, please' })
  ownedIds['threads'] = threadId
  ownedIds['messages'] = message.id
  ownedIds['runs'] = message.runId ?? ''
  ownedIds['approvals'] = message.approvals[0]?.id ?? ''
  return { ownedIds, signalId }
}

/** Parameters and fields that take the id of something owned, with its collection where the name implies it. */
const idNames: Readonly<Record<string, string | null>> = {
  id: null,
  requestId: null,
  request_id: null,
  importId: null,
  trendId: 'trends',
  trendIds: 'trends',
  projectId: 'projects',
  portfolioIds: 'portfolios',
  storyId: 'stories',
  cardId: 'cards',
  commentId: 'comments',
  replyId: 'commentReplies',
  token: 'sharedItems',
  feedId: 'newsFeeds',
  muteId: 'newsMutes',
  readMarkId: 'newsReadMarks',
  reportId: 'reports',
  threadId: 'threads',
  messageId: 'messages',
  runId: 'runs',
  approvalId: 'approvals',
}
/** Path parameters that do not name an owned thing. */
const otherPlaces: Readonly<Record<string, string>> = { revision: '1', stepId: 'sources' }
/** Path parameters of library contents and of signals, which everyone may read; what a person has of a signal is tested with the signal's operations. */
const nobodysPlaces = ['clusterId', 'documentId', 'signalId', 'tag']

/** A request for every operation that takes the id of something owned, with that id; the rest is the contract's example. */
export function everyRequest(api: TestApi, id: (collection: string) => string) {
  const document = readContractDocument()
  return api.contract.operations.filter(isOnOwnedThings).flatMap((operation) => {
    const { method, path, resource } = operation
    const { isForm, body: example } = exampleBody(document, operation)
    const idFields = Object.keys(example ?? {}).filter((key) => key in idNames)
    const [, place = idFields[0] ?? ''] = /\{(\w+)\}/.exec(path) ?? []
    if (place === '' || nobodysPlaces.includes(place)) return []
    const collection = resource?.collection ?? idNames[place] ?? /\/(\w+)\/\{/.exec(path)?.[1] ?? ''
    const idOf = (name: string) =>
      id(idNames[name] ?? (name === 'id' ? resource?.within?.collection : null) ?? collection)
    const ownedFields = idFields.map((key) => [key, key.endsWith('Ids') ? [idOf(key)] : idOf(key)])
    const body = example && { ...example, ...Object.fromEntries(ownedFields) }
    const target = path.replaceAll(/{(\w+)}/g, (_, name: string) =>
      name in idNames ? idOf(name) : (otherPlaces[name] ?? 'ctx_0000'),
    )
    return [{ operation: operation.id, collection, isForm, request: { method, path: target, ...(body && { body }) } }]
  })
}

/** Leaves out what is not built, operations on things without an owner, and those that let administrators reach all organizations. */
function isOnOwnedThings({ responses, permission, resource }: ContractOperation): boolean {
  if (responses.has(501) || permission === null) return false
  if (permission.tenancy === 'none' || permission.tenancy === 'all') return false
  return !['create', 'list', 'clear'].includes(resource?.verb ?? '')
}

/** The contract's example of what an operation takes. */
function exampleBody(document: ContractDocument, { path, method }: ContractOperation) {
  const content = document.paths[path]?.[method.toLowerCase() as Method]?.requestBody?.content ?? {}
  const isForm = !('application/json' in content) && 'multipart/form-data' in content
  const [example] = Object.values(content[isForm ? 'multipart/form-data' : 'application/json']?.examples ?? {})
  return { isForm, body: example === undefined ? undefined : (resolve(document, example).value as object) }
}

type OwnedRequest = ReturnType<typeof everyRequest>[number]

/** Sends the request in the operation's format; a form's file is not a picture, which a caller must not learn before being authorized. */
export async function sendRequest(api: TestApi, { request, isForm }: OwnedRequest, as: TestRequest['as']) {
  if (!isForm) return api.request({ ...request, as })
  const fields = Object.entries(request.body ?? {}).flatMap(([name, value]) =>
    value === '' ? [[name, Buffer.from('no picture')]] : typeof value === 'string' ? [[name, value]] : [],
  )
  return api.request({ ...request, as, ...(await toForm(Object.fromEntries(fields))) })
}
